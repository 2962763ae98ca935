/* SPDX-License-Identifier: MIT */
/* Rule staged-peer-copy: copies from one GPU to another that go by way of the host's memory. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_exchange.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { EXCHANGES };

static const struct threshold thresholds[] = {
	[EXCHANGES] = { "exchanges", REPEATS_MIN, "times" },
	{ .name = NULL },
};

/* The two halves of such copies, as operations: halves.in[i] goes on with what halves.out[i]
 * read. */
struct halves {
	uint32_t *out, *in;
	size_t count;
};

static void release(struct halves *halves)
{
	free(halves->out);
	free(halves->in);
	*halves = (struct halves){ 0 };
}

static size_t count_staged(const struct trace *trace)
{
	size_t count = 0;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		count += trace_is_staged_copy(trace, i);
	return count;
}

/* Both halves are of one call; the second starts later. Returns 0 or -ENOMEM. */
static int find_halves(struct halves *halves, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	const size_t most = count_staged(trace);
	uint32_t *out_of = NULL; /* by call: its first half, until the second is found */
	int err = 0;

	*halves = (struct halves){ 0 };
	if (!most)
		return 0;
	halves->out = calloc(most, sizeof *halves->out);
	halves->in = calloc(most, sizeof *halves->in);
	out_of = malloc(trace->calls.count * sizeof *out_of);
	if (!halves->out || !halves->in || (!out_of && trace->calls.count))
		err = -ENOMEM;
	for (size_t c = 0; !err && c < trace->calls.count; c++)
		out_of[c] = NONE;
	for (uint32_t i = 0; !err && i < o->count; i++) {
		const uint32_t call = o->call[i];

		if (call == NONE || !trace_is_staged_copy(trace, i))
			continue;
		if (operation_transfer(trace, i)->copy_kind == COPY_DTOH) {
			out_of[call] = i;
		} else if (out_of[call] != NONE) {
			halves->out[halves->count] = out_of[call];
			halves->in[halves->count++] = i;
			out_of[call] = NONE;
		}
	}
	free(out_of);
	if (err)
		release(halves);
	return err;
}

/* When a copy began whose first half is OUT, of which CUPTI records the last piece. */
static int64_t begin_of(const struct check *check, uint32_t out)
{
	return check->graph->cause[out] == CAUSE_STAGING ? check->graph->ready_ns[out]
	                                                 : check->trace->operations.start_ns[out];
}

/* What copies between two GPUs reach that can access each other. */
struct direct {
	double bytes_per_s; /* 0: not known */
	bool is_measured;   /* by this run's own; else it is NVLink's */
};

static struct direct direct_rate(const struct trace *trace, uint32_t source, uint32_t target)
{
	const struct trace_operations *o = &trace->operations;
	struct direct direct = { 0 };

	for (size_t i = 0; i < trace->device_links_count; i++) {
		const struct trace_device_link *link = &trace->device_links[i];

		if (link->source == source && link->target == target)
			direct.bytes_per_s = NVLINK_EFFICIENCY * (double)link->bytes_per_s;
	}
	for (uint32_t i = 0; i < o->count; i++) {
		const int64_t ns = operation_length_ns(trace, i);
		const struct trace_transfer *t;
		double rate;

		if (o->type[i] != OPERATION_COPY || ns <= 0)
			continue;
		t = operation_transfer(trace, i);
		if (t->copy_kind != COPY_PTOP || t->source_device != source ||
		    t->target_device != target || t->size_bytes < RATE_MIN_BYTES)
			continue;
		rate = (double)t->size_bytes * 1e9 / (double)ns;
		if (!direct.is_measured || rate > direct.bytes_per_s)
			direct = (struct direct){ rate, true };
	}
	return direct;
}

struct staged {
	uint32_t source, target; /* devices */
	int64_t copies, bytes;
	struct interval_set time;
};

/* Whether a copy OUT of one GPU and IN to another are what SUM is about. */
static bool is_between(const struct staged *sum, const struct trace *trace, uint32_t out,
                       uint32_t in)
{
	return operation_device(trace, out) == sum->source &&
	       operation_device(trace, in) == sum->target;
}

static int measure(struct staged *sum, const struct check *check, const struct halves *halves)
{
	const struct trace *trace = check->trace;
	int err = 0;

	for (size_t i = 0; i < halves->count && !err; i++) {
		const uint32_t out = halves->out[i], in = halves->in[i];

		if (!is_between(sum, trace, out, in))
			continue;
		sum->copies++;
		sum->bytes = sum_saturated(sum->bytes, copy_bytes(trace, in));
		err = interval_set_add(&sum->time, begin_of(check, out),
		                       trace->operations.end_ns[in]);
	}
	interval_set_unite(&sum->time);
	return err;
}

