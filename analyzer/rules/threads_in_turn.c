/* SPDX-License-Identifier: MIT */
/*
 * Rule threads-in-turn: several threads feed the GPU, each from its first call to the end of its
 * wait alone, as with a lock around both. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { LEAST, OVERLAP, DENSE, TURNS, SHARED, LOST, WAKING };

static const struct threshold thresholds[] = {
	[LEAST] = { "turns of a thread", REPEATS_MIN, "times" },
	[OVERLAP] = { "together", 5, "%" },
	[DENSE] = { "dense", 50, "%" },
	[TURNS] = { "change", 5, "times" },
	[SHARED] = { "shared", 5, "%" },
	[LOST] = { "lost", 10, "%" },
	[WAKING] = { "waking", 100000, "ns" },
	{ .name = NULL },
};

/* From a thread's first call that gives the GPU something to the end of its wait for that. */
struct turn {
	int64_t start_ns, end_ns;
	uint32_t call;   /* its first one */
	uint32_t stream; /* that this one put something into; NONE: not known */
	uint16_t thread;
};

struct turn_list {
	struct turn *items;
	size_t count;
	size_t *of_thread; /* how many */
};

/* How the turns lie to one another. */
struct turns_shape {
	int64_t sum_ns;  /* of their lengths */
	int64_t span_ns; /* from the first to the last */
	size_t threads;  /* that have enough of them */
	size_t changes;  /* turns behind one of another thread */
	size_t shared;   /* turns of a stream that another thread had first */
	struct interval_set time;
	struct interval_set handovers; /* between them, short enough to be the lock's */
};

/* ---- turns ---- */

static bool is_issuing(enum call_class class)
{
	return class == CALL_LAUNCH || class == CALL_GRAPH_LAUNCH || class == CALL_COPY ||
	       class == CALL_FILL;
}

/* The stream of the first operation that CALL issued, or NONE. Calls are asked for in their
 * order. */
static uint32_t stream_of(const struct graph *graph, size_t *next, uint32_t call)
{
	const struct trace_operations *operations = &graph->trace->operations;

	for (; *next < operations->count; (*next)++) {
		const uint32_t id = graph->issue_order[*next];

		if (operations->call[id] != NONE && operations->call[id] >= call)
			return operations->call[id] == call ? operations->stream[id] : NONE;
	}
	return NONE;
}

static int add_turn(struct turn_list *turns, const struct graph *graph, const struct turn *open,
                    uint32_t last)
{
	struct turn *turn = ARRAY_ADD(&turns->items, &turns->count);

	if (!turn)
		return -ENOMEM;
	*turn = *open;
	turn->start_ns = graph->trace->calls.start_ns[open->call];
	turn->end_ns = graph->trace->calls.end_ns[last];
	turns->of_thread[open->thread]++;
	return 0;
}

/* In the order of their first calls, but for those that end before one that began earlier. */
static int find_turns(struct turn_list *turns, const struct graph *graph)
{
	const struct trace_calls *calls = &graph->trace->calls;
	struct turn *open = calloc(graph->trace->threads_count + 1, sizeof *open);
	size_t next = 0;
	int err = open ? 0 : -ENOMEM;

	for (size_t t = 0; t < graph->trace->threads_count && open; t++)
		open[t] = (struct turn){ .call = NONE, .thread = (uint16_t)t };
	for (uint32_t c = 0; c < calls->count && !err; c++) {
		struct turn *own = &open[calls->thread[c]];

		if (own->call == NONE && is_issuing(call_class(graph->trace, c))) {
			own->call = c;
			own->stream = stream_of(graph, &next, c);
		}
		if (own->call == NONE || graph->waited[c] == NONE)
			continue;
		err = add_turn(turns, graph, own, c);
		own->call = NONE;
	}
	free(open);
	return err;
}

static int compare_starts(const void *a, const void *b)
{
	const struct turn *left = a, *right = b;

	return (left->start_ns > right->start_ns) - (left->start_ns < right->start_ns);
}

static int turn_list_init(struct turn_list *turns, const struct graph *graph)
{
	int err;

	*turns = (struct turn_list){ .of_thread = calloc(graph->trace->threads_count + 1,
		                                         sizeof *turns->of_thread) };
	err = turns->of_thread ? find_turns(turns, graph) : -ENOMEM;
	if (!err && turns->items)
		qsort(turns->items, turns->count, sizeof *turns->items, compare_starts);
	return err;
}

