/* SPDX-License-Identifier: MIT */
/*
 * The host behind kernels, without records of pages. What kernels used last comes back fault by
 * fault as the host touches it: the thread stands still for each. It does so, too, while it writes
 * a file, sleeps or waits for another thread; so this asks for code of the program's own that runs
 * in between, for no copy that brought results, and for no prefetch behind the kernels. Any thread,
 * one at a time.
 */
#include "rules/shared/managed_host.h"

#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/host_spots.h"
#include "rules/shared/copies.h"
#include "rules/shared/managed.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

enum { STILL, ASLEEP, OWN };

const struct threshold managed_host_thresholds[] = {
	[STILL] = { "still", 25, "%" },
	[ASLEEP] = { "asleep", 95, "%" },
	[OWN] = { "own", 50, "%" },
	{ .name = NULL },
};

/* What the host does behind waits for kernels, call by call. */
struct behind {
	const struct check *check;
	struct interval_set busy;   /* some GPU is */
	struct interval_set pauses; /* of the sampled thread, between its calls */
	uint32_t thread;            /* which that is */
	size_t next_operation, next_allocation;
	int64_t bytes;     /* of managed memory, now */
	int64_t own_ns;    /* since when that thread is in no call */
	int64_t since_ns;  /* since when the host may use what kernels left */
	bool may_use;      /* it may */
	bool has_run;      /* a kernel, since the host waited */
	bool is_fetched;   /* pages were asked for since then */
	bool has_results;  /* some were copied to the host, at any time */
	int64_t all_ns;    /* that moving all of it takes, less what `moving_ns` has of it */
	int64_t moving_ns; /* of the pauses, what moving it at the speed of the bus explains */
	int64_t waits;     /* with pauses behind them */
	bool has_waited;   /* ... none yet behind the last one */
	int err;
};

static bool is_to_host(const struct trace *trace, uint32_t operation)
{
	const int kind = operation_transfer(trace, operation)->copy_kind;

	return kind == COPY_DTOH || kind == COPY_ATOH;
}

/* CALL begins: what the sampled thread did up to then is behind the wait. */
static void add_pause(struct behind *behind, uint32_t call)
{
	const int64_t to_ns = behind->check->trace->calls.start_ns[call];
	const int64_t from_ns =
	        behind->own_ns > behind->since_ns ? behind->own_ns : behind->since_ns;
	int64_t length_ns = to_ns - from_ns;

	if (!behind->may_use || behind->bytes <= 0 || length_ns <= 0 || behind->err)
		return;
	behind->err = interval_set_add_outside(&behind->pauses, from_ns, to_ns, &behind->busy);
	if (length_ns > behind->all_ns)
		length_ns = behind->all_ns;
	behind->moving_ns = sum_saturated(behind->moving_ns, length_ns);
	behind->all_ns -= length_ns;
	behind->waits += behind->has_waited;
	behind->has_waited = false;
}

static void follow_allocations(struct behind *behind, int64_t to_ns)
{
	const struct trace *trace = behind->check->trace;

	for (; behind->next_allocation < trace->allocations_count; behind->next_allocation++) {
		const struct trace_allocation *it = &trace->allocations[behind->next_allocation];

		if (it->time_ns > to_ns)
			return;
		if (is_managed(it->memory_kind))
			behind->bytes += it->is_release ? -it->size_bytes : it->size_bytes;
	}
}

/* What CALL, and what came before it, issued. */
static void follow_operations(struct behind *behind, uint32_t call)
{
	const struct trace *trace = behind->check->trace;
	const struct trace_operations *o = &trace->operations;

	for (; behind->next_operation < o->count; behind->next_operation++) {
		const uint32_t id = behind->check->graph->issue_order[behind->next_operation];

		if (o->call[id] != NONE && o->call[id] > call)
			return;
		if (o->type[id] == OPERATION_KERNEL) {
			behind->has_run = true;
			behind->is_fetched = behind->may_use = false;
		} else if (o->type[id] == OPERATION_COPY && is_to_host(trace, id)) {
			behind->has_results |=
			        operation_transfer(trace, id)->size_bytes > LEAST_COPY_BYTES;
		}
	}
}

static void follow_call(struct behind *behind, uint32_t call)
{
	const struct check *check = behind->check;
	const struct trace_calls *calls = &check->trace->calls;

	follow_allocations(behind, calls->start_ns[call]);
	add_pause(behind, call);
	follow_operations(behind, call);
	if (strstr(check->trace->call_names[calls->name[call]].name, "Prefetch"))
		behind->is_fetched = true;
	if (calls->thread[call] == behind->thread && calls->end_ns[call] > behind->own_ns)
		behind->own_ns = calls->end_ns[call];
	if (!behind->has_run || (call_class(check->trace, call) != CALL_SYNCHRONIZE &&
	                         check->graph->waited[call] == NONE))
		return;
	behind->has_run = false;
	behind->may_use = behind->has_waited = !behind->is_fetched;
	behind->since_ns = calls->end_ns[call];
	behind->all_ns = copy_ns(behind->bytes, check->survey->rates.bytes_per_s[COPY_OUT]);
}