/* How fast direct copies are, where that is known. */
static void say_direct(struct finding *f, const struct direct *direct)
{
	if (direct->is_measured)
		finding_fact(f, "direct", "%s, as this run's own copies with access",
		             format_rate(FORMAT, direct->bytes_per_s));
	else if (direct->bytes_per_s > 0)
		finding_fact(f, "direct", "%s, %.0f %% of their NVLink",
		             format_rate(FORMAT, direct->bytes_per_s), 100 * NVLINK_EFFICIENCY);
}

static struct finding *add_between(struct check *check, const struct staged *sum)
{
	char subject[2 * NAME_MAX_BYTES];

	snprintf(subject, sizeof subject, "%s to %s", name_device(NAME, check->trace, sum->source),
	         name_device(NAME, check->trace, sum->target));
	return finding_add(check, subject);
}

static void report(struct check *check, const struct staged *sum, const struct halves *halves)
{
	const struct trace *trace = check->trace;
	const struct direct direct = direct_rate(trace, sum->source, sum->target);
	const int64_t time_ns = interval_set_length(&sum->time);
	struct finding *f = add_between(check, sum);

	for (size_t i = 0; i < halves->count; i++) {
		const uint32_t out = halves->out[i], in = halves->in[i];

		if (!is_between(sum, trace, out, in))
			continue;
		finding_target(f, out);
		finding_target(f, in);
		finding_example(f, out, trace->operations.end_ns[in] - begin_of(check, out));
	}
	f->cost_ns = time_ns;
	f->occurrences = sum->copies;
	finding_headline(f, "%s from %s went by way of the host's memory: %s for %s",
	                 name_count(NAME, sum->copies, "copy", "copies"), f->subject,
	                 format_duration(FORMAT, time_ns), format_bytes(FORMAT, sum->bytes));
	finding_advice(f,
	               "Let the GPUs reach each other's memory: where cudaDeviceCanAccessPeer() "
	               "says that they can, call cudaDeviceEnablePeerAccess() once for each pair "
	               "and direction, before the copies; for memory of cudaMallocAsync(), "
	               "cudaMemPoolSetAccess().");
	finding_fact(f, "rate", "%s",
	             format_rate(FORMAT, time_ns ? (double)sum->bytes * 1e9 / (double)time_ns : 0));
	say_direct(f, &direct);
	if (direct.bytes_per_s <= 0)
		finding_not_predicted(f, "the trace does not tell how the GPUs are linked: at most "
		                         "the whole cost, less what direct copies take");
}

/* ---- copies that the program itself makes of two ---- */

/* From when the host gives COPY to the GPU until it has done with it. */
static int add_copy(struct interval_set *time, const struct trace *trace, uint32_t copy)
{
	const uint32_t call = trace->operations.call[copy];
	const int64_t start_ns = trace->operations.start_ns[copy];
	const int64_t end_ns = trace->operations.end_ns[copy];
	const bool is_blocking = call != NONE && copy_is_blocking(trace, copy);

	return interval_set_add(
	        time,
	        is_blocking && trace->calls.start_ns[call] < start_ns ? trace->calls.start_ns[call]
	                                                              : start_ns,
	        is_blocking && trace->calls.end_ns[call] > end_ns ? trace->calls.end_ns[call]
	                                                          : end_ns);
}

static int measure_exchanges(struct staged *sum, const struct trace *trace,
                             const struct host_exchanges *exchanges)
{
	int err = 0;

	for (size_t i = 0; i < exchanges->count && !err; i++) {
		const struct host_exchange *e = &exchanges->items[i];

		if (!is_between(sum, trace, e->out, e->in))
			continue;
		sum->copies++;
		sum->bytes = sum_saturated(sum->bytes, copy_bytes(trace, e->in));
		err = add_copy(&sum->time, trace, e->out);
		if (!err)
			err = add_copy(&sum->time, trace, e->in);
	}
	interval_set_unite(&sum->time);
	return err;
}

