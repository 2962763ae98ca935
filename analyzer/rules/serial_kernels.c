/* SPDX-License-Identifier: MIT */
/*
 * Rule serial-kernels: small kernels that wait for each other in one stream although they would fit
 * on the GPU together. Any thread.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "graph/room.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { SECTOR_BYTES = 32 };

enum { FIT, ROW, BLOCKS, BUSY, TIME, PARTS, STEPS };

static const struct threshold thresholds[] = {
	[FIT] = { "fit", 50, "%" },           [ROW] = { "row", 10, "kernels" },
	[BLOCKS] = { "blocks", 2, "blocks" }, [BUSY] = { "busy", VERDICT_LATENCY_PERCENT, "%" },
	[TIME] = { "time", 10, "%" },         [PARTS] = { "parts", 2, "launches" },
	[STEPS] = { "steps", 4, "times" },    { .name = NULL },
};

/* Thresholds, see below. */

/* What a chain could be spread over for the table of predictions. */
static const int64_t stream_counts[] = { 2, 4, 8 };

/* Kernels in a row, by position in the order of issue of their device. */
struct chain {
	uint32_t device, stream;
	uint32_t last;           /* its latest kernel */
	int64_t others_until_ns; /* until then operations of other streams were under way */
	uint32_t *members;       /* of the chain that is growing */
	size_t count;
};

struct search {
	const struct check *check;
	struct room_model model;
	bool *is_small;       /* by launch shape: a kernel of it can be a link of a chain */
	struct chain *chains; /* by device */
	uint32_t *found; /* kernels in chains that count, chain after chain, each ended by NONE */
	size_t found_count;
	int64_t kernels, cost_ns;
	double fill;    /* sum over the kernels of the share of the GPU that each fills */
	double left_ns; /* what their busiest units leave of their time */
};

static int push(uint32_t **items, size_t *count, uint32_t value)
{
	uint32_t *added = ARRAY_ADD(items, count);

	if (!added)
		return -ENOMEM;
	*added = value;
	return 0;
}

static double blocks_of(const struct trace *trace, uint32_t operation)
{
	const int32_t *grid = operation_shape(trace, operation)->grid;

	return (double)grid[0] * grid[1] * grid[2];
}

/* The share of the GPU that kernels of SHAPE fill at once; 1 where that is unknown. */
static double share_of(const struct search *search, uint32_t shape)
{
	double waves = search->model.demands[shape].waves;

	return waves > 0 && waves < 1 ? waves : 1;
}

/* What the busiest unit of the whole GPU is used, in percent, by SHAPE; 0: not measured. */
static double busiest_percent(const struct check *check, uint32_t shape)
{
	const struct kernel_profile *p = &check->profiles->shapes[shape];
	const double busiest = fmax(fmax(p->dram_percent, p->l2_throughput),
	                            fmax(p->memory_throughput, p->compute_throughput));

	return busiest > 0 ? fmin(busiest, 100) : 0;
}

/*
 * Two launches of SHAPE at once would not be faster: one takes most of what a unit of the whole GPU
 * can do, or its threads wait for one another, at one address or for the lock of the device heap.
 */
static bool shares_a_limit(const struct check *check, uint32_t shape)
{
	if (busiest_percent(check, shape) >= thresholds[BUSY].value)
		return true;
	for (int i = 0; check->rule->yields_to[i]; i++)
		if (check_finding_of(check, check->rule->yields_to[i],
		                     check->trace->launch_shapes[shape].function))
			return true;
	return false;
}

/* Of device and managed memory, in all. */
static double allocated_bytes(const struct trace *trace)
{
	double bytes = 0;

	for (size_t i = 0; i < trace->allocations_count; i++)
		if (!trace->allocations[i].is_release &&
		    trace->allocations[i].memory_kind != MEMORY_PINNED)
			bytes += (double)trace->allocations[i].size_bytes;
	return bytes;
}

/* How many words a launch of SHAPE stores: as counted, else one in each thread. */
static double words_stored(const struct check *check, uint32_t shape, const struct code *code)
{
	const struct launch *launch = &check->survey->launches[shape];
	const struct kernel_profile *p = &check->profiles->shapes[shape];
	const double bytes =
	        SECTOR_BYTES * p->global_store_sectors * p->global_store_efficiency / 100;

	return bytes > 0 ? bytes / code->narrowest_store_bytes
	                 : (double)launch->blocks * launch->threads;
}

