/* SPDX-License-Identifier: MIT */
/* Finds who launched kernels. */
#include "code/launch_callers.h"

#include <errno.h>
#include <stdlib.h>

#include "code/autograd_nodes.h"
#include "code/host_time.h"
#include "code/launch_neighbours.h"

static int compare_calls(const void *a, const void *b)
{
	const struct launch_caller *left = a, *right = b;

	if (left->call != right->call)
		return left->call < right->call ? -1 : 1;
	return (left->operation > right->operation) - (left->operation < right->operation);
}

static int compare_alike(const void *a, const void *b)
{
	const struct launch_caller *left = a, *right = b;
	const uint32_t keys[][2] = {
		{ left->function, right->function },
		{ left->function_before, right->function_before },
		{ left->thread, right->thread },
		{ left->shape, right->shape },
		{ left->before, right->before },
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return compare_calls(a, b);
}

static bool is_similar(const struct launch_caller *a, const struct launch_caller *b)
{
	return a->function == b->function && a->function_before == b->function_before &&
	       a->thread == b->thread;
}

static bool is_alike(const struct launch_caller *a, const struct launch_caller *b)
{
	return is_similar(a, b) && a->shape == b->shape && a->before == b->before;
}

/* The sample of who made CALL, if it tells a person something: an address does not. */
static const struct trace_host_sample *named_sample(const struct host_time *time, uint32_t call)
{
	const struct trace_host_sample *sample = host_time_caller(time, call);

	return sample && host_code_is_telling(time->code, sample->stack) ? sample : NULL;
}

/* Whether NEXT, the launch of the same thread behind LAUNCH, is of the same operation: so soon
 * behind it that nothing was between. */
static bool goes_on(const struct launch_callers *callers, const struct launch_caller *launch,
                    const struct launch_caller *next)
{
	const struct trace *trace = callers->code->trace;
	const struct trace_calls *calls = &trace->calls;

	return callers->code->has_python && !trace_is_backward_thread(trace, next->thread) &&
	       launch->call != next->call && launch->shape == next->shape &&
	       calls->start_ns[next->call] - calls->end_ns[launch->call] < ONE_OPERATION_NS &&
	       (!next->sample || !launch->sample || next->sample->stack == launch->sample->stack);
}

/* What a thread launched before. */
static int find_before(struct launch_callers *callers)
{
	const struct trace *trace = callers->code->trace;
	struct {
		struct launch_caller *launch;
	} *last = calloc(trace->threads_count + 1, sizeof *last); /* by thread */

	if (!last)
		return -ENOMEM;
	for (size_t i = 0; i < callers->count; i++) {
		struct launch_caller *launch = &callers->items[i];
		const struct launch_caller *before = last[launch->thread].launch;

		launch->before = before ? before->shape : NONE;
		launch->function_before = before ? before->function : NONE;
		if (before && goes_on(callers, before, launch)) {
			launch->before = before->before;
			launch->function_before = before->function_before;
			launch->sample = launch->sample ? launch->sample : before->sample;
			launch->node = launch->node != NONE ? launch->node : before->node;
		}
		last[launch->thread].launch = launch;
	}
	free(last);
	return 0;
}

/* Of those by stack, the one that made CALL. */
static uint32_t node_of(const uint32_t *nodes, const struct trace *trace, uint32_t call)
{
	const struct trace_host_sample *own = host_time_of_call(trace, call);

	return own ? nodes[own->stack] : NONE;
}

static void add_launches(struct launch_callers *callers, const struct host_time *time,
                         const uint32_t *nodes)
{
	const struct trace *trace = callers->code->trace;
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL && o->call[i] != NONE)
			callers->items[callers->count++] = (struct launch_caller){
				.call = o->call[i],
				.operation = i,
				.thread = trace->calls.thread[o->call[i]],
				.shape = o->detail[i],
				.function = operation_function(trace, i),
				.sample = named_sample(time, o->call[i]),
				.node = node_of(nodes, trace, o->call[i]),
			};
}

/* Gives launches of which none that is similar has a sample the GUESSES, by operation. */
static void take_guesses(struct launch_callers *callers,
                         const struct trace_host_sample *const *guesses)
{
	for (size_t from = 0, to; from < callers->count; from = to) {
		bool is_known = false;

		for (to = from;
		     to < callers->count && is_similar(&callers->items[from], &callers->items[to]);
		     to++)
			is_known |= callers->items[to].sample != NULL;
		for (size_t i = from; i < to && !is_known; i++)
			callers->items[i].sample = guesses[callers->items[i].operation];
	}
}

/* Of a program in Python alone: others may go from line to line as soon. */
static int guess_unknown(struct launch_callers *callers)
{
	const struct trace_host_sample **guesses = calloc(
	        callers->code->trace->operations.count + 1, sizeof(struct trace_host_sample *));
	int err = !guesses                    ? -ENOMEM
	          : callers->code->has_python ? launch_neighbours_find(guesses, callers)
	                                      : 0;

	if (!err && callers->count) {
		qsort(callers->items, callers->count, sizeof *callers->items, compare_alike);
		take_guesses(callers, guesses);
	}
	free(guesses);
	return err;
}

int launch_callers_init(struct launch_callers *callers, const struct host_code *code)
{
	struct host_time time = { 0 };
	uint32_t *nodes;
	int err;

	*callers = (struct launch_callers){ .code = code };
	if (!code->trace->host_samples_count)
		return 0;
	err = host_time_init(&time, code);
	callers->items = malloc((code->trace->operations.count + 1) * sizeof *callers->items);
	nodes = autograd_nodes_of_stacks(code);
	if (!callers->items || !nodes)
		err = -ENOMEM;
	if (!err)
		add_launches(callers, &time, nodes);
	free(nodes);
	host_time_release(&time);
	if (!err && callers->count)
		qsort(callers->items, callers->count, sizeof *callers->items, compare_calls);
	if (!err)
		err = find_before(callers);
	return err ? err : guess_unknown(callers);
}

void launch_callers_release(struct launch_callers *callers)
{
	free(callers->items);
	*callers = (struct launch_callers){ 0 };
}

double launch_caller_ns(const struct launch_callers *callers, const struct launch_caller *launch)
{
	return (double)operation_length_ns(callers->code->trace, launch->operation);
}

/* Lets COUNT launches from FIRST on speak for GROUP. */
static void take_known(struct launch_group *group, const struct launch_callers *callers,
                       const struct launch_caller *first, size_t count)
{
	group->known = first;
	group->known_count = count;
	group->known_ns = 0;
	for (size_t i = 0; i < count; i++)
		if (first[i].sample)
			group->known_ns += launch_caller_ns(callers, &first[i]);
}

bool launch_callers_next(struct launch_group *group, const struct launch_callers *callers)
{
	const struct launch_caller *all = callers->items;
	size_t first = group->items ? (size_t)(group->items - all) + group->count : 0;
	size_t similar = first;

	if (first >= callers->count)
		return false;
	if (first >= group->similar_end)
		for (group->similar_end = first; group->similar_end < callers->count &&
		                                 is_similar(&all[first], &all[group->similar_end]);)
			group->similar_end++;
	group->items = &all[first];
	for (group->count = 1; first + group->count < group->similar_end &&
	                       is_alike(&all[first], &all[first + group->count]);)
		group->count++;
	take_known(group, callers, group->items, group->count);
	if (group->known_ns > 0)
		return true;
	while (similar && is_similar(&all[similar - 1], &all[first]))
		similar--;
	take_known(group, callers, &all[similar], group->similar_end - similar);
	return true;
}
