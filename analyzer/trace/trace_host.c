/* SPDX-License-Identifier: MIT */
/* Loads where the host was: binaries, frames, stacks, and when each stack was seen. */
#include <errno.h>
#include <stdlib.h>

#include "trace/trace_loader.h"

enum {
	LINE_MAX_NUMBER = 1 << 30,
	DEPTH_MAX = 1024,        /* the recorder cuts them at 256 frames */
	INTERRUPTED_NS = 200000, /* who took so long to answer, and is not late, was interrupted */
	NEAR_NS = 250000000, /* where the recorder does interrupt, seven late samples of eight have
	                        one nearer */
};

int take_host_binary(struct loader *l)
{
	struct trace_host_binary binary = { .path = row_text(l, 1), .build_id = row_text(l, 2) };

	if (!binary.path || !binary.build_id)
		return -ENOMEM;
	return APPEND_ID(l, HOST_BINARIES, host_binaries, binary);
}

static const char *text_of(struct loader *l, int column)
{
	const uint32_t string = row_optional_reference(l, column, STRINGS);

	return string == NONE ? "" : l->strings[string];
}

int take_host_frame(struct loader *l)
{
	const struct trace_host_frame frame = {
		.binary = row_optional_reference(l, 1, HOST_BINARIES),
		.address = row_optional(l, 2, INT64_MIN, INT64_MAX, 0),
		.file = text_of(l, 3),
		.function = text_of(l, 4),
		.line = (int)row_optional(l, 5, 0, LINE_MAX_NUMBER, 0),
	};

	return APPEND_ID(l, HOST_FRAMES, host_frames, frame);
}

int take_host_symbol(struct loader *l)
{
	const uint32_t id = row_reference(l, 0, HOST_FRAMES);
	struct trace_host_frame *frame;

	if (l->is_bad || id == NONE)
		return 0;
	frame = &l->trace->host_frames[id];
	if (frame->binary == NONE)
		return 0;
	frame->symbol = row_text(l, 1);
	frame->symbol_file = row_text(l, 2);
	frame->symbol_line = (int)row_optional(l, 3, 0, LINE_MAX_NUMBER, 0);
	frame->is_call = row_optional(l, 4, 0, 1, 1) != 0;
	return frame->symbol && frame->symbol_file ? 0 : -ENOMEM;
}

/* Who calls comes before who is called, so that a stack has an end. */
int take_host_stack(struct loader *l)
{
	struct trace_host_stack stack = {
		.parent = row_optional_reference(l, 1, HOST_STACKS),
		.frame = row_reference(l, 2, HOST_FRAMES),
	};

	if (!l->is_bad && stack.parent != NONE)
		stack.depth = l->trace->host_stacks[stack.parent].depth + 1;
	l->is_bad |= stack.depth >= DEPTH_MAX;
	return APPEND_ID(l, HOST_STACKS, host_stacks, stack);
}

/* Of native code the recorder samples the running time, and says how much a sample stands for. */
static void take_running_time(struct trace *trace, struct trace_host_sample *sample)
{
	const struct trace_host_frame *frame =
	        &trace->host_frames[trace->host_stacks[sample->stack].frame];

	if (!sample->is_timed || *frame->function || *frame->file)
		return;
	sample->running_ns = sample->time_ns - sample->asked_ns;
	sample->asked_ns = sample->time_ns;
	trace->host_stacks[sample->stack].is_native_sample = true;
}

int take_host_sample(struct loader *l)
{
	struct trace_host_sample sample = {
		.time_ns = row_integer(l, 1, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS),
		.thread = row_reference(l, 2, THREADS),
		.stack = row_reference(l, 3, HOST_STACKS),
		.call = row_is_null(l, 4) ? NONE : row_correlation_id(l, 4),
		.is_late = row_integer(l, 6, 0, 1) != 0,
	};

	if (l->is_bad)
		return 0;
	sample.is_timed = row_is_null(l, 4);
	sample.asked_ns = row_optional(l, 5, -TRACE_TIME_MAX_NS, sample.time_ns, sample.time_ns);
	take_running_time(l->trace, &sample);
	return APPEND(l, host_samples, sample);
}

static bool is_native(const struct trace *trace, const struct trace_host_sample *sample)
{
	return trace->host_frames[trace->host_stacks[sample->stack].frame].binary != NONE;
}

/* By time; then by call, where an interpreter's stack, which people know, comes before the native
 * one of the same call. */
static int compare_host_samples(const void *a, const void *b, void *trace)
{
	const struct trace_host_sample *left = a, *right = b;

	if (left->is_timed != right->is_timed)
		return left->is_timed < right->is_timed ? 1 : -1;
	if (!left->is_timed && left->call != right->call)
		return left->call < right->call ? -1 : 1;
	if (!left->is_timed && is_native(trace, left) != is_native(trace, right))
		return is_native(trace, left) ? 1 : -1;
	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return (left->time_ns > right->time_ns) - (left->time_ns < right->time_ns);
}

static bool is_interrupted(const struct trace_host_sample *sample)
{
	return !sample->is_late && sample->time_ns - sample->asked_ns >= INTERRUPTED_NS;
}