/* What a launch of SHAPE goes over, if it loads a word for each that it stores; 0: not known. */
static double part_bytes(const struct check *check, uint32_t shape)
{
	const struct launch *launch = &check->survey->launches[shape];
	const struct code *code = launch->code;

	if (!(launch->allocated_bytes > 0) || !code || !code->is_known || code->varies ||
	    !code->stores.all || !code->narrowest_store_bytes || code->meets_in_loops)
		return 0;
	return words_stored(check, shape, code) *
	       (code->narrowest_load_bytes + code->narrowest_store_bytes);
}

/*
 * Whether the program has no memory for launches of that shape to have data of their own: they go
 * over the same, if each thread loads and stores a word, so that the next one reads what the one
 * before wrote, or writes it again. Where it has not even what one launch writes over in place, not
 * all of it was recorded.
 */
static bool has_one_part(const struct check *check, uint32_t shape, double allocated)
{
	const double part = part_bytes(check, shape);

	return part > 0 && allocated >= part / 2 && allocated < thresholds[PARTS].value * part;
}

/* Kernels that communicate are none: how long one takes is up to other GPUs, not to what runs
 * beside it. */
static int find_small(struct search *search)
{
	const struct trace *trace = search->check->trace;
	const double allocated = allocated_bytes(trace);
	bool *communicates = kernels_communicating(trace); /* by function */

	search->is_small = calloc(trace->launch_shapes_count + 1, sizeof *search->is_small);
	for (uint32_t s = 0; communicates && search->is_small && s < trace->launch_shapes_count;
	     s++) {
		const struct trace_launch_shape *shape = &trace->launch_shapes[s];
		const double blocks = (double)shape->grid[0] * shape->grid[1] * shape->grid[2];
		const int multiprocessors = search->check->survey->launches[s].multiprocessors;

		search->is_small[s] = !communicates[shape->function] &&
		                      blocks >= thresholds[BLOCKS].value &&
		                      blocks < multiprocessors &&
		                      100 * share_of(search, s) <= thresholds[FIT].value &&
		                      !shares_a_limit(search->check, s) &&
		                      !has_one_part(search->check, s, allocated);
	}
	free(communicates);
	return communicates && search->is_small ? 0 : -ENOMEM;
}

/* A small kernel of a chain: held back by nothing but the kernel before it. */
static bool is_link(const struct search *search, uint32_t operation)
{
	const struct trace_operations *o = &search->check->trace->operations;

	return o->type[operation] == OPERATION_KERNEL && !(o->flags[operation] & OPERATION_GRAPH) &&
	       search->is_small[o->detail[operation]];
}

/* Whether the sizes of three grids rise or fall by equal steps or factors, and are not all the
 * same. */
static bool is_progression(double first, double second, double third)
{
	return first != second &&
	       (second - first == third - second || second * second == first * third);
}

/*
 * Kernels that are the steps of one computation, each of which needs the one before: mostly another
 * function than before, as the layers of a network or the parts of a solver's iteration; or one
 * function whose grids change step by step, as the diagonals of a wavefront or the levels of a
 * tree.
 */
static bool is_one_computation(const struct trace *trace, const uint32_t *members, size_t count)
{
	size_t steps = 0, others = 0;

	for (size_t i = 1; i < count; i++)
		others += operation_function(trace, members[i]) !=
		          operation_function(trace, members[i - 1]);
	for (size_t i = 2; i < count; i++)
		steps += operation_function(trace, members[i]) ==
		                 operation_function(trace, members[i - 2]) &&
		         is_progression(blocks_of(trace, members[i - 2]),
		                        blocks_of(trace, members[i - 1]),
		                        blocks_of(trace, members[i]));
	return 2 * steps > count || 2 * others > count;
}

/*
 * Ends the chain that is growing. Its kernels count from the moment when no other stream's work was
 * under way until such work was issued (NEXT_NS): beside other streams the program has said already
 * what may overlap.
 */
static int end_chain(struct search *search, struct chain *chain, int64_t next_ns)
{
	const struct trace_operations *o = &search->check->trace->operations;
	size_t from = 0, to = chain->count, begin;
	int err = 0;

	while (from < to && o->start_ns[chain->members[from]] < chain->others_until_ns)
		from++;
	while (to > from && o->end_ns[chain->members[to - 1]] > next_ns)
		to--;
	begin = from;
	if (to - from >= thresholds[ROW].value &&
	    !is_one_computation(search->check->trace, chain->members + from, to - from)) {
		for (; from < to && !err; from++) {
			uint32_t id = chain->members[from];

			err = push(&search->found, &search->found_count, id);
			search->kernels++;
			search->fill += share_of(search, o->detail[id]);
			search->left_ns +=
			        (double)operation_length_ns(search->check->trace, id) *
			        (1 - busiest_percent(search->check, o->detail[id]) / 100);
			if (from > begin)
				search->cost_ns +=
				        o->end_ns[id] - o->end_ns[chain->members[from - 1]];
		}
		if (!err)
			err = push(&search->found, &search->found_count, NONE);
	}
	chain->count = 0;
	return err;
}

