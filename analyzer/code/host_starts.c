/* SPDX-License-Identifier: MIT */
/*
 * Finds where JAX starts. Its client for the GPU is made in a function of its own. But the memory
 * of the host that its transfers go through comes with the first array: seconds in a function that
 * puts every array on the GPU, without a call of CUDA. A stack of that function is the start's
 * where all of its samples lie between the first of them and the next call, and what is copied then
 * is so little that the host has not prepared it for as long.
 */
#include "code/host_starts.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/text.h"

enum {
	FIRST_COPY_MAX_BYTES = 1 << 20, /* the host copies that in a millisecond */
	LITTLE_NS = 100000000,          /* what is shorter may be any put */
};

enum stack_kind { OTHER, MAKES_CLIENT, PUTS_ARRAY };

static enum stack_kind kind_of_frame(const struct trace_host_frame *frame)
{
	if (text_matches("*/jax/_src/xla_bridge.py", frame->file) &&
	    text_matches("_init_backend", frame->function))
		return MAKES_CLIENT;
	return text_matches("*/jax/_src/*pxla.py", frame->file) &&
	                       text_matches("batched_device_put", frame->function)
	               ? PUTS_ARRAY
	               : OTHER;
}

/* When the first call of CUDA after NS began; INT64_MAX: there is none. */
static int64_t next_call_ns(const struct trace *trace, int64_t ns)
{
	int64_t next_ns = INT64_MAX;

	for (size_t i = 0; i < trace->calls.count; i++)
		if (trace->calls.start_ns[i] > ns && trace->calls.start_ns[i] < next_ns)
			next_ns = trace->calls.start_ns[i];
	return next_ns;
}

/* Whether the first copy after NS is of few bytes. */
static bool copies_little(const struct trace *trace, int64_t ns)
{
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_COPY && o->start_ns[i] > ns)
			return operation_transfer(trace, i)->size_bytes <= FIRST_COPY_MAX_BYTES;
	return false;
}

/* Takes out of STARTS the stacks that put arrays elsewhere than at the start, which the first
 * sample of KINDS tells. */
static void leave_first(bool *starts, const struct trace *trace, const uint8_t *kinds)
{
	int64_t first_ns = INT64_MAX, end_ns;

	for (size_t i = 0; i < trace->timed_samples; i++)
		if (kinds[trace->host_samples[i].stack] == PUTS_ARRAY &&
		    trace->host_samples[i].time_ns < first_ns)
			first_ns = trace->host_samples[i].time_ns;
	end_ns = first_ns < INT64_MAX ? next_call_ns(trace, first_ns) : 0;
	if (end_ns < INT64_MAX && end_ns - first_ns >= LITTLE_NS && copies_little(trace, first_ns))
		for (size_t i = 0; i < trace->host_stacks_count; i++)
			starts[i] |= kinds[i] == PUTS_ARRAY;
	for (size_t i = 0; i < trace->timed_samples; i++)
		if (kinds[trace->host_samples[i].stack] == PUTS_ARRAY &&
		    trace->host_samples[i].time_ns > end_ns)
			starts[trace->host_samples[i].stack] = false;
}

bool *host_starts_of_stacks(const struct trace *trace)
{
	bool *starts = calloc(trace->host_stacks_count + 1, sizeof *starts);
	uint8_t *kinds = calloc(trace->host_stacks_count + 1, sizeof *kinds);
	bool has_puts = false;

	for (size_t i = 0; i < trace->host_stacks_count && starts && kinds; i++) {
		const struct trace_host_stack *stack = &trace->host_stacks[i];

		/* Who calls comes before who is called. */
		kinds[i] = stack->parent != NONE ? kinds[stack->parent] : OTHER;
		if (kinds[i] == OTHER)
			kinds[i] = (uint8_t)kind_of_frame(&trace->host_frames[stack->frame]);
		starts[i] = kinds[i] == MAKES_CLIENT;
		has_puts |= kinds[i] == PUTS_ARRAY;
	}
	if (has_puts)
		leave_first(starts, trace, kinds);
	free(kinds);
	if (!kinds) {
		free(starts);
		starts = NULL;
	}
	return starts;
}
