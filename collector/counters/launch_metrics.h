/* SPDX-License-Identifier: MIT */
/*
 * Hardware counters of launches, by CUPTI's range profiler, beside the timeline. The first launches
 * of each function and launch shape are measured, each in a window of its own: the profiler is
 * started when the launch begins and stopped when its kernel has ended. The kernel in the window
 * runs alone, once for each pass, and has no times; all others run as always.
 *
 * One window is open in the process at a time. A launch that meets another's is not measured: its
 * shape's next one may be. Where another thread launches in the same context meanwhile, what was
 * measured cannot be told apart, and is thrown away.
 */
#ifndef WARPWISE_LAUNCH_METRICS_H
#define WARPWISE_LAUNCH_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/losses.h"
#include "cupti/compat.h"
#include "counters/launch.h"
#include "host/queue.h"

struct launch_value {
	const char *metric; /* lives as long as the process */
	double value;       /* may be NaN: nothing to divide by */
};

/* A measured launch on its way to the writer, which frees it. */
struct launch_page {
	struct item item; /* ITEM_LAUNCH */
	uint32_t correlation_id;
	uint32_t thread_id;        /* of the system */
	int64_t ordinal;           /* which launch of its shape it was, from 1 */
	int64_t passes;            /* how often the kernel ran */
	uint64_t start_ns, end_ns; /* of the window; CUPTI's timestamps */
	size_t count;
	struct launch_value values[];
};

/* Reads which metrics the settings ask for; says which of them are none. Before any other call, in
 * the thread that initialises CUDA. */
void launch_metrics_init(void);

/* Whether launches are measured. */
bool launch_metrics_are_wanted(void);

/* Begin and end measuring launches of CONTEXT. In CUPTI's callbacks. */
void launch_metrics_context_created(CUcontext context);
void launch_metrics_context_destroyed(CUcontext context);

/* A launch begins (it is measured only if MAY_MEASURE) and has ended, in CUPTI's callbacks. */
void launch_metrics_launch_begins(const struct launch *launch, bool may_measure);
void launch_metrics_launch_ended(const struct launch *launch, CUresult result);

/* A stream is about to be captured, and launch_is_any_captured() already: waits, some time, until
 * no launch is measured. In CUPTI's callback. */
void launch_metrics_pause(void);

/*
 * MODULE, or a library, which is NULL, is about to be unloaded. Where it was measured, nothing is
 * any more (measured_code.h); waits, some time, for the launch that is. In CUPTI's callback.
 */
void launch_metrics_code_unloads(CUmodule module);

/* Ends all measuring: nothing can be written. Waits, some time, for the launch that is measured;
 * returns whether there is none any more. Any thread. */
bool launch_metrics_disable(void);

/* Calls WRITE, as counters_each() does, for what kept launches from being measured, and for each
 * metric that a chip does not have. */
void launch_metrics_each_failure(diagnostic_fn *write, void *data);

#endif
