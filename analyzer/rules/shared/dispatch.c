/* SPDX-License-Identifier: MIT */
/* Finds threads that dispatch, by samples of what they do between launches. Any thread. */
#include "rules/shared/dispatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "code/host_time.h"
#include "rules/shared/constants.h"
#include "trace/call_class.h"

enum { SLOW, DISPATCH };

const struct threshold dispatch_thresholds[] = {
	[SLOW] = { "slow dispatch", 500000, "ns" },
	[DISPATCH] = { "dispatch", 80, "%" },
	{ .name = NULL },
};

/* Python code from which launches were made. */
struct launching {
	bool *frames;       /* by frame */
	bool *stacks;       /* by stack: its frames are marked */
	const char **files; /* of libraries, sorted */
	size_t files_count;
};

bool dispatch_may_take(int64_t ns)
{
	return (double)ns <= dispatch_thresholds[SLOW].value;
}

static int compare_files(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_python(const struct trace *trace, uint32_t frame)
{
	return trace->host_frames[frame].binary == NONE && *trace->host_frames[frame].file;
}

/* STACK is of code that launches. */
static void mark_stack(struct launching *launching, const struct trace *trace, uint32_t stack)
{
	for (uint32_t s = stack; s != NONE && !launching->stacks[s];
	     s = trace->host_stacks[s].parent) {
		launching->stacks[s] = true;
		launching->frames[trace->host_stacks[s].frame] = true;
	}
}

static void mark_stacks(struct launching *launching, const struct trace *trace)
{
	for (size_t i = trace->timed_samples; i < trace->host_samples_count; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];

		if (sample->call != NONE && call_class(trace, sample->call) == CALL_LAUNCH)
			mark_stack(launching, trace, sample->stack);
	}
}

/* A thread for gradients runs no Python. Who waits for it is where its launches are made from. */
static void mark_waiting(struct launching *launching, const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const struct trace_calls *calls = &trace->calls;
	uint32_t waiting = NONE;

	for (uint32_t c = 0; c < calls->count; c++) {
		const uint32_t by = graph_call_before(graph, c);

		if (!trace_is_backward_thread(trace, calls->thread[c]))
			continue;
		if (by != NONE && !trace_is_backward_thread(trace, calls->thread[by]))
			waiting = calls->thread[by];
		if (waiting == NONE || call_class(trace, c) != CALL_LAUNCH)
			continue;
		for (size_t i = host_time_first_sample(trace, waiting, calls->start_ns[c]);
		     i < trace->timed_samples && trace->host_samples[i].thread == waiting &&
		     trace->host_samples[i].time_ns < calls->end_ns[c];
		     i++)
			mark_stack(launching, trace, trace->host_samples[i].stack);
	}
}

static int launching_init(struct launching *launching, const struct host_code *code,
                          const struct graph *graph)
{
	const struct trace *trace = code->trace;

	*launching = (struct launching){
		.frames = calloc(trace->host_frames_count + 1, sizeof *launching->frames),
		.stacks = calloc(trace->host_stacks_count + 1, sizeof *launching->stacks),
		.files = calloc(trace->host_frames_count + 1, sizeof *launching->files),
	};
	if (!launching->frames || !launching->stacks || !launching->files)
		return -ENOMEM;
	mark_stacks(launching, trace);
	mark_waiting(launching, graph);
	for (uint32_t f = 0; f < trace->host_frames_count; f++)
		if (launching->frames[f] && is_python(trace, f) && !code->places[f].is_own)
			launching->files[launching->files_count++] = trace->host_frames[f].file;
	if (launching->files_count)
		qsort(launching->files, launching->files_count, sizeof *launching->files,
		      compare_files);
	return 0;
}

static void launching_release(struct launching *launching)
{
	free(launching->frames);
	free(launching->stacks);
	free(launching->files);
}

/* Whether the innermost line of Python's on STACK is one that launches, or a library's beside one.
 */
static bool is_dispatch(const struct launching *launching, const struct host_code *code,
                        uint32_t stack)
{
	const struct trace *trace = code->trace;
	uint32_t frame;

	while (stack != NONE && !is_python(trace, trace->host_stacks[stack].frame))
		stack = trace->host_stacks[stack].parent;
	if (stack == NONE)
		return false;
	frame = trace->host_stacks[stack].frame;
	return launching->frames[frame] ||
	       (!code->places[frame].is_own && launching->files_count &&
	        bsearch(&trace->host_frames[frame].file, launching->files, launching->files_count,
	                sizeof *launching->files, compare_files));
}

/* By the samples of one thread, TIME. */
static bool are_dispatch(const struct host_time *time, const struct launching *launching)
{
	double dispatch_ns = 0;

	for (uint32_t s = 0; s < time->code->trace->host_stacks_count; s++)
		if (time->sampled_ns[s] > 0 && is_dispatch(launching, time->code, s))
			dispatch_ns += time->sampled_ns[s];
	return 100 * dispatch_ns >= dispatch_thresholds[DISPATCH].value * time->sampled_sum_ns;
}

static int compare_threads(const void *a, const void *b)
{
	const struct dispatch_pause *left = a, *right = b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return (left->from_ns > right->from_ns) - (left->from_ns < right->from_ns);
}

static int judge_by_samples(bool *threads, const struct check *check,
                            const struct dispatch_pause *pauses, size_t count)
{
	struct launching launching;
	struct host_time time = { 0 };
	int err = launching_init(&launching, check->host, check->graph);

	if (!err)
		err = host_time_init(&time, check->host);
	for (size_t i = 0, next; i < count && !err; i = next) {
		host_time_forget(&time);
		for (next = i; next < count && pauses[next].thread == pauses[i].thread; next++)
			host_time_add_own(&time, pauses[i].thread, pauses[next].from_ns,
			                  pauses[next].to_ns);
		if (time.samples >= REPEATS_MIN)
			threads[pauses[i].thread] = are_dispatch(&time, &launching);
	}
	host_time_release(&time);
	launching_release(&launching);
	return err;
}

int dispatch_find(bool *threads, const struct check *check, struct dispatch_pause *pauses,
                  size_t count)
{
	for (uint32_t t = 0; t < check->trace->threads_count; t++)
		threads[t] = trace_is_backward_thread(check->trace, t);
	if (!count || !check->host)
		return 0;
	qsort(pauses, count, sizeof *pauses, compare_threads);
	return judge_by_samples(threads, check, pauses, count);
}
