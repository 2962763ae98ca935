/* SPDX-License-Identifier: MIT */
/*
 * PM sampling: what the whole GPU does, every so many microseconds, beside the timeline. Each
 * device is sampled from its first context on; one thread fetches what CUPTI has collected, before
 * the GPU's buffer is full.
 */
#ifndef WARPWISE_GPU_METRICS_H
#define WARPWISE_GPU_METRICS_H

#include <stddef.h>
#include <stdint.h>

#include "host/losses.h"
#include "cupti/compat.h"
#include "counters/metric_config.h"
#include "host/queue.h"

struct gpu_sample {
	uint64_t start_ns, end_ns;  /* CUPTI's timestamps */
	double values[GPU_METRICS]; /* NaN: there is none */
};

/* Samples of one device on their way to the writer, which frees them. */
struct gpu_page {
	struct item item; /* ITEM_GPU_SAMPLES */
	uint32_t device;
	const char *const *names; /* of the values; live as long as the process */
	size_t metrics;           /* how many of a sample's values there are */
	size_t count;
	struct gpu_sample samples[];
};

/* Samples the device of CONTEXT, unless it is sampled already. In CUPTI's callback. */
void gpu_metrics_context_created(CUcontext context);

/* Pushes all that is left and ends the thread; waits for it. On the writer thread. */
void gpu_metrics_finish(void);

/* Ends the thread, some time: nothing can be written. Any thread. */
void gpu_metrics_disable(void);

/* Calls WRITE, as counters_each() does, for what kept devices from being sampled. */
void gpu_metrics_each_failure(diagnostic_fn *write, void *data);

#endif
