/* SPDX-License-Identifier: MIT */
/*
 * What a trace shows at first sight: how much ran, and how busy each GPU was. Data alone: printing
 * is the verbs' business. Any thread, one at a time.
 */
#ifndef WARPWISE_SUMMARY_H
#define WARPWISE_SUMMARY_H

#include "base/interval.h"
#include "trace/trace.h"

/* All times are united: what ran at the same time counts once. Copies from host to host are
 * counted, and have none. */
struct summary_device {
	int64_t operations[OPERATION_TYPES];
	int64_t busy_ns;                  /* something ran */
	int64_t type_ns[OPERATION_TYPES]; /* something of the type ran */
	int64_t copy_and_kernel_ns;       /* a copy and a kernel ran */
	int64_t several_kernels_ns;       /* two kernels or more ran */
	size_t most_kernels;              /* at one moment */
	double average_kernels;           /* while any ran */
	int64_t copied_bytes;
	size_t streams; /* with operations */
	size_t queues;  /* hardware work queues with operations */
};

struct summary {
	int64_t wall_ns; /* from the first to the last activity of GPU or API */
	int64_t operations[OPERATION_TYPES];
	int64_t busy_ns;      /* of all devices, added up */
	int64_t failed_calls; /* returned an error; "not ready" is none */
	int64_t copied_bytes;
	size_t functions; /* that were launched */
	size_t threads;   /* that made calls */
	size_t active_devices;
	struct summary_device *devices; /* one for each of the trace, also without operations */
};

/* Returns 0 or -ENOMEM; the caller frees its devices in any case. */
int summary_make(struct summary *summary, const struct trace *trace);

/* Whether OPERATION keeps a GPU busy: copies within the host's memory are made by its processor. */
bool operation_is_of_gpu(const struct trace *trace, uint32_t operation);

/* Whether most of what ran are nodes of CUDA graphs that were recorded one by one. */
bool trace_is_mostly_graph_nodes(const struct trace *trace);

/* When the last operation ended; without operations, the run. */
int64_t trace_work_end_ns(const struct trace *trace);

/* Between FROM_NS and TO_NS, the time that no thread spent in a call. */
int64_t trace_outside_calls_ns(const struct trace *trace, int64_t from_ns, int64_t to_ns);

/* Within the united SET. */
int64_t trace_outside_calls_within(const struct trace *trace, const struct interval_set *set);

#endif
