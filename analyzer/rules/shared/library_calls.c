/* SPDX-License-Identifier: MIT */
/* Finds calls that libraries make. */
#include "rules/shared/library_calls.h"

#include "code/host_code.h"
#include "code/host_time.h"
#include "rules/shared/constants.h"

/* What the program called in a library that then called CUDA in this stack; NONE: it called CUDA
 * itself, or nobody knows. */
static uint32_t called_library(const struct host_code *code, uint32_t stack_of)
{
	const struct trace *trace = code->trace;
	uint32_t library = NONE;

	for (uint32_t s = stack_of; s != NONE; s = host_code_caller(code, stack_of, s)) {
		const uint32_t frame = trace->host_stacks[s].frame;

		if (code->places[frame].is_own)
			return library;
		if (!code->places[frame].is_recorder)
			library = frame;
	}
	return NONE;
}

int library_calls_count(struct library_calls *found, const struct check *check, const bool *is_of)
{
	const struct trace *trace = check->trace;
	struct host_time time;
	int err;

	*found = (struct library_calls){ .called = NONE };
	if (!check->host || check->host->has_python)
		return 0;
	err = host_time_init(&time, check->host);
	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		const struct trace_host_sample *sample =
		        is_of[c] ? host_time_caller(&time, c) : NULL;
		uint32_t called;

		if (!sample)
			continue;
		found->known++;
		called = called_library(check->host, sample->stack);
		found->count += called != NONE;
		if (found->called == NONE)
			found->called = called;
	}
	host_time_release(&time);
	return err;
}

bool library_calls_are_most(const struct library_calls *found)
{
	return found->known >= CALLERS_SEEN_MIN &&
	       100 * found->count >= IDLE_WAITED_PERCENT * found->known;
}
