/* SPDX-License-Identifier: MIT */
/* Tests of whom a signal is passed on to. fork() and kill() are the test's own (see tests.am). */
#include "record/child.h"

#include <check.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "suite.h"

static pid_t forked, signalled;

pid_t fork(void)
{
	errno = EAGAIN;
	return forked;
}

int kill(pid_t pid, int number)
{
	(void)number;
	signalled = pid;
	return 0;
}

static int start(pid_t as)
{
	char name[] = "program", *argv[] = { name, NULL };
	pid_t pid;

	forked = as;
	signalled = 0;
	return child_start(argv, NULL, NULL, &pid);
}

START_TEST(a_program_gets_what_is_sent_to_us)
{
	const pid_t nobody = 1 << 30; /* beyond all numbers that Linux gives */

	ck_assert_int_eq(start(nobody), 0);
	raise(SIGTERM);
	ck_assert_int_eq(signalled, nobody);
	ck_assert_int_eq(child_stop_signal(), SIGTERM);
}
END_TEST

/* -1 would be every process of the user. */
START_TEST(one_that_could_not_be_started_gets_none)
{
	ck_assert_int_eq(start(-1), -EAGAIN);
	raise(SIGTERM);
	ck_assert_int_eq(signalled, 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("child");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, a_program_gets_what_is_sent_to_us);
	tcase_add_test(cases, one_that_could_not_be_started_gets_none);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
