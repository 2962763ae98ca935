/* SPDX-License-Identifier: MIT */
/*
 * What keeps one of CUPTI's profilers from measuring. The program runs on and its timeline is
 * recorded: one line says what to do, the trace's diagnostics say what is absent. Any thread adds;
 * the writer thread reads.
 */
#ifndef WARPWISE_FAILURES_H
#define WARPWISE_FAILURES_H

#include <stdatomic.h>
#include <stdint.h>

#include "host/losses.h"
#include "cupti/compat.h"

enum { FAILURE_STAGES_MAX = 16 };

/* Of one profiler. A static object: what comes first is set there, the rest begins as zeros. */
struct failures {
	const char *what;            /* is not recorded: "warp stalls are" */
	const char *meanwhile;       /* "the timeline is" */
	const char *code;            /* of the diagnostics */
	const char *cannot;          /* the advice where CUPTI says no more than that it cannot */
	const char *const *subjects; /* of the diagnostics, by stage */
	const char *const *advices;  /* by stage, where that says more; NULL, or of them: none */
	int stages;
	atomic_bool is_said;
	struct {
		_Atomic CUptiResult result; /* the first one */
		atomic_int_least64_t count;
	} at[FAILURE_STAGES_MAX];
};

/* Counts that STAGE ended with RESULT; the first failure of the process is said. */
void failures_add(struct failures *failures, int stage, CUptiResult result);

/* Calls WRITE, as counters_each() does, for each stage that failed. */
void failures_each(const struct failures *failures, diagnostic_fn *write, void *data);

#endif
