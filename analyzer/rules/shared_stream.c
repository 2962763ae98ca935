/* SPDX-License-Identifier: MIT */
/*
 * Rule shared-stream: threads that have work on the GPU at the same time, in one stream, where it
 * runs one after another. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/thread_turns.h"
#include "rules/shared/worth.h"

enum { TOGETHER, ALIKE };
enum {
	PLACES_MAX = 1 << 18
}; /* shared streams times threads: of more, the first ones are looked at */

static const struct threshold thresholds[] = {
	[TOGETHER] = { "together", 25, "%" },
	[ALIKE] = { "alike", 90, "%" },
	{ .name = NULL },
};

/* What a stream is used for, by threads that wait for what they put there. */
struct sharing {
	struct interval_set turns; /* united */
	int64_t turns_ns;          /* sum of their lengths */
	int64_t threads;
	struct interval_set waits; /* of work of one thread, for that of others; united */
	int64_t waits_count;
	bool is_alike; /* its threads do the same */
};

/* ---- turns ---- */

/*
 * Numbers the streams in which several threads have turns, from 1 on: PLACE, by stream; of the
 * others it is 0. Returns how many there are, or -ENOMEM.
 */
static int number_shared(uint32_t *place, const struct thread_turns *turns,
                         const struct trace *trace)
{
	uint16_t *first =
	        malloc((trace->streams_count + 1) * sizeof *first); /* thread, by stream */
	uint8_t *has_first = calloc(trace->streams_count + 1, sizeof *has_first);
	int count = first && has_first ? 0 : -ENOMEM;

	for (size_t i = 0; i < turns->count && count >= 0; i++) {
		const struct thread_turn *turn = &turns->items[i];

		if (turn->stream == NONE || place[turn->stream])
			continue;
		if (!has_first[turn->stream])
			first[turn->stream] = turn->thread;
		has_first[turn->stream] = 1;
		if (first[turn->stream] != turn->thread &&
		    (size_t)(count + 1) * trace->threads_count <= PLACES_MAX)
			place[turn->stream] = (uint32_t)++count;
	}
	free(first);
	free(has_first);
	return count;
}

/* Adds up the turns in each shared stream, and counts its threads: HAS_TURNS, by stream and
 * thread. */
static int add_turns(struct sharing *shared, const uint32_t *place, uint8_t *has_turns,
                     const struct thread_turns *turns, size_t threads)
{
	int err = 0;

	for (size_t i = 0; i < turns->count && !err; i++) {
		const struct thread_turn *turn = &turns->items[i];
		const uint32_t number = turn->stream == NONE ? 0 : place[turn->stream];
		uint8_t *has = &has_turns[number * threads + turn->thread];

		if (!number)
			continue;
		shared[number].threads += !*has;
		*has = 1;
		shared[number].turns_ns =
		        sum_saturated(shared[number].turns_ns, turn->end_ns - turn->start_ns);
		err = interval_set_add(&shared[number].turns, turn->start_ns, turn->end_ns);
	}
	return err;
}

/* What threads have there at the same time depends on nothing that another one waited for first. */
static bool is_used_together(const struct sharing *sharing)
{
	return sharing->threads > 1 && sharing->is_alike &&
	       percent_of(sharing->turns_ns - interval_set_length(&sharing->turns),
	                  sharing->turns_ns) >= thresholds[TOGETHER].value;
}

/* ---- what threads do ---- */

static uint32_t thread_of(const struct trace *trace, uint32_t operation)
{
	const uint32_t call = trace->operations.call[operation];

	return call == NONE ? NONE : trace->calls.thread[call];
}

/* A kernel that a thread put into a shared stream. */
struct use {
	uint32_t number, function; /* of the stream, from 1 on */
	uint32_t thread;
};

static int compare_uses(const void *a, const void *b)
{
	const struct use *x = a, *y = b;

	if (x->number != y->number)
		return x->number < y->number ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->thread > y->thread) - (x->thread < y->thread);
}

/* Kernels of a shared stream, and of the place of a thread there. */
struct usage {
	const struct use *uses; /* in their order */
	size_t count;
	int64_t *of_stream, *of_place;
	double *common; /* by place: the part of a thread's kernels that it launches as often as
	                   the threads do in the middle */
};

/* Adds what the uses from FIRST to END, of one function in one stream, have in common. */
static void add_common(struct usage *usage, size_t first, size_t end, size_t threads)
{
	const size_t number = usage->uses[first].number;
	const double middle = (double)(end - first) / (double)usage->of_stream[number];

	for (size_t i = first, next; i < end; i = next) {
		const size_t place = number * threads + usage->uses[i].thread;
		double own;

		for (next = i; next < end && usage->uses[next].thread == usage->uses[i].thread;)
			next++;
		own = (double)(next - i) / (double)usage->of_place[place];
		usage->common[place] += own < middle ? own : middle;
	}
}

