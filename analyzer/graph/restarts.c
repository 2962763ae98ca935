/* SPDX-License-Identifier: MIT */
/* Finds the calls that end CUDA in the middle of a program, and start it again. Any thread. */
#include "graph/restarts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "graph/constants.h"
#include "graph/pinning.h"
#include "trace/call_class.h"

static bool is_before(const void *item, const void *key)
{
	return ((const struct restart *)item)->call < *(const uint32_t *)key;
}

static struct restart *find_item(const struct restarts *restarts, uint32_t call)
{
	const size_t i = lower_bound(&call, restarts->items, restarts->count,
	                             sizeof *restarts->items, is_before);

	return i < restarts->count && restarts->items[i].call == call ? &restarts->items[i] : NULL;
}

const struct restart *restarts_of(const struct restarts *restarts, uint32_t call)
{
	return find_item(restarts, call);
}

void restarts_release(struct restarts *restarts)
{
	free(restarts->items);
	*restarts = (struct restarts){ 0 };
}

static bool is_teardown(const struct trace *trace, uint32_t call)
{
	return call_class(trace, call) == CALL_TEARDOWN && trace->calls.result[call] == 0;
}

/* What is looked up of the operations. */
struct issue {
	uint32_t *of_call;    /* the first one that it issued, or NONE */
	uint32_t *of_context; /* the first one in it, or NONE */
	uint32_t *of_thread;  /* the last one that it issued so far, or NONE */
};

static uint32_t context_of(const struct trace *trace, uint32_t operation)
{
	return trace->streams[trace->operations.stream[operation]].context;
}

/* COUNT times NONE, or NULL: no memory. */
static uint32_t *new_nones(size_t count)
{
	uint32_t *nones = malloc((count + 1) * sizeof *nones);

	for (size_t i = 0; nones && i < count; i++)
		nones[i] = NONE;
	return nones;
}

static void issue_release(struct issue *issue)
{
	free(issue->of_call);
	free(issue->of_context);
	free(issue->of_thread);
}

static int issue_init(struct issue *issue, const struct trace *trace)
{
	*issue = (struct issue){
		.of_call = new_nones(trace->calls.count),
		.of_context = new_nones(trace->contexts_count),
		.of_thread = new_nones(trace->threads_count),
	};
	if (!issue->of_call || !issue->of_context || !issue->of_thread)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const uint32_t call = trace->operations.call[i], context = context_of(trace, i);

		if (call != NONE && issue->of_call[call] == NONE)
			issue->of_call[call] = i;
		if (context != NONE && issue->of_context[context] == NONE)
			issue->of_context[context] = i;
	}
	return 0;
}

/* Whether NEXT, issued behind RESET, can be of a context that was made since, where LAST came
 * before. cudaDeviceReset() ends the one that its device has; others may be one beside it. */
static bool is_of_new(const struct trace *trace, uint32_t reset, uint32_t last, uint32_t next,
                      const struct issue *issue)
{
	const char *name = trace->call_names[trace->calls.name[reset]].name;
	const uint32_t context = context_of(trace, next);

	if (operation_device(trace, last) != operation_device(trace, next))
		return false;
	return strncmp(name, "cuda", strlen("cuda")) == 0 ||
	       (context != NONE && issue->of_context[context] == next);
}

/*
 * The call that starts CUDA behind RESET: of its thread, before the next operation is issued or in
 * the call that issues it. NONE: none takes so long.
 */
static uint32_t restart_behind(const struct trace *trace, uint32_t reset, const struct issue *issue)
{
	const struct trace_calls *calls = &trace->calls;
	const uint32_t last = issue->of_thread[calls->thread[reset]];
	uint32_t restart = NONE;

	for (uint32_t c = reset + 1; c < calls->count && last != NONE; c++) {
		const uint32_t next = issue->of_call[c];

		if (calls->thread[c] != calls->thread[reset])
			continue;
		if (is_teardown(trace, c))
			return NONE;
		if (restart == NONE && call_class(trace, c) != CALL_SYNCHRONIZE &&
		    call_length_ns(trace, c) >= RESTART_LEAST_NS)
			restart = c;
		if (next != NONE)
			return is_of_new(trace, reset, last, next, issue) ? restart : NONE;
	}
	return NONE;
}

