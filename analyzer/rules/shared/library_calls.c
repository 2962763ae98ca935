/* SPDX-License-Identifier: MIT */
/* Finds calls that libraries make. */
#include "rules/shared/library_calls.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "code/host_code.h"
#include "code/host_time.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"

/* What the program called in a library that then called CUDA in this stack; NONE: it called CUDA
 * itself, or nobody knows. *CALLER: the program's frame. */
static uint32_t called_library(uint32_t *caller, const struct host_code *code, uint32_t stack_of)
{
	const struct trace *trace = code->trace;
	uint32_t library = NONE;

	for (uint32_t s = stack_of; s != NONE; s = host_code_caller(code, stack_of, s)) {
		const uint32_t frame = trace->host_stacks[s].frame;

		*caller = frame;
		if (code->places[frame].is_own)
			return library;
		if (!code->places[frame].is_recorder)
			library = frame;
	}
	return NONE;
}

/* Whether Thrust made the call of this stack, and the program's own code called it: not a library
 * that has Thrust in it. */
static bool is_thrusts(const struct host_code *code, uint32_t stack_of)
{
	const struct trace *trace = code->trace;
	bool is_thrust = false;

	for (uint32_t s = stack_of; s != NONE; s = host_code_caller(code, stack_of, s)) {
		const struct host_place *place = &code->places[trace->host_stacks[s].frame];

		is_thrust |= place->is_thrust;
		if (place->is_own)
			return is_thrust;
		if (!place->is_recorder && host_code_is_library(place->unit))
			return false;
	}
	return false;
}

int library_calls_count(struct library_calls *found, const struct check *check, const bool *is_of)
{
	const struct trace *trace = check->trace;
	struct host_time time;
	bool is_by_thrust = false; /* found->called */
	int err;

	*found = (struct library_calls){ .called = NONE, .caller = NONE };
	if (!check->host || check->host->has_python)
		return 0;
	err = host_time_init(&time, check->host);
	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		const struct trace_host_sample *sample =
		        is_of[c] ? host_time_caller(&time, c) : NULL;
		uint32_t called, caller = NONE;

		if (!sample)
			continue;
		found->known++;
		called = called_library(&caller, check->host, sample->stack);
		found->count += called != NONE;
		if (called != NONE && (found->called == NONE || is_by_thrust)) {
			found->called = called;
			found->caller = caller;
			is_by_thrust = is_thrusts(check->host, sample->stack);
		}
	}
	host_time_release(&time);
	return err;
}

int library_calls_reach_thrust(bool *do_reach, const struct check *check)
{
	int err;
	const struct framework *framework = kernels_framework(check->trace, &err);

	*do_reach = !(framework && framework->is_of_python) &&
	            !(check->host && check->host->has_python);
	return err;
}

int64_t library_calls_of_thrust(bool *is_thrust, const struct check *check, const bool *is_of)
{
	struct host_time time;
	int64_t count = 0;
	int err;

	if (!check->host || check->host->has_python)
		return 0;
	err = host_time_init(&time, check->host);
	for (uint32_t c = 0; c < check->trace->calls.count && !err; c++) {
		const struct trace_host_sample *sample =
		        is_of[c] ? host_time_caller(&time, c) : NULL;

		is_thrust[c] = sample && is_thrusts(check->host, sample->stack);
		count += is_thrust[c];
	}
	host_time_release(&time);
	return err ? err : count;
}

bool library_calls_are_most(const struct library_calls *found)
{
	return found->known >= CALLERS_SEEN_MIN &&
	       100 * found->count >= LIBRARY_CALLS_PERCENT * found->known;
}

const char *library_calls_text(char text[HOST_SPOT_TEXT], const struct check *check,
                               const struct library_calls *found)
{
	char called[HOST_PLACE_TEXT], caller[HOST_PLACE_TEXT];

	snprintf(text, HOST_SPOT_TEXT, "%s, called from %s",
	         host_place_text(called, &check->host->places[found->called]),
	         host_place_text(caller, &check->host->places[found->caller]));
	return text;
}

int library_calls_say_all(struct finding *finding, const struct check *check, const uint32_t *calls,
                          size_t count)
{
	bool *is_of = calloc(check->trace->calls.count + 1, sizeof *is_of);
	struct library_calls found;
	char text[HOST_SPOT_TEXT];
	int err;

	if (!is_of)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		is_of[calls[i]] = true;
	err = library_calls_count(&found, check, is_of);
	free(is_of);
	if (err || !library_calls_are_most(&found))
		return err;
	finding_fact(finding, "who allocates", "%s: %s of %s whose stacks are known",
	             library_calls_text(text, check, &found), format_count(FORMAT, found.count),
	             name_count(NAME, found.known, "call", "calls"));
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "library"));
	return 0;
}
