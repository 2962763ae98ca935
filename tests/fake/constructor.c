/* SPDX-License-Identifier: MIT */
/* A library whose constructor uses CUDA on a thread of its own, while the loader is locked: in
 * app's step `load`. Or, with CONSTRUCTOR_ENDS=abort or assert, ends the process so. */
#undef NDEBUG
#include <assert.h>
#include <stdlib.h>
#include <string.h>

void app_constructor(void); /* of steps/launches.c */

__attribute__((constructor)) static void construct(void)
{
	const char *ends = getenv("CONSTRUCTOR_ENDS");

	if (ends && strcmp(ends, "abort") == 0)
		abort();
	assert(!ends);
	app_constructor();
}