/* The next operation of its device in the order of issue. */
static int step(struct search *search, uint32_t id, int64_t issued_ns)
{
	const struct check *check = search->check;
	const struct trace_operations *o = &check->trace->operations;
	struct chain *chain = &search->chains[operation_device(check->trace, id)];
	bool is_other_stream = chain->last != NONE && o->stream[id] != chain->stream;
	bool continues = chain->count && !is_other_stream &&
	                 check->graph->cause[id] == CAUSE_STREAM &&
	                 check->graph->blocker[id] == chain->members[chain->count - 1];
	int err = 0;

	if (chain->count && (!continues || !is_link(search, id)))
		err = end_chain(search, chain, is_other_stream ? issued_ns : INT64_MAX);
	if (is_other_stream && chain->last != NONE &&
	    o->end_ns[chain->last] > chain->others_until_ns)
		chain->others_until_ns = o->end_ns[chain->last];
	chain->stream = o->stream[id];
	if (chain->last == NONE || is_other_stream || o->end_ns[id] > o->end_ns[chain->last])
		chain->last = id;
	if (!err && is_link(search, id))
		err = push(&chain->members, &chain->count, id);
	return err;
}

static int search_chains(struct search *search)
{
	const struct trace *trace = search->check->trace;
	int err = room_model_init(&search->model, trace);

	if (!err)
		err = find_small(search);
	if (err)
		return err;
	search->chains = calloc(trace->devices_count + 1, sizeof *search->chains);
	if (!search->chains)
		return -ENOMEM;
	for (size_t d = 0; d < trace->devices_count; d++)
		search->chains[d] = (struct chain){ .last = NONE, .others_until_ns = INT64_MIN };
	for (size_t i = 0; i < trace->operations.count && !err; i++) {
		uint32_t id = search->check->graph->issue_order[i],
		         call = trace->operations.call[id];

		err = step(search, id,
		           call == NONE ? trace->operations.start_ns[id]
		                        : trace->calls.start_ns[call]);
	}
	for (size_t d = 0; d < trace->devices_count && !err; d++)
		err = end_chain(search, &search->chains[d], INT64_MAX);
	return err;
}

static void search_release(struct search *search)
{
	for (size_t d = 0; search->chains && d < search->check->trace->devices_count; d++)
		free(search->chains[d].members);
	free(search->chains);
	free(search->is_small);
	free(search->found);
	room_model_release(&search->model);
}

/* Deals the kernels of each chain to STREAMS streams in turn: each waits for the one so many before
 * it. */
static void deal(const uint32_t *kernels, size_t count, int64_t streams, struct scenario *scenario)
{
	size_t begin = 0;

	for (size_t i = 0; i < count; i++) {
		if (kernels[i] == NONE) {
			begin = i + 1;
			continue;
		}
		if (i > begin)
			scenario_unchain(scenario, kernels[i],
			                 i - begin >= (size_t)streams ? kernels[i - (size_t)streams]
			                                              : NONE);
	}
}

enum { STREAM_COUNTS = sizeof stream_counts / sizeof *stream_counts };

/* What dealing the chains to 2, 4 and 8 streams would win. */
static int predict_gains(int64_t gains_ns[STREAM_COUNTS], const struct check *check,
                         const struct search *search)
{
	for (size_t i = 0; i < sizeof stream_counts / sizeof *stream_counts; i++) {
		struct scenario scenario;
		struct replay replay = { 0 };
		int err;

		scenario_init(&scenario, check->graph);
		deal(search->found, search->found_count, stream_counts[i], &scenario);
		err = graph_replay(check->graph, &scenario, false, &replay);
		scenario_release(&scenario);
		if (err)
			return err;
		gains_ns[i] = finding_scaled_ns(check->graph,
		                                check->graph->alone_replayed_ns - replay.wall_ns);
		if ((double)gains_ns[i] > search->left_ns)
			gains_ns[i] = (int64_t)search->left_ns;
		replay_release(&replay);
	}
	return 0;
}

static void add_gains(struct finding *finding, const int64_t gains_ns[STREAM_COUNTS])
{
	struct name_list list = { 0 };

	for (size_t i = 0; i < STREAM_COUNTS; i++) {
		char text[64];

		snprintf(text, sizeof text, "%s with %lld", format_duration(FORMAT, gains_ns[i]),
		         (long long)stream_counts[i]);
		name_list_add(&list, text);
	}
	finding_fact(finding, "would win, by streams",
	             "%s, if kernels that far apart are independent", name_list_end(&list));
}