/* When PyTorch's threads for backward() called CUDA, in order. */
struct backward_calls {
	int64_t *starts_ns;
	size_t count;
};

static int compare_times(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static int backward_calls_find(struct backward_calls *found, const struct trace *trace)
{
	bool *is_backward = calloc(trace->threads_count + 1, sizeof *is_backward);

	found->starts_ns = malloc((trace->calls.count + 1) * sizeof *found->starts_ns);
	if (!is_backward || !found->starts_ns) {
		free(is_backward);
		return -ENOMEM;
	}
	for (size_t t = 0; t < trace->threads_count; t++)
		is_backward[t] = trace_is_backward_thread(trace, (uint32_t)t);
	for (size_t c = 0; c < trace->calls.count; c++)
		if (is_backward[trace->calls.thread[c]])
			found->starts_ns[found->count++] = trace->calls.start_ns[c];
	if (found->count)
		qsort(found->starts_ns, found->count, sizeof *found->starts_ns, compare_times);
	free(is_backward);
	return 0;
}

static bool is_before(const void *item, const void *key)
{
	return *(const int64_t *)item < *(const int64_t *)key;
}

/* Whether its thread waited for backward() while SAMPLE was taken. */
static bool is_in_backward(const struct backward_calls *calls,
                           const struct trace_host_sample *sample)
{
	const size_t i = lower_bound(&sample->asked_ns, calls->starts_ns, calls->count,
	                             sizeof *calls->starts_ns, is_before);

	return i < calls->count && calls->starts_ns[i] <= sample->time_ns;
}

/*
 * A late sample says that its thread ran code that lets nobody in, but not which: it has the stack
 * of what came next. The recorder interrupts such code now and then, and each time sees it in the
 * middle. Of all that is seen so, the sample that is nearest in time stands for a late one, if it
 * is near enough to be of the same part of the program. None stands for one in backward() but
 * another in that: it waits there, and is not interrupted.
 */
static void place_late_samples(struct trace_host_sample *samples, size_t count,
                               const struct backward_calls *backward)
{
	const struct trace_host_sample *before = NULL, *behind = NULL;

	for (size_t i = 0; i < count; i++) {
		struct trace_host_sample *sample = &samples[i];
		const struct trace_host_sample *nearest;

		if (before && before->thread != sample->thread)
			before = NULL;
		if (is_interrupted(sample))
			before = sample;
		if (!sample->is_late)
			continue;
		if (!behind || behind < sample)
			for (behind = sample; behind < samples + count && !is_interrupted(behind);)
				behind++;
		nearest = before && sample->time_ns - before->time_ns <= NEAR_NS ? before : NULL;
		if (behind < samples + count && behind->thread == sample->thread &&
		    behind->time_ns - sample->time_ns <= NEAR_NS &&
		    (!nearest ||
		     behind->time_ns - sample->time_ns < sample->time_ns - before->time_ns))
			nearest = behind;
		if (!nearest ||
		    is_in_backward(backward, sample) != is_in_backward(backward, nearest))
			continue;
		sample->stack = nearest->stack;
		sample->is_placed = true;
		sample->placed_as = (uint32_t)(nearest - samples);
	}
	for (size_t i = 0; i < count; i++)
		samples[i].is_late &= !samples[i].is_placed;
}

/*
 * All threads that run Python are sampled at the same time: one that was not had none to run. So a
 * sample stands for the time since any of them was sampled before.
 */
static int find_rounds(struct trace_host_sample *samples, size_t count)
{
	int64_t *times_ns = malloc((count + 1) * sizeof *times_ns);

	if (!times_ns)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		times_ns[i] = samples[i].time_ns;
	if (count)
		qsort(times_ns, count, sizeof *times_ns, compare_times);
	for (size_t i = 0; i < count; i++) {
		const size_t round = lower_bound(&samples[i].time_ns, times_ns, count,
		                                 sizeof *times_ns, is_before);

		samples[i].since_ns = round ? times_ns[round - 1] : samples[i].asked_ns;
	}
	free(times_ns);
	return 0;
}

/* The main thread answers itself: all the while it was in what it is seen in. Others went on until
 * then. */
static void place_others(struct trace *trace)
{
	for (size_t i = 0; i < trace->timed_samples; i++) {
		struct trace_host_sample *sample = &trace->host_samples[i];

		if (trace->threads[sample->thread].system_thread_id != trace->pid)
			sample->asked_ns = sample->time_ns;
	}
}

int sort_host_samples(struct trace *trace)
{
	struct backward_calls backward = { 0 };
	int err;

	if (!trace->host_samples_count)
		return 0;
	qsort_r(trace->host_samples, trace->host_samples_count, sizeof *trace->host_samples,
	        compare_host_samples, trace);
	for (trace->timed_samples = 0; trace->timed_samples < trace->host_samples_count &&
	                               trace->host_samples[trace->timed_samples].is_timed;
	     trace->timed_samples++)
		;
	err = backward_calls_find(&backward, trace);
	if (!err)
		place_late_samples(trace->host_samples, trace->timed_samples, &backward);
	free(backward.starts_ns);
	if (!err)
		err = find_rounds(trace->host_samples, trace->timed_samples);
	place_others(trace);
	return err;
}