/*
 * What a thread has in common with all of N threads that do the same but for a part of D is 1 - D *
 * (N - 1) / N: so much that threads with nothing in common have 1 / N.
 */
static bool is_like_all(double common, int64_t threads)
{
	const double alone = 1 / (double)threads;

	return 100 * (common - alone) / (1 - alone) >= thresholds[ALIKE].value;
}

/* Whether the threads with turns in each shared stream launch the same kernels, each as often. */
static void compare_threads(struct sharing *shared, size_t count, struct usage *usage,
                            const uint8_t *has_turns, size_t threads)
{
	for (size_t i = 0, next; i < usage->count; i = next) {
		for (next = i; next < usage->count &&
		               usage->uses[next].number == usage->uses[i].number &&
		               usage->uses[next].function == usage->uses[i].function;)
			next++;
		add_common(usage, i, next, threads);
	}
	for (size_t s = 1; s <= count; s++) {
		shared[s].is_alike = true;
		for (size_t t = s * threads; t < (s + 1) * threads; t++)
			if (has_turns[t] && usage->of_stream[s] &&
			    !is_like_all(usage->common[t], shared[s].threads))
				shared[s].is_alike = false;
	}
}

/* The kernels in shared streams of threads that have turns there. */
static int find_uses(struct use **uses, size_t *count, const uint32_t *place,
                     const uint8_t *has_turns, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const uint32_t number = place[trace->operations.stream[i]];
		const uint32_t thread = thread_of(trace, i);
		struct use *use;

		if (!number || thread == NONE || trace->operations.type[i] != OPERATION_KERNEL ||
		    !has_turns[number * trace->threads_count + thread])
			continue;
		use = ARRAY_ADD(uses, count);
		if (!use)
			return -ENOMEM;
		*use = (struct use){ number, operation_function(trace, i), thread };
	}
	return 0;
}

static int find_alike(struct sharing *shared, size_t count, const uint32_t *place,
                      const uint8_t *has_turns, const struct trace *trace)
{
	const size_t threads = trace->threads_count, places = (count + 1) * threads;
	struct usage usage = { .of_stream = calloc(count + 1, sizeof *usage.of_stream),
		               .of_place = calloc(places + 1, sizeof *usage.of_place),
		               .common = calloc(places + 1, sizeof *usage.common) };
	struct use *uses = NULL;
	int err = usage.of_stream && usage.of_place && usage.common ? 0 : -ENOMEM;

	if (!err)
		err = find_uses(&uses, &usage.count, place, has_turns, trace);
	for (size_t i = 0; i < usage.count && !err; i++) {
		usage.of_stream[uses[i].number]++;
		usage.of_place[uses[i].number * threads + uses[i].thread]++;
	}
	if (!err && uses)
		qsort(uses, usage.count, sizeof *uses, compare_uses);
	usage.uses = uses;
	if (!err)
		compare_threads(shared, count, &usage, has_turns, threads);
	free(uses);
	free(usage.of_stream);
	free(usage.of_place);
	free(usage.common);
	return err;
}

/* ---- waits ---- */

/* Adds the wait of operation ID, if it began behind one of another thread in its stream: from when
 * it was issued, and what its own thread had there was done. OWN: the last one of that, or NONE. */
static int add_wait(struct sharing *sharing, const struct graph *graph, uint32_t id, uint32_t own)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *operations = &trace->operations;
	const int64_t start_ns = operations->start_ns[id];
	const uint32_t call = operations->call[id], base = graph->base[id];
	int64_t from_ns;

	if (graph->cause[id] != CAUSE_STREAM || base == NONE ||
	    operations->stream[base] != operations->stream[id] ||
	    thread_of(trace, base) == trace->calls.thread[call])
		return 0;
	/* A call that waits for its operation gave it to the GPU as it began. */
	from_ns = trace->calls.end_ns[call] < start_ns ? trace->calls.end_ns[call]
	                                               : trace->calls.start_ns[call];
	if (own != NONE && operations->end_ns[own] > from_ns)
		from_ns = operations->end_ns[own];
	if (from_ns >= operations->end_ns[base])
		return 0;
	sharing->waits_count++;
	return interval_set_add(&sharing->waits, from_ns, operations->end_ns[base]);
}

/* LAST: by shared stream and thread, the last operation so far, or NONE. */
static int add_waits(struct sharing *shared, const uint32_t *place, uint32_t *last,
                     const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *operations = &trace->operations;
	int err = 0;

	for (uint32_t i = 0; i < operations->count && !err; i++) {
		const uint32_t number = place[operations->stream[i]];
		uint32_t *own;

		if (!number || operations->call[i] == NONE)
			continue;
		own = &last[number * trace->threads_count + thread_of(trace, i)];
		err = add_wait(&shared[number], graph, i, *own);
		*own = i;
	}
	return err;
}

