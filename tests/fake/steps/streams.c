/* SPDX-License-Identifier: MIT */
/* Steps about streams. README.md says what each does. */
#include <string.h>

#include "steps/driver.h"
#include "steps/step.h"

static CUstream newest;

static void step_stream(const char *value)
{
	if (cuda_has_context)
		cuda_note(cuda.cuStreamCreate(&newest, strcmp(value, "blocking") == 0
		                                               ? CU_STREAM_DEFAULT
		                                               : CU_STREAM_NON_BLOCKING));
}

static void step_wait_stream(const char *value)
{
	(void)value;
	if (newest)
		cuda_note(cuda.cuStreamSynchronize(newest));
}

const struct step stream_steps[] = {
	{ "stream", step_stream },
	{ "wait-stream", step_wait_stream },
	{ .name = NULL },
};
