/* SPDX-License-Identifier: MIT */
/*
 * What several rules look up about the whole trace. It is found once, before the first rule runs,
 * and only read from then on: any thread.
 */
#ifndef WARPWISE_RULES_SURVEY_H
#define WARPWISE_RULES_SURVEY_H

#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"
#include "rules/shared/data_waits.h"
#include "rules/shared/kernels.h"
#include "rules/shared/launches.h"
#include "rules/shared/start_up.h"

struct survey {
	struct copy_rates rates;
	struct chunk_runs chunks;
	struct launch *launches; /* by launch shape; those that were not launched, or are not
	                            understood, have no launches */
	struct kernel_busy *functions, *shapes;
	bool *reads_host;   /* by function: host_reads_bind(), in a program with pinned memory */
	uint32_t *versions; /* by function: versions.h */
	const struct library **launched_by; /* by function: launch_libraries_find() */
	double *functors;                   /* by function: functors_find() */
	const struct code *codes;           /* by function; the graph's */
	struct start_up start_up;
	int64_t latency_ns; /* launch_latency() */
	/* Without what devices idled before loops began: the GPU's time, from the first to the last
	 * operation, and the main part, which is graph->program_ns without the host's work before
	 * the first operation and behind the last. */
	int64_t span_ns, main_ns;
	int64_t busy_ns; /* something ran on a GPU */
	struct data_waits data_waits;
};

/* Returns 0 or -ENOMEM; release in any case. */
int survey_init(struct survey *survey, const struct graph *graph,
                const struct kernel_profiles *profiles);
void survey_release(struct survey *survey);

/*
 * Whether the host may wait for the GPU in ways that no record shows: functions of the host wake
 * its threads, as in JAX, a GPU is busy nearly all of the time, and yet the run seems to wait for
 * the host. Then neither the budget nor a replay tells what kernels and copies cost.
 */
bool survey_hides_waits(const struct survey *survey, const struct graph *graph);

#endif