/* ---- the finding ---- */

static const char *name_shared(char text[NAME_MAX_BYTES], const struct trace *trace,
                               uint32_t stream)
{
	return trace->streams[stream].type == STREAM_NULL ? "the default stream"
	                                                  : name_stream(text, trace, stream);
}

static void report(struct check *check, uint32_t stream, const struct sharing *sharing)
{
	const bool is_null = check->trace->streams[stream].type == STREAM_NULL;
	struct finding *f = finding_add(check, name_shared(NAME, check->trace, stream));

	finding_target(f, stream);
	f->device = check->trace->streams[stream].device;
	f->cost_ns = interval_set_length(&sharing->waits);
	f->occurrences = sharing->waits_count;
	finding_headline(f,
	                 "%s put their work into %s at the same time, where it runs one after "
	                 "another: %s waited for that of other threads",
	                 name_count(NAME, sharing->threads, "thread", "threads"), f->subject,
	                 name_count(NAME, sharing->waits_count, "operation", "operations"));
	if (is_null)
		finding_advice(f, "Give each thread a stream of its own. The least change: compile "
		                  "with nvcc --default-stream per-thread, which makes the default "
		                  "stream of each thread an ordinary stream. Or create one in each "
		                  "thread (cudaStreamNonBlocking), launch and copy into it, and "
		                  "wait for it alone (cudaStreamSynchronize()).");
	else
		finding_advice(f, "Create a stream in each thread (cudaStreamNonBlocking), launch "
		                  "and copy into it, and wait for it alone "
		                  "(cudaStreamSynchronize()).");
	finding_fact(f, "together",
	             "%.0f %% of the time from a thread's call to the end of its wait",
	             percent_of(sharing->turns_ns - interval_set_length(&sharing->turns),
	                        sharing->turns_ns));
	finding_fact(f, "waiting", "%s, while work of other threads ran",
	             format_duration(FORMAT, f->cost_ns));
}

/* PLACE, by stream, is the number in SHARED, from 1 to COUNT. */
static int measure(struct sharing *shared, size_t count, const uint32_t *place,
                   const struct thread_turns *turns, const struct graph *graph)
{
	const size_t threads = graph->trace->threads_count, places = (count + 1) * threads;
	uint8_t *has_turns = calloc(places + 1, sizeof *has_turns);
	uint32_t *last = malloc((places + 1) * sizeof *last);
	int err = has_turns && last ? 0 : -ENOMEM;

	for (size_t i = 0; i < places && !err; i++)
		last[i] = NONE;
	if (!err)
		err = add_turns(shared, place, has_turns, turns, threads);
	if (!err)
		err = find_alike(shared, count, place, has_turns, graph->trace);
	if (!err)
		err = add_waits(shared, place, last, graph);
	for (size_t s = 1; s <= count && !err; s++) {
		interval_set_unite(&shared[s].turns);
		interval_set_unite(&shared[s].waits);
	}
	free(has_turns);
	free(last);
	return err;
}

static int check_streams(struct check *check, uint32_t *place, const struct thread_turns *turns)
{
	const int count = number_shared(place, turns, check->trace);
	struct sharing *shared;
	int err;

	if (count <= 0)
		return count;
	shared = calloc((size_t)count + 1, sizeof *shared);
	err = shared ? measure(shared, (size_t)count, place, turns, check->graph) : -ENOMEM;
	for (uint32_t s = 0; s < check->trace->streams_count && !err; s++)
		if (place[s] && is_used_together(&shared[place[s]]) &&
		    is_worth(check, interval_set_length(&shared[place[s]].waits)))
			report(check, s, &shared[place[s]]);
	for (int s = 1; s <= count && shared; s++) {
		interval_set_release(&shared[s].turns);
		interval_set_release(&shared[s].waits);
	}
	free(shared);
	return err;
}

static void check_shared_stream(struct check *check)
{
	struct thread_turns turns;
	uint32_t *place;
	int err;

	if (check->trace->threads_count < 2)
		return;
	place = calloc(check->trace->streams_count + 1, sizeof *place);
	err = thread_turns_init(&turns, check->graph);
	if (!err)
		err = place ? check_streams(check, place, &turns) : -ENOMEM;
	free(place);
	thread_turns_release(&turns);
	check_failed(check, err);
}

static void fix_shared_stream(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	(void)check;
	scenario_split_stream(scenario, finding->targets[0]);
}

const struct rule rule_shared_stream = {
	.id = "shared-stream",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, thread_turns_threshold, worth_threshold },
	.check = check_shared_stream,
	.fix = fix_shared_stream,
	.gain_limits_cost = true,
};
