/* SPDX-License-Identifier: MIT */
/* How a unit test runs its suite. */
#ifndef WARPWISE_UNIT_SUITE_H
#define WARPWISE_UNIT_SUITE_H

#include <check.h>
#include <stdlib.h>

/* Runs SUITE, prints a line for each test, and frees it; returns what main() returns. */
static inline int run_suite(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_set_tap(runner, "-");
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	/* A process for each case would keep what one of them breaks from the others. A sanitizer
	 * ends all at the first fault anyway, and its memory takes longer to copy than most cases
	 * run. */
	srunner_set_fork_status(runner, CK_NOFORK);
#endif
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