/* OWN_NS: of CALL, at least. */
static int add(struct restarts *restarts, uint32_t call, bool is_reset, int64_t own_ns)
{
	struct restart *added = ARRAY_ADD(&restarts->items, &restarts->count);

	if (!added)
		return -ENOMEM;
	*added = (struct restart){ .call = call, .is_reset = is_reset, .own_ns = own_ns };
	return 0;
}

static int compare(const void *a, const void *b)
{
	const uint32_t left = ((const struct restart *)a)->call;
	const uint32_t right = ((const struct restart *)b)->call;

	return (left > right) - (left < right);
}

/* What calls of the same function take that start nothing: the shortest one. And pinning takes its
 * time whatever starts. */
static int find_own(struct restarts *restarts, const struct trace *trace)
{
	int64_t *least_ns = calloc(trace->call_names_count + 1, sizeof *least_ns);

	if (!least_ns)
		return -ENOMEM;
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		int64_t *least = &least_ns[trace->calls.name[c]];
		const int64_t ns = call_length_ns(trace, c);

		if (ns > 0 && ns < RESTART_LEAST_NS && (!*least || ns < *least))
			*least = ns;
	}
	for (size_t i = 0; i < restarts->count; i++) {
		struct restart *restart = &restarts->items[i];
		const int64_t ns = least_ns[trace->calls.name[restart->call]];

		restart->own_ns = ns > restart->own_ns ? ns : restart->own_ns;
	}
	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];
		struct restart *restart = find_item(restarts, it->call);
		const int64_t ns = restart ? pinning_ns(trace, it) : 0;

		if (ns && ns > restart->own_ns)
			restart->own_ns = ns;
	}
	free(least_ns);
	return 0;
}

/* How long CALL, which issued OPERATION, went on behind its start: 1 at least. */
static int64_t behind_start_ns(const struct trace *trace, uint32_t call, uint32_t operation)
{
	const int64_t ns = operation == NONE ? 0
	                                     : trace->calls.end_ns[call] -
	                                               trace->operations.start_ns[operation];

	return ns > 1 ? ns : 1;
}

static int find(struct restarts *restarts, const struct trace *trace, uint32_t first)
{
	uint32_t last = (uint32_t)trace->calls.count;
	struct issue issue;
	int err = issue_init(&issue, trace);

	while (!err && last > first && issue.of_call[last - 1] == NONE)
		last--;
	for (uint32_t c = 0; c < last && !err; c++) {
		uint32_t restart;

		if (issue.of_call[c] != NONE)
			issue.of_thread[trace->calls.thread[c]] = issue.of_call[c];
		if (c < first || !is_teardown(trace, c))
			continue;
		err = add(restarts, c, true, 1);
		restart = restart_behind(trace, c, &issue);
		if (!err && restart != NONE)
			err = add(restarts, restart, false,
			          behind_start_ns(trace, restart, issue.of_call[restart]));
	}
	issue_release(&issue);
	return err;
}

int restarts_find(struct restarts *restarts, const struct trace *trace, uint32_t first_issuing_call)
{
	uint32_t first = first_issuing_call == NONE ? 0 : first_issuing_call + 1;
	int err;

	*restarts = (struct restarts){ 0 };
	while (first < trace->calls.count && !is_teardown(trace, first))
		first++;
	if (first >= trace->calls.count)
		return 0;
	err = find(restarts, trace, first);
	if (restarts->count > 1)
		qsort(restarts->items, restarts->count, sizeof *restarts->items, compare);
	return err ? err : find_own(restarts, trace);
}