static int64_t most_to_win(const struct search *search, const int64_t gains_ns[STREAM_COUNTS])
{
	int64_t most_ns = 0;

	for (size_t i = 0; i < STREAM_COUNTS; i++)
		most_ns = gains_ns[i] > most_ns ? gains_ns[i] : most_ns;
	return most_ns < search->cost_ns ? most_ns : search->cost_ns;
}

/* Whether libraries choose the grids of all KERNELS. */
static bool are_of_libraries(const struct trace *trace, const uint32_t *kernels, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!kernel_library(trace->functions[operation_function(trace, kernels[i])].name))
			return false;
	return true;
}

/*
 * Whether the kernels of the rows are launches of one shape, several times as many as memory has
 * parts for: they are the steps of an iteration over the same data, each of which may read what the
 * one before wrote.
 */
static bool is_iteration(const struct search *search)
{
	const struct trace_operations *o = &search->check->trace->operations;
	const uint32_t shape = o->detail[search->found[0]];

	for (size_t i = 1; i < search->found_count; i++)
		if (search->found[i] != NONE && o->detail[search->found[i]] != shape)
			return false;
	return (double)search->kernels * part_bytes(search->check, shape) >
	       thresholds[STEPS].value * allocated_bytes(search->check->trace);
}

/* GAINS_NS: what the finding costs is the most that there is to win; an iteration is only
 * explained. */
static int report(struct check *check, const struct search *search,
                  const int64_t gains_ns[STREAM_COUNTS])
{
	const struct trace *trace = check->trace;
	uint32_t *kernels = malloc((search->found_count + 1) * sizeof *kernels);
	int64_t streams = 0, chains = 0;
	struct name_list names = { 0 };
	char functions[NAME_MAX_BYTES];
	const bool is_steps = is_iteration(search);
	struct finding *finding;
	size_t count = 0;
	int err = kernels ? 0 : -ENOMEM;

	for (size_t i = 0; i < search->found_count && !err; i++) {
		if (search->found[i] == NONE)
			chains++;
		else
			kernels[count++] = search->found[i];
	}
	if (!err)
		err = name_kernels(functions, trace, kernels, count);
	if (!err)
		err = name_streams(&names, trace, kernels, count, &streams);
	if (err)
		goto out;
	finding = finding_add(check, "");
	finding->cost_ns = most_to_win(search, gains_ns);
	finding->is_explanation = is_steps;
	finding->occurrences = search->kernels;
	for (size_t i = 0; i < count; i++)
		finding_example(finding, kernels[i], operation_length_ns(trace, kernels[i]));
	finding_headline(finding,
	                 "%s kernels that fill %s of the GPU each on average ran one after another",
	                 format_count(FORMAT, search->kernels),
	                 format_percent(FORMAT, 100 * search->fill / (double)search->kernels));
	finding_fact(finding, "kernels", "%s in %s", functions,
	             name_count(NAME, chains, "row", "rows"));
	finding_fact(finding, streams == 1 ? "stream" : "streams", "%s", names.text);
	finding_advice(
	        finding,
	        "Does one read or write what another of them writes, as an array that all of "
	        "them update? Then they have to run one after another, and this finding "
	        "does not apply: a trace has no arguments of kernels. Where they are "
	        "independent, deal them to a few streams (cudaStreamNonBlocking), or %s.",
	        are_of_libraries(trace, kernels, count)
	                ? "give one call of the library the work of several: a batched one, or "
	                  "one with a larger batch"
	                : "do the work of several in one kernel with a larger grid");
	finding_not_predicted(
	        finding, is_steps ? "its launches go over the same memory again and again, and "
	                            "each may need what the one before wrote"
	                          : "the trace does not tell which of these kernels are "
	                            "independent");
	if (!is_steps)
		add_gains(finding, gains_ns);
out:
	free(kernels);
	return err;
}

static bool is_enough(const struct check *check, int64_t cost_ns)
{
	return percent_of(cost_ns, gpu_span_ns(check->trace, NONE)) >= thresholds[TIME].value;
}

static void check_serial_kernels(struct check *check)
{
	struct search search = { .check = check };
	int64_t gains_ns[STREAM_COUNTS] = { 0 };
	int err = search_chains(&search);

	if (!err && is_enough(check, search.cost_ns)) {
		err = predict_gains(gains_ns, check, &search);
		if (!err && is_enough(check, most_to_win(&search, gains_ns)))
			err = report(check, &search, gains_ns);
	}
	search_release(&search);
	check_failed(check, err);
}

const struct rule rule_serial_kernels = {
	.id = "serial-kernels",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds },
	.yields_to = { "device-malloc", "atomic-contention" },
	.check = check_serial_kernels,
	.fix = NULL,
};