static void report_exchanges(struct check *check, const struct staged *sum, int64_t cost_ns,
                             const struct host_exchanges *exchanges)
{
	const struct trace *trace = check->trace;
	const struct direct direct = direct_rate(trace, sum->source, sum->target);
	const int64_t time_ns = interval_set_length(&sum->time);
	struct finding *f = add_between(check, sum);

	for (size_t i = 0; i < exchanges->count; i++) {
		const uint32_t out = exchanges->items[i].out;

		if (is_between(sum, trace, out, exchanges->items[i].in))
			finding_example(f, out, operation_length_ns(trace, out));
	}
	f->cost_ns = cost_ns;
	f->occurrences = sum->copies;
	finding_headline(
	        f,
	        "the program itself takes data from %s through the host's memory: %s to "
	        "the host are each followed by one of as many bytes to the other GPU, %s for "
	        "%s in all",
	        f->subject, name_count(NAME, sum->copies, "copy", "copies"),
	        format_duration(FORMAT, time_ns), format_bytes(FORMAT, sum->bytes));
	finding_advice(f, "Copy from GPU to GPU (cudaMemcpyPeerAsync(), after "
	                  "cudaDeviceEnablePeerAccess() where cudaDeviceCanAccessPeer() says that "
	                  "they can), let kernels read the other GPU's memory, or use NCCL. What "
	                  "the host does with the data in between, a kernel can do. If less is "
	                  "enough (sums, groups), make that first and send it.");
	finding_fact(f, "rate", "%s",
	             format_rate(FORMAT, time_ns ? (double)sum->bytes * 1e9 / (double)time_ns : 0));
	say_direct(f, &direct);
	finding_not_predicted(f, "a trace does not show what the host does with the data: at most "
	                         "the whole cost");
}

/* What the copies take, less one over the link, or over the bus. */
static int64_t exchange_cost_ns(const struct check *check, const struct staged *sum)
{
	const struct direct direct = direct_rate(check->trace, sum->source, sum->target);

	return interval_set_length(&sum->time) -
	       (direct.bytes_per_s > 0
	                ? copy_ns(sum->bytes, direct.bytes_per_s)
	                : copy_pinned_ns(&check->survey->rates, COPY_IN, sum->bytes));
}

static int check_exchanges(struct check *check)
{
	const size_t devices = check->trace->devices_count;
	struct host_exchanges exchanges;
	int err = host_exchanges_find(&exchanges, check->trace);

	for (size_t pair = 0; !err && exchanges.count && pair < devices * devices; pair++) {
		struct staged sum = { .source = (uint32_t)(pair / devices),
			              .target = (uint32_t)(pair % devices) };

		err = measure_exchanges(&sum, check->trace, &exchanges);
		if (!err && (double)sum.copies >= thresholds[EXCHANGES].value &&
		    is_worth(check, exchange_cost_ns(check, &sum)))
			report_exchanges(check, &sum, exchange_cost_ns(check, &sum), &exchanges);
		interval_set_release(&sum.time);
	}
	host_exchanges_release(&exchanges);
	return err;
}

/* ---- all ---- */

/* Targets are pairs: to the host, and from there; none where the program makes two copies. */
static void fix_staged_peer_copy(const struct check *check, const struct finding *finding,
                                 struct scenario *scenario)
{
	const struct trace *trace = check->trace;
	const uint32_t *halves = finding->targets;
	struct direct direct;

	if (!finding->targets_count)
		return;
	direct = direct_rate(trace, operation_device(trace, halves[0]),
	                     operation_device(trace, halves[1]));
	for (size_t i = 0; i + 1 < finding->targets_count && direct.bytes_per_s > 0; i += 2) {
		const uint32_t in = halves[i + 1];

		scenario_drop_operation(scenario, halves[i]);
		scenario_duration(scenario, in, copy_ns(copy_bytes(trace, in), direct.bytes_per_s));
	}
}

static void check_staged_peer_copy(struct check *check)
{
	const size_t devices = check->trace->devices_count;
	struct halves halves;
	int err = find_halves(&halves, check->trace);

	for (size_t pair = 0; !err && halves.count && pair < devices * devices; pair++) {
		struct staged sum = { .source = (uint32_t)(pair / devices),
			              .target = (uint32_t)(pair % devices) };

		err = measure(&sum, check, &halves);
		if (!err && is_worth(check, interval_set_length(&sum.time)))
			report(check, &sum, &halves);
		interval_set_release(&sum.time);
	}
	release(&halves);
	if (!err)
		err = check_exchanges(check);
	check_failed(check, err);
}

const struct rule rule_staged_peer_copy = {
	.id = "staged-peer-copy",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_staged_peer_copy,
	.fix = fix_staged_peer_copy,
};