static void turn_list_release(struct turn_list *turns)
{
	free(turns->items);
	free(turns->of_thread);
}

/* ---- how they lie ---- */

static bool is_frequent(const struct turn_list *turns, uint16_t thread)
{
	return (double)turns->of_thread[thread] >= thresholds[LEAST].value;
}

/* Leaves those of threads that have enough of them: one that sets up is none of those that take
 * turns. */
static void keep_frequent(struct turn_list *turns)
{
	size_t kept = 0;

	for (size_t i = 0; i < turns->count && turns->items; i++)
		if (is_frequent(turns, turns->items[i].thread))
			turns->items[kept++] = turns->items[i];
	turns->count = kept;
}

static int measure(struct turns_shape *shape, const struct turn_list *turns,
                   const struct trace *trace)
{
	uint16_t *owner = malloc((trace->streams_count + 1) * sizeof *owner);
	bool *is_owned = calloc(trace->streams_count + 1, sizeof *is_owned);
	int64_t end_ns = 0;
	int err = owner && is_owned ? 0 : -ENOMEM;

	*shape = (struct turns_shape){ 0 };
	for (size_t t = 0; t < trace->threads_count; t++)
		shape->threads += is_frequent(turns, (uint16_t)t);
	for (size_t i = 0; i < turns->count && !err; i++) {
		const struct turn *s = &turns->items[i];
		const int64_t free_ns = i ? s->start_ns - end_ns : 0;

		if (free_ns > 0 && (double)free_ns <= thresholds[WAKING].value)
			err = interval_set_add(&shape->handovers, end_ns, s->start_ns);
		end_ns = i && end_ns > s->end_ns ? end_ns : s->end_ns;
		shape->sum_ns = sum_saturated(shape->sum_ns, s->end_ns - s->start_ns);
		shape->changes += i && s->thread != turns->items[i - 1].thread;
		if (!err)
			err = interval_set_add(&shape->time, s->start_ns, s->end_ns);
		if (s->stream == NONE)
			continue;
		if (!is_owned[s->stream])
			owner[s->stream] = s->thread;
		is_owned[s->stream] = true;
		shape->shared += owner[s->stream] != s->thread;
	}
	interval_set_unite(&shape->time);
	interval_set_unite(&shape->handovers);
	if (shape->time.count)
		shape->span_ns = shape->time.items[shape->time.count - 1].end_ns -
		                 shape->time.items[0].start_ns;
	free(owner);
	free(is_owned);
	return err;
}

/* Whether the threads take turns, though each has streams of its own. */
static bool is_in_turn(const struct turns_shape *shape, size_t turns)
{
	const int64_t alone_ns = interval_set_length(&shape->time);

	return shape->threads > 1 &&
	       percent_of(shape->sum_ns - alone_ns, shape->sum_ns) <= thresholds[OVERLAP].value &&
	       percent_of(alone_ns, shape->span_ns) >= thresholds[DENSE].value &&
	       (double)shape->changes >= thresholds[TURNS].value * (double)shape->threads &&
	       percent_of((int64_t)shape->shared, (int64_t)turns) <= thresholds[SHARED].value;
}

/* ---- what could be won ---- */

/* What a GPU does at once with the others: its kernels, copies in, copies out. */
enum part { PART_KERNELS, PART_IN, PART_OUT, PARTS };

static const char *const part_names[PARTS] = { "kernels", "copies to the device",
	                                       "copies to the host" };

static enum part part_of(const struct trace *trace, uint32_t operation)
{
	const enum copy_direction direction = copy_direction(trace, operation);

	return direction == COPY_IN ? PART_IN : direction == COPY_OUT ? PART_OUT : PART_KERNELS;
}

struct busiest {
	int64_t ns; /* of the turns */
	enum part part;
};

