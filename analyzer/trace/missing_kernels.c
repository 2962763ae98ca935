/* SPDX-License-Identifier: MIT */
/*
 * CUPTI may lose a stream's kernels without a word (collector/README.md, late starts); the launches
 * are there. Any thread.
 */
#include "trace/missing_kernels.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"

/* A queue has room for about a thousand launches; of more some have run before the pause. */
enum { PENDING_MAX = 2048 };

/* What a thread launched between two pauses. */
struct launches {
	size_t pause; /* the number of pauses before */
	int64_t count;
	bool have_kernels;
	bool had_kernels;     /* of any launch */
	int64_t missing;      /* between earlier pauses */
	bool has_made_graphs; /* at any time */
};

static bool begins_before(const void *pause, const void *time_ns)
{
	return ((const struct trace_unrecorded *)pause)->start_ns <= *(const int64_t *)time_ns;
}

static void close_interval(struct launches *launches)
{
	if (launches->count > PENDING_MAX && !launches->have_kernels)
		launches->missing += launches->count;
	launches->count = 0;
	launches->have_kernels = false;
}

static void add_launch(const struct trace *trace, struct launches *launches, size_t call,
                       bool has_kernel)
{
	const size_t pause =
	        lower_bound(&trace->calls.start_ns[call], trace->unrecorded,
	                    trace->unrecorded_count, sizeof *trace->unrecorded, begins_before);

	if (pause != launches->pause)
		close_interval(launches);
	launches->pause = pause;
	launches->count++;
	launches->have_kernels |= has_kernel;
	launches->had_kernels |= has_kernel;
}

static void add_calls(const struct trace *trace, struct launches *threads, const bool *has_kernel)
{
	const struct trace_calls *calls = &trace->calls;

	for (size_t i = 0; i < calls->count; i++) {
		struct launches *thread = &threads[calls->thread[i]];

		switch (trace->call_names[calls->name[i]].class) {
		case CALL_LAUNCH:
			if (calls->result[i] == 0)
				add_launch(trace, thread, i, has_kernel[i]);
			break;
		case CALL_GRAPH:
			thread->has_made_graphs = true;
			break;
		default:
			break;
		}
	}
}

/* Where another thread makes the graphs, one that never had a kernel may do nothing but capture. */
static bool may_capture(const struct launches *launches, bool are_there_graphs)
{
	return launches->has_made_graphs || (are_there_graphs && !launches->had_kernels);
}

static int64_t sum(const struct trace *trace, struct launches *threads)
{
	bool are_there_graphs = false;
	int64_t missing = 0;

	for (size_t i = 0; i < trace->threads_count; i++) {
		close_interval(&threads[i]);
		are_there_graphs |= threads[i].has_made_graphs;
	}
	for (size_t i = 0; i < trace->threads_count; i++)
		missing += may_capture(&threads[i], are_there_graphs) ? 0 : threads[i].missing;
	for (size_t i = 0; i < trace->launch_shapes_count; i++)
		missing -= trace->launch_shapes[i].untimed_launches; /* they are known */
	return missing > 0 ? missing : 0;
}

int64_t missing_kernels(const struct trace *trace)
{
	const struct trace_operations *operations = &trace->operations;
	struct launches *threads = calloc(trace->threads_count + 1, sizeof *threads);
	bool *has_kernel = calloc(trace->calls.count + 1, sizeof *has_kernel);
	int64_t missing = 0;

	if (threads && has_kernel && trace->is_complete) {
		for (size_t i = 0; i < operations->count; i++)
			if (operations->call[i] != NONE)
				has_kernel[operations->call[i]] = true;
		add_calls(trace, threads, has_kernel);
		missing = sum(trace, threads);
	}
	if (!threads || !has_kernel)
		missing = -ENOMEM;
	free(threads);
	free(has_kernel);
	return missing;
}
