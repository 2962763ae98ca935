/* SPDX-License-Identifier: MIT */
/*
 * Rule threads-in-turn: several threads feed the GPU, each from its first call to the end of its
 * wait alone, as with a lock around both. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/thread_turns.h"
#include "rules/shared/worth.h"

enum { OVERLAP, DENSE, TURNS, SHARED, LOST, WAKING };

static const struct threshold thresholds[] = {
	[OVERLAP] = { "together", 5, "%" },
	[DENSE] = { "dense", 50, "%" },
	[TURNS] = { "change", 5, "times" },
	[SHARED] = { "shared", 5, "%" },
	[LOST] = { "lost", 10, "%" },
	[WAKING] = { "waking", 100000, "ns" },
	{ .name = NULL },
};

/* How the turns lie to one another. */
struct turns_shape {
	int64_t sum_ns;  /* of their lengths */
	int64_t span_ns; /* from the first to the last */
	size_t threads;  /* that have enough of them */
	size_t changes;  /* turns behind one of another thread */
	size_t shared;   /* turns of a stream that another thread had first */
	size_t legacy;   /* turns in the legacy default stream */
	struct interval_set time;
	struct interval_set handovers; /* between them, short enough to be the lock's */
};

/* ---- how they lie ---- */

/* Where all is that names no stream: that threads share it says nothing of what they want. */
static bool is_legacy(const struct trace *trace, uint32_t stream)
{
	return trace->streams[stream].type == STREAM_NULL;
}

static int measure(struct turns_shape *shape, const struct thread_turns *turns,
                   const struct trace *trace)
{
	uint32_t *owner = malloc((trace->streams_count + 1) * sizeof *owner);
	bool *is_owned = calloc(trace->streams_count + 1, sizeof *is_owned);
	int64_t end_ns = 0;
	int err = owner && is_owned ? 0 : -ENOMEM;

	*shape = (struct turns_shape){ 0 };
	for (uint32_t t = 0; t < trace->threads_count; t++)
		shape->threads += thread_turns_are_frequent(turns, t);
	for (size_t i = 0; i < turns->count && !err; i++) {
		const struct thread_turn *s = &turns->items[i];
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
		if (is_legacy(trace, s->stream)) {
			shape->legacy++;
			continue;
		}
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

static int report(struct check *check, const struct thread_turns *turns,
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
	        f,
	        "Threads need no lock around CUDA calls. If the program holds one (a mutex, a "
	        "critical section) from the first call to the end of the wait, hold it for the "
	        "launches alone, or not at all, and let each thread wait for its own stream%s: "
	        "then copies of one run beside kernels of another. If each needs what the one "
	        "before made, give them several pieces of work at a time.",
	        shape->legacy ? ", which they do not have yet: give it to all copies and launches, "
	                        "or compile with --default-stream per-thread"
	                      : "");
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

static int check_turns(struct check *check, const struct thread_turns *turns)
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
	struct thread_turns turns;
	int err;

	if (check->trace->threads_count < 2)
		return;
	err = thread_turns_init(&turns, check->graph);
	if (!err)
		err = check_turns(check, &turns);
	thread_turns_release(&turns);
	check_failed(check, err);
}

const struct rule rule_threads_in_turn = {
	.id = "threads-in-turn",
	.severity = FINDING_WARNING,
	.thresholds = { thread_turns_threshold, thresholds, worth_threshold },
	.check = check_threads_in_turn,
};