/* The part of a GPU that is busiest in the united TIME: that long it takes at least. */
static int find_busiest(struct busiest *busiest, const struct trace *trace,
                        const struct interval_set *time)
{
	const size_t count = PARTS * (trace->devices_count + 1);
	struct interval_set *busy = calloc(count, sizeof *busy);
	int err = busy ? 0 : -ENOMEM;

	*busiest = (struct busiest){ 0 };
	for (uint32_t i = 0; i < trace->operations.count && !err; i++)
		err = interval_set_add(
		        &busy[PARTS * operation_device(trace, i) + part_of(trace, i)],
		        trace->operations.start_ns[i], trace->operations.end_ns[i]);
	for (size_t i = 0; i < count && busy; i++) {
		int64_t ns;

		interval_set_unite(&busy[i]);
		ns = interval_set_intersection(&busy[i], time);
		if (ns > busiest->ns)
			*busiest = (struct busiest){ ns, (enum part)(i % PARTS) };
		interval_set_release(&busy[i]);
	}
	free(busy);
	return err;
}

/* ---- the finding ---- */

static int report(struct check *check, const struct turn_list *turns,
                  const struct turns_shape *shape, const struct busiest *busiest)
{
	const int64_t alone_ns = interval_set_length(&shape->time);
	struct host_evidence code;
	char subject[NAME_MAX_BYTES];
	struct finding *f = finding_add(
	        check, name_count(subject, (int64_t)shape->threads, "thread", "threads"));

	host_evidence_init(&code, check);
	for (size_t i = 0; i < turns->count; i++)
		host_evidence_call(&code, turns->items[i].call);
	f->cost_ns = alone_ns + interval_set_length(&shape->handovers) - busiest->ns;
	f->is_own_work = true;
	f->occurrences = (int64_t)turns->count;
	finding_headline(f,
	                 "%s take turns: one at a time has the GPU, %s, from its first copy or "
	                 "launch until it has waited for the last, and nothing overlaps",
	                 f->subject, name_count(NAME, f->occurrences, "time", "times"));
	finding_advice(
	        f, "Threads need no lock around CUDA calls. If the program holds one (a mutex, a "
	           "critical section) from the first call to the end of the wait, hold it for "
	           "the launches alone, or not at all, and let each thread wait for its own "
	           "stream: then copies of one run beside kernels of another. If each needs "
	           "what the one before made, give them several pieces of work at a time.");
	finding_fact(f, "turns",
	             "%s each on average; they fill %.0f %% of %s, and %.1f %% of it "
	             "belongs to two at once",
	             format_duration(FORMAT, shape->sum_ns / f->occurrences),
	             percent_of(alone_ns, shape->span_ns), format_duration(FORMAT, shape->span_ns),
	             percent_of(shape->sum_ns - alone_ns, shape->sum_ns));
	if (shape->handovers.count)
		finding_fact(f, "between turns",
		             "%s in all, in which another thread wakes, or the same one "
		             "comes back",
		             format_duration(FORMAT, interval_set_length(&shape->handovers)));
	finding_fact(f, "busiest", "%s, for %s of the %s: so long it takes at least",
	             part_names[busiest->part], format_duration(FORMAT, busiest->ns),
	             format_duration(FORMAT, alone_ns));
	finding_not_predicted(f,
	                      "how much can overlap depends on what each thread does for itself in "
	                      "between: at most the whole cost");
	return host_evidence_end(&code, f);
}

static int check_turns(struct check *check, const struct turn_list *turns)
{
	struct turns_shape shape;
	struct busiest busiest;
	int err = measure(&shape, turns, check->trace);

	if (!err && turns->count && is_in_turn(&shape, turns->count)) {
		const int64_t alone_ns = interval_set_length(&shape.time);

		err = find_busiest(&busiest, check->trace, &shape.time);
		if (!err && percent_of(alone_ns - busiest.ns, alone_ns) >= thresholds[LOST].value &&
		    is_worth(check, alone_ns - busiest.ns))
			err = report(check, turns, &shape, &busiest);
	}
	interval_set_release(&shape.time);
	interval_set_release(&shape.handovers);
	return err;
}

static void check_threads_in_turn(struct check *check)
{
	struct turn_list turns;
	int err;

	if (check->trace->threads_count < 2)
		return;
	err = turn_list_init(&turns, check->graph);
	if (!err) {
		keep_frequent(&turns);
		err = check_turns(check, &turns);
	}
	turn_list_release(&turns);
	check_failed(check, err);
}

const struct rule rule_threads_in_turn = {
	.id = "threads-in-turn",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_threads_in_turn,
};