/* Of what is known of TIME, how much is code of the program's own, in percent. */
static double own_percent(const struct host_time *time)
{
	double own_ns = 0;

	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++)
		if (time->code->places[time->code->trace->host_stacks[i].frame].is_own)
			own_ns += time->sampled_ns[i];
	return time->sampled_sum_ns > 0 ? 100 * own_ns / time->sampled_sum_ns : 0;
}

/* Adds where the thread ran, where samples tell. */
static int add_code(struct finding *f, const struct host_time *time)
{
	struct host_spot *spots = NULL;
	char text[HOST_SPOT_TEXT];
	size_t count = 0;
	const int err = host_time_spots(time, &spots, &count);

	if (!err && count)
		finding_fact(f, "code", "%s",
		             host_spot_text(text, time->code, &spots[0], " of it"));
	free(spots);
	return err;
}

static int report(struct check *check, const struct behind *behind, struct host_time *time)
{
	const int64_t still_ns = (int64_t)host_time_still(time);
	const int64_t all_ns = (int64_t)time->wanted_sum_ns;
	struct finding *f = finding_add(check, "the host");

	f->severity = FINDING_NOTE;
	f->cost_ns = still_ns;
	f->occurrences = behind->waits;
	f->is_own_work = true;
	finding_headline(f,
	                 "of the %s that the host works behind its waits for kernels, it is not "
	                 "running, or in the operating system, for %s: pages of managed memory "
	                 "seem to come back to it fault by fault",
	                 format_duration(FORMAT, all_ns), format_duration(FORMAT, still_ns));
	finding_advice(
	        f, "Make sure: record with --managed. If they do, prefetch what the host uses "
	           "there to the host, behind the kernel that writes it (cudaMemPrefetchAsync "
	           "with the host as target), or copy it with cudaMemcpyAsync: whole ranges then "
	           "move at the speed of the bus. Or let a kernel do what the host does there.");
	finding_fact(f, "managed memory",
	             "%s allocated; no results are copied to the host, and none are prefetched "
	             "behind the kernels",
	             format_bytes(FORMAT, managed_bytes(check->trace)));
	finding_fact(f, "at the speed of the bus", "%s, if the host uses all of it behind %s",
	             format_duration(FORMAT, behind->moving_ns),
	             name_count(NAME, behind->waits, "wait", "waits"));
	time->unknown_ns = (double)still_ns;
	finding_not_predicted(f, "that it waits for pages is likely, not measured; at most the "
	                         "whole cost");
	return add_code(f, time);
}

/* Whether PART_NS of ALL_NS is a wait of the kind: much of the time, but not nearly all. */
static bool is_part(double part_ns, double all_ns)
{
	return 100 * part_ns >= managed_host_thresholds[STILL].value * all_ns &&
	       100 * part_ns <= managed_host_thresholds[ASLEEP].value * all_ns;
}

static int judge(struct check *check, struct behind *behind, struct host_time *time)
{
	double still_ns;

	for (size_t i = 0; i < behind->pauses.count; i++)
		host_time_add_own(time, behind->thread, behind->pauses.items[i].start_ns,
		                  behind->pauses.items[i].end_ns);
	still_ns = host_time_still(time);
	if (!is_part(still_ns, time->wanted_sum_ns) || !is_worth(check, (int64_t)still_ns) ||
	    own_percent(time) < managed_host_thresholds[OWN].value)
		return 0;
	return report(check, behind, time);
}

int managed_judge_host(struct check *check)
{
	struct behind behind = { .check = check };
	struct host_time time = { 0 };
	int err;

	if (!check->host || !check->trace->timed_samples)
		return 0;
	err = host_time_init(&time, check->host);
	behind.thread = time.most_sampled;
	behind.own_ns = check->trace->first_ns;
	if (!err)
		err = gpus_busy(&behind.busy, check->trace);
	for (uint32_t c = 0; !err && c < check->trace->calls.count; c++) {
		follow_call(&behind, c);
		err = behind.err;
	}
	interval_set_unite(&behind.pauses);
	if (!err && !behind.has_results && is_worth(check, behind.moving_ns))
		err = judge(check, &behind, &time);
	interval_set_release(&behind.busy);
	interval_set_release(&behind.pauses);
	host_time_release(&time);
	return err;
}
