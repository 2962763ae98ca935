/* SPDX-License-Identifier: MIT */
/*
 * Prefetches to and fro. Of a prefetch a trace has the call alone, without memory, size and
 * direction: one right before a kernel is taken to be for the kernel, one behind it with a wait
 * next for the host. Whether the host used what came is seen by how long it was at work before it
 * prefetches again. Any thread.
 */
#include "rules/shared/managed_prefetch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { USED };

const struct threshold managed_prefetch_thresholds[] = {
	[USED] = { "used", 10, "%" },
	{ .name = NULL },
};

/* A thread between two waits, and all threads' rounds. */
struct thread_round {
	uint32_t wait; /* that ended a round; NONE: the host has prefetched or launched since */
	bool is_before, has_run, is_behind;
};

struct rounds {
	const struct trace *trace;
	struct thread_round *threads;
	int64_t count;   /* in which the host can not have used all that came */
	int64_t calls;   /* that prefetch, in all */
	int64_t own_ns;  /* between such a round's wait and what the thread asks for next */
	bool *is_unused; /* by call: it ends such a round */
};

static bool launches(enum call_class class)
{
	return class == CALL_LAUNCH || class == CALL_GRAPH_LAUNCH;
}

static void end_round(struct thread_round *thread, uint32_t call)
{
	const bool is_round = thread->is_before && thread->has_run && thread->is_behind;

	*thread = (struct thread_round){ .wait = is_round ? call : NONE };
}

/* The thread asks for something, by CALL, first behind its wait for what came. */
static void judge_round(struct rounds *rounds, struct thread_round *thread, uint32_t call)
{
	const struct trace_calls *calls = &rounds->trace->calls;
	const int64_t own_ns = calls->start_ns[call] - calls->end_ns[thread->wait];

	if (percent_of(own_ns, call_length_ns(rounds->trace, thread->wait)) <
	    managed_prefetch_thresholds[USED].value) {
		rounds->count++;
		rounds->own_ns = sum_saturated(rounds->own_ns, own_ns);
		rounds->is_unused[thread->wait] = true;
	}
	thread->wait = NONE;
}

static void follow(struct rounds *rounds, uint32_t call)
{
	const struct trace *trace = rounds->trace;
	const struct trace_call_name *name = &trace->call_names[trace->calls.name[call]];
	struct thread_round *thread = &rounds->threads[trace->calls.thread[call]];
	const bool is_prefetch = strstr(name->name, "MemPrefetch") != NULL;

	if (name->class == CALL_SYNCHRONIZE && (thread->has_run || thread->is_before)) {
		end_round(thread, call);
		return;
	}
	if (!is_prefetch && !launches(name->class))
		return;
	if (thread->wait != NONE)
		judge_round(rounds, thread, call);
	rounds->calls += is_prefetch;
	thread->is_before |= is_prefetch && !thread->has_run;
	thread->is_behind |= is_prefetch && thread->has_run;
	thread->has_run |= launches(name->class);
}

/* How long GPUs idled for pages that were asked for, in all, and in gaps that came behind waits of
 * such rounds. */
struct lost {
	int64_t all_ns, rounds_ns;
};

static int measure(struct lost *lost, struct host_evidence *code, const struct rounds *rounds,
                   const struct graph *graph)
{
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, graph);

	while (!err && gap_next(&walk, &gap)) {
		lost->all_ns = sum_saturated(lost->all_ns, gap.prefetch_ns);
		if (gap.wait_call == NONE || !rounds->is_unused[gap.wait_call])
			continue;
		lost->rounds_ns = sum_saturated(lost->rounds_ns, gap.prefetch_ns);
		host_evidence_call(code, gap.wait_call);
	}
	gap_walk_release(&walk);
	return err;
}

/* What moved because it was asked for, if that was recorded. */
static void say_bytes(struct finding *f, const struct trace *trace)
{
	int64_t in_bytes = 0, out_bytes = 0;

	for (size_t i = 0; i < trace->migrations_count; i++) {
		const struct trace_migration *it = &trace->migrations[i];

		if (it->cause != MIGRATION_ASKED_FOR)
			continue;
		if (it->kind == MIGRATION_HTOD)
			in_bytes = sum_saturated(in_bytes, it->amount);
		else if (it->kind == MIGRATION_DTOH)
			out_bytes = sum_saturated(out_bytes, it->amount);
	}
	if (in_bytes || out_bytes)
		finding_fact(f, "moved", "%s to the device and %s to the host, as it was asked for",
		             format_bytes(FORMAT, in_bytes), format_bytes(FORMAT, out_bytes));
	else
		finding_fact(f, "not recorded",
		             "which memory each call prefetches, how much of it and in which "
		             "direction; --managed records what moves");
}

static struct finding *report(struct check *check, const struct rounds *rounds,
                              const struct lost *lost)
{
	struct finding *f = finding_add(check, "prefetches");

	f->severity = FINDING_NOTE;
	f->cost_ns = lost->rounds_ns;
	f->occurrences = rounds->count;
	finding_headline(f,
	                 "the GPU idled %s while pages moved that the program prefetches before "
	                 "its kernels and behind them, in each of %s: the same memory seems to go "
	                 "to the GPU and back",
	                 format_duration(FORMAT, lost->rounds_ns),
	                 name_count(NAME, rounds->count, "round", "rounds"));
	finding_advice(
	        f, "If the host does not use all of it in each round, prefetch to the host behind "
	           "the loop, once, or in the round only the part that it uses: what stays on the "
	           "GPU need not be brought there again. Where it uses all of it, let the GPU work "
	           "at one half while the other half moves, in another stream.");
	finding_fact(f, "prefetches", "%s, for which the GPU waited %s in all",
	             name_count(NAME, rounds->calls, "call", "calls"),
	             format_duration(FORMAT, lost->all_ns));
	finding_fact(f, "the host",
	             "was at work for %s in all between these waits and what it prefetched or "
	             "launched next: too short to use all that came",
	             format_duration(FORMAT, rounds->own_ns));
	say_bytes(f, check->trace);
	finding_not_predicted(f,
	                      "what the host needs in each round is not known: at most the whole "
	                      "cost");
	return f;
}

static int judge(struct check *check, const struct rounds *rounds)
{
	struct lost lost = { 0 };
	struct host_evidence code;
	int err, ended;

	host_evidence_init(&code, check);
	err = measure(&lost, &code, rounds, check->graph);
	if (err || !is_worth(check, lost.rounds_ns)) {
		ended = host_evidence_end_waits(&code, NULL, "");
		return err ? err : ended;
	}
	return host_evidence_end_waits(&code, report(check, rounds, &lost), "waits");
}

int managed_judge_prefetches(struct check *check)
{
	const struct trace *trace = check->trace;
	struct rounds rounds = { .trace = trace };
	int err = -ENOMEM;

	rounds.threads = calloc(trace->threads_count + 1, sizeof *rounds.threads);
	rounds.is_unused = calloc(trace->calls.count + 1, sizeof *rounds.is_unused);
	if (rounds.threads && rounds.is_unused) {
		for (size_t t = 0; t < trace->threads_count; t++)
			rounds.threads[t].wait = NONE;
		for (uint32_t c = 0; c < trace->calls.count; c++)
			follow(&rounds, c);
		err = rounds.count >= REPEATS_MIN ? judge(check, &rounds) : 0;
	}
	free(rounds.threads);
	free(rounds.is_unused);
	return err;
}
