/* SPDX-License-Identifier: MIT */
/* Kernels that a library launches, by the stacks of their launches. Any thread. */
#include "rules/shared/launch_libraries.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "code/host_code.h"

/* A call whose stack is known. */
struct known_call {
	uint32_t call, stack;
};

static int compare_calls(const void *a, const void *b)
{
	const struct known_call *left = a, *right = b;

	return (left->call > right->call) - (left->call < right->call);
}

static bool is_before(const void *item, const void *key)
{
	return ((const struct known_call *)item)->call < *(const uint32_t *)key;
}

/* Sets *KNOWN, which the caller frees, in order of call. Returns how many; 0 without memory, too.
 */
static size_t find_known(struct known_call **known, const struct trace *trace)
{
	size_t count = 0;

	*known = malloc((trace->host_samples_count + 1) * sizeof **known);
	for (size_t i = 0; *known && i < trace->host_samples_count; i++)
		if (trace->host_samples[i].call != NONE && !trace->host_samples[i].is_timed)
			(*known)[count++] = (struct known_call){ trace->host_samples[i].call,
				                                 trace->host_samples[i].stack };
	if (count)
		qsort(*known, count, sizeof **known, compare_calls);
	return count;
}

/* The library that called CUDA in STACK. */
static const struct library *library_of(const struct trace *trace, uint32_t stack)
{
	for (; stack != NONE; stack = trace->host_stacks[stack].parent) {
		const uint32_t binary = trace->host_frames[trace->host_stacks[stack].frame].binary;

		if (binary == NONE)
			return NULL;
		if (!host_code_is_recorder(trace->host_binaries[binary].path))
			return binary_library(trace->host_binaries[binary].path);
	}
	return NULL;
}

int launch_libraries_find(const struct library **libraries, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct known_call *known;
	const size_t count = find_known(&known, trace);
	bool *is_others = calloc(trace->functions_count + 1, sizeof *is_others);
	const int err = known && is_others ? 0 : -ENOMEM;

	for (uint32_t i = 0; !err && count && i < o->count; i++) {
		uint32_t function;
		size_t at;

		if (o->type[i] != OPERATION_KERNEL || o->call[i] == NONE)
			continue;
		at = lower_bound(&o->call[i], known, count, sizeof *known, is_before);
		if (at == count || known[at].call != o->call[i])
			continue;
		function = operation_function(trace, i);
		libraries[function] = library_of(trace, known[at].stack);
		is_others[function] |= !libraries[function];
	}
	for (size_t f = 0; !err && f < trace->functions_count; f++)
		if (is_others[f])
			libraries[f] = NULL;
	free(known);
	free(is_others);
	return err;
}
