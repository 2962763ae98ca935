/* SPDX-License-Identifier: MIT */
/*
 * Rule managed-memory: kernels stand still while pages of managed memory come to them, fault by
 * fault. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "graph/migration.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/copies.h"
#include "rules/shared/kernels.h"
#include "rules/shared/managed.h"
#include "rules/shared/managed_fills.h"
#include "rules/shared/managed_host.h"
#include "rules/shared/managed_prefetch.h"
#include "rules/shared/managed_samples.h"
#include "rules/shared/managed_timeline.h"
#include "rules/shared/managed_waits.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/uneven_launches.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

enum { LONGER, TOGETHER, WAITING, LATENCY, EXPLAINED, SAME, EVEN };

static const struct threshold thresholds[] = {
	[LONGER] = { "longer", 30, "%" },       [TOGETHER] = { "together", 10, "%" },
	[WAITING] = { "waiting", 50, "%" },     [LATENCY] = { "latency", 800, "cycles" },
	[EXPLAINED] = { "explained", 50, "%" }, [SAME] = { "same", 5, "%" },
	[EVEN] = { "even", 50, "%" },           { .name = NULL },
};

/* How much of the time in kernels had another kernel beside it, in percent. */
static double together_percent(const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	int64_t end_ns = INT64_MIN, all_ns = 0, together_ns = 0;

	for (size_t i = 0; i < o->count; i++) {
		if (o->type[i] != OPERATION_KERNEL)
			continue;
		all_ns = sum_saturated(all_ns, operation_length_ns(trace, i));
		if (o->start_ns[i] < end_ns)
			together_ns = sum_saturated(
			        together_ns,
			        (o->end_ns[i] < end_ns ? o->end_ns[i] : end_ns) - o->start_ns[i]);
		end_ns = o->end_ns[i] > end_ns ? o->end_ns[i] : end_ns;
	}
	return percent_of(together_ns, all_ns);
}

static bool are_together(const struct trace *trace)
{
	return together_percent(trace) > thresholds[TOGETHER].value;
}

/* What a function lost. */
struct loss {
	int64_t ns;
	int64_t bytes, faults; /* recorded: moved to the device meanwhile; groups of faults */
	uint32_t longest;      /* operation; NONE: it never ran */
};

static struct loss *losses_new(const struct trace *trace)
{
	struct loss *losses = calloc(trace->functions_count + 1, sizeof *losses);

	for (size_t f = 0; losses && f < trace->functions_count; f++)
		losses[f].longest = NONE;
	for (uint32_t i = 0; losses && i < trace->operations.count; i++) {
		struct loss *loss;

		if (trace->operations.type[i] != OPERATION_KERNEL)
			continue;
		loss = &losses[operation_function(trace, i)];
		if (loss->longest == NONE ||
		    operation_length_ns(trace, i) > operation_length_ns(trace, loss->longest))
			loss->longest = i;
	}
	return losses;
}

/* ---- from records ---- */

/* What moved to devices, and how often they faulted, up to each migration in order. */
struct amounts {
	int64_t *bytes, *faults; /* before trace->migrations[i], and all at the end */
};

static int amounts_init(struct amounts *amounts, const struct trace *trace)
{
	*amounts = (struct amounts){ calloc(trace->migrations_count + 1, sizeof(int64_t)),
		                     calloc(trace->migrations_count + 1, sizeof(int64_t)) };
	if (!amounts->bytes || !amounts->faults)
		return -ENOMEM;
	for (size_t i = 0; i < trace->migrations_count; i++) {
		const struct trace_migration *it = &trace->migrations[i];
		const bool holds = migration_holds_kernels(it);

		amounts->bytes[i + 1] = sum_saturated(
		        amounts->bytes[i], holds && it->kind == MIGRATION_HTOD ? it->amount : 0);
		amounts->faults[i + 1] =
		        amounts->faults[i] + (holds && it->kind == MIGRATION_DEVICE_FAULTS);
	}
	return 0;
}

static void amounts_release(struct amounts *amounts)
{
	free(amounts->bytes);
	free(amounts->faults);
}

static bool starts_before(const void *item, const void *key)
{
	return ((const struct trace_migration *)item)->start_ns < *(const int64_t *)key;
}

/* How many migrations began before NS. */
static size_t migrations_before(const struct trace *trace, int64_t ns)
{
	return lower_bound(&ns, trace->migrations, trace->migrations_count,
	                   sizeof *trace->migrations, starts_before);
}

static int add_recorded(struct loss *losses, const struct check *check)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	struct amounts amounts;
	const int err = amounts_init(&amounts, trace);

	for (size_t i = 0; !err && i < o->count; i++) {
		struct loss *loss;
		size_t from, to;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		loss = &losses[operation_function(trace, i)];
		from = migrations_before(trace, o->start_ns[i]);
		to = migrations_before(trace, o->end_ns[i]);
		loss->ns = sum_saturated(loss->ns, graph_migration_ns(check->graph, (uint32_t)i));
		loss->bytes = sum_saturated(loss->bytes, amounts.bytes[to] - amounts.bytes[from]);
		loss->faults += amounts.faults[to] - amounts.faults[from];
	}
	amounts_release(&amounts);
	return err;
}

/* ---- from counters: the measured launches ran again and again, with their pages in place ---- */

static void compare_with_counters(struct check *check, struct loss *losses)
{
	for (size_t f = 0; f < check->trace->functions_count; f++) {
		const struct kernel_profile *p = &check->profiles->functions[f];
		const double lost = (double)p->total_ns - p->time_ns * (double)p->timed_launches;

		if (p->measured_launches && is_measured(p->time_ns) && p->total_ns > 0 &&
		    lost >= (double)p->total_ns * thresholds[LONGER].value / 100)
			losses[f].ns = (int64_t)lost;
	}
}

/* ---- from what it looks like: a launch that was measured once waits for its pages as others do
 * ---- */

/* Cycles from an instruction of a warp to its next, on average. NAN: not known. */
static double cycles_between_instructions(const struct kernel_profile *p)
{
	const double warps = p->has_occupancy
	                             ? (double)p->occupancy.max_warps * p->achieved_occupancy / 100
	                             : NAN;

	return p->issue_active > 0 ? warps / SCHEDULERS * 100 / p->issue_active : NAN;
}

/*
 * Warps wait for memory, and for each instruction longer than a load of idle device memory takes,
 * or in some launches much longer than in others (FASTEST_NS, else NAN), while this memory delivers
 * no more than the bus would bring. Atomic operations, which wait for one another, look the same,
 * and so does a thread that goes through a list while most SMs have nothing to do.
 */
static bool looks_like_faults(const struct check *check, size_t function, double fastest_ns)
{
	const struct kernel_profile *p = &check->profiles->functions[function];
	const struct code *code = &check->survey->codes[function];

	return p->measured_launches && p->timed_launches && code->is_known &&
	       !code->global_atomics &&
	       !(100 * p->active_cycles < thresholds[EVEN].value * p->active_cycles_max) &&
	       managed_waiting_percent(p) >= thresholds[WAITING].value &&
	       p->dram_bytes_per_s <= check->survey->rates.bytes_per_s[COPY_IN] &&
	       (is_measured(fastest_ns) ||
	        cycles_between_instructions(p) >= thresholds[LATENCY].value);
}

static void report_likely(struct check *check, uint32_t function, int64_t lost_ns,
                          double fastest_ns, uint32_t longest)
{
	const struct kernel_profile *p = &check->profiles->functions[function];
	struct finding *f = finding_add_function(check, function);

	check_explains(check, function);
	f->severity = FINDING_NOTE;
	f->cost_ns = lost_ns;
	f->occurrences = p->timed_launches;
	finding_example(f, longest, operation_length_ns(check->trace, longest));
	finding_headline(
	        f,
	        "%s waits for memory %.0f %% of the time, and GPU memory delivers %s, less "
	        "than the bus could bring: its pages seem to come fault by fault",
	        f->subject, managed_waiting_percent(p), format_rate(FORMAT, p->dram_bytes_per_s));
	managed_advise_on_likely(f);
	finding_fact(f, "each warp", "%.0f cycles from an instruction to its next",
	             cycles_between_instructions(p));
	if (is_measured(fastest_ns))
		finding_fact(f, "launches",
		             "execute as much, and the fastest that was measured took %s: the "
		             "others are that much longer",
		             format_duration(FORMAT, (int64_t)fastest_ns));
	finding_fact(f, "kernel time", "%s in %s", format_duration(FORMAT, p->total_ns),
	             name_count(NAME, p->timed_launches, "launch", "launches"));
	finding_not_predicted(f, "that it waits for pages is likely, not measured");
}

/* What the functions seem to have lost. False: none has. */
static bool report_all_likely(struct check *check, const struct loss *losses,
                              const double *fastest_ns)
{
	bool is_any = false;

	for (uint32_t f = 0; f < check->trace->functions_count; f++) {
		const struct kernel_profile *p = &check->profiles->functions[f];
		double lost = (double)p->total_ns * managed_waiting_percent(p) / 100;

		if (is_measured(fastest_ns[f]))
			lost = fmin(lost, (double)p->total_ns -
			                          fastest_ns[f] * (double)p->timed_launches);
		if (losses[f].longest == NONE || is_worth(check, losses[f].ns) ||
		    !looks_like_faults(check, f, fastest_ns[f]) || !is_worth(check, (int64_t)lost))
			continue;
		report_likely(check, f, (int64_t)lost, fastest_ns[f], losses[f].longest);
		is_any = true;
	}
	return is_any;
}

/* As above, into IS_ANY. */
static int look_for_faults(bool *is_any, struct check *check, const struct loss *losses)
{
	const size_t functions = check->trace->functions_count;
	double *fastest_ns = malloc((functions + 1) * sizeof *fastest_ns);
	int err = fastest_ns ? 0 : -ENOMEM;

	for (size_t f = 0; f < functions && !err; f++)
		fastest_ns[f] = NAN;
	if (!err)
		err = uneven_launches_find(fastest_ns, check->trace,
		                           managed_timeline_thresholds[MANAGED_FIRST].value,
		                           thresholds[SAME].value);
	if (!err)
		*is_any = report_all_likely(check, losses, fastest_ns);
	free(fastest_ns);
	return err;
}

/* ---- the findings ---- */

static void report_recorded(struct finding *f, const struct loss *loss)
{
	finding_fact(f, "faults", "%s, %s moved to the device meanwhile",
	             name_count(NAME, loss->faults, "group of pages", "groups of pages"),
	             format_bytes(FORMAT, loss->bytes));
	finding_fact(f, "recording",
	             "the driver answers each fault slower while faults are recorded: without "
	             "--managed these kernels wait less than the cost says");
}

/* Whether a kernel ran several times to be measured: but for the first, its pages were in place. */
static bool is_any_replayed(const struct trace *trace)
{
	for (size_t i = 0; i < trace->measured_launches_count; i++)
		if (trace->measured_launches[i].passes > 1)
			return true;
	return false;
}

static void report(struct check *check, uint32_t function, const struct loss *loss, int64_t bytes)
{
	const struct kernel_profile *p = &check->profiles->functions[function];
	struct finding *f = finding_add_function(check, function);

	if (percent_of(loss->ns, p->total_ns) >= thresholds[EXPLAINED].value)
		check_explains(check, function);
	f->cost_ns = loss->ns;
	f->occurrences = p->timed_launches;
	if (loss->longest != NONE)
		finding_example(f, loss->longest, operation_length_ns(check->trace, loss->longest));
	finding_headline(f, "%s waits for pages of managed memory for %s of the %s that it runs",
	                 f->subject, format_duration(FORMAT, loss->ns),
	                 format_duration(FORMAT, p->total_ns));
	finding_advice(f,
	               "Prefetch what a kernel uses to the device before its launch, and what "
	               "the host reads back behind it (cudaMemPrefetchAsync), in the stream "
	               "of the kernel: whole ranges then move at the speed of the bus instead of "
	               "fault by fault. cudaMemAdvise tells what is mostly read, and where data "
	               "should stay. Or use cudaMalloc and copies.");
	if (check->trace->migrations_count)
		report_recorded(f, loss);
	else
		finding_fact(
		        f, "with its pages in place", "%s a launch, as measured %s; in the run %s",
		        format_duration(FORMAT, (int64_t)p->time_ns),
		        is_any_replayed(check->trace) ? "by replaying it" : "where they were there",
		        format_duration(FORMAT, p->total_ns / p->timed_launches));
	if (bytes > 1)
		finding_fact(f, "managed memory", "%s allocated", format_bytes(FORMAT, bytes));
	finding_not_predicted(f, "moving the pages ahead takes time as well, beside other work or "
	                         "not; at most the whole cost");
}

/* The host waits for pages as kernels do: it touched what lay on the device. */
static void report_host(struct check *check, int64_t lost_ns)
{
	const struct trace *trace = check->trace;
	int64_t bytes = 0, moves = 0;
	struct finding *f = finding_add(check, "the host");

	for (size_t i = 0; i < trace->migrations_count; i++) {
		const struct trace_migration *it = &trace->migrations[i];

		if (it->kind != MIGRATION_DTOH || it->cause == MIGRATION_ASKED_FOR)
			continue;
		bytes = sum_saturated(bytes, it->amount);
		moves++;
	}
	f->cost_ns = lost_ns;
	f->occurrences = moves;
	finding_headline(f, "the host waits for pages of managed memory for %s",
	                 format_duration(FORMAT, lost_ns));
	finding_advice(
	        f, "Prefetch what the host reads back behind the kernel that writes it "
	           "(cudaMemPrefetchAsync with the host as target), or copy the results "
	           "with cudaMemcpyAsync: whole ranges then move at the speed of the bus. Where "
	           "it reads or writes single places, let a kernel do that, and copy what it "
	           "gathered.");
	finding_fact(f, "moved", "%s to the host, in %s", format_bytes(FORMAT, bytes),
	             name_count(NAME, moves, "piece", "pieces"));
	finding_not_predicted(f, "moving the pages ahead takes time as well, beside other work or "
	                         "not; at most the whole cost");
}

/* Whether a finding of the rule that is no more than likely is about a kernel: the last one. */
static struct finding *likely_kernel(const struct check *check)
{
	const struct findings *all = check->findings;

	for (size_t i = all->count; i-- > 0;)
		if (all->items[i]->rule == check->rule && all->items[i]->function != NONE &&
		    all->items[i]->severity == FINDING_NOTE)
			return all->items[i];
	return NULL;
}

/* A page that the host reads behind each wait seems to go to and fro: what it costs the host is a
 * part of what it costs the kernel that waits for it. */
static void judge_pauses(struct check *check)
{
	struct managed_rows rows;
	struct finding *f;

	if (check_subject_of(check, check->rule->id, "the host") ||
	    !managed_waits_come_in_rows(&rows, check->trace) || !is_worth(check, rows.ns))
		return;
	f = likely_kernel(check);
	if (f) {
		finding_fact(
		        f, "the host",
		        "another %s of the cost: it pauses behind %s of its %s waits, in %s "
		        "rows, and goes on at once behind the others, as if it read a page that "
		        "goes to and fro until the driver keeps it in its place",
		        format_duration(FORMAT, rows.ns), format_count(FORMAT, rows.pauses),
		        format_count(FORMAT, rows.waits), format_count(FORMAT, rows.rows));
		f->cost_ns = sum_saturated(f->cost_ns, rows.ns);
		return;
	}
	f = finding_add(check, "the host");
	f->severity = FINDING_NOTE;
	f->cost_ns = rows.ns;
	f->occurrences = rows.pauses;
	f->is_own_work = true;
	finding_headline(f,
	                 "the host pauses for %s behind %s of its %s waits, in %s rows, and goes "
	                 "on at once behind the others: it seems to read a page of managed memory "
	                 "that goes to and fro until the driver keeps it in its place",
	                 format_duration(FORMAT, rows.ns), format_count(FORMAT, rows.pauses),
	                 format_count(FORMAT, rows.waits), format_count(FORMAT, rows.rows));
	finding_advice(f, "%s", rule_note(f->rule, RULE_ADVICE, "a page to and fro"));
	finding_not_predicted(f, "that it waits for pages is likely, not measured; at most the "
	                         "whole cost");
}

/* Why counters cannot tell what the kernels lost; NULL: they can. */
static const char *unknown_by_counters(const struct check *check)
{
	if (!check->profiles->has_counters)
		return "managed memory is in use, and neither its pages were recorded (--managed) "
		       "nor hardware counters (--metrics)";
	if (are_together(check->trace))
		return "managed memory is in use, and kernels run beside each other: that they are "
		       "slower than alone says nothing about pages (record with --managed)";
	return NULL;
}

/* By what samples of warps, the timeline and the host's samples say; UNKNOWN: why nothing else can.
 */
static int judge_without_pages(struct check *check, int64_t bytes, const char *unknown)
{
	bool is_found;
	int err = managed_judge_samples(&is_found, check, bytes);

	if (!is_found)
		check_abstain(check, "%s", unknown);
	if (!err && !is_found && !waits_memory_is_prefetched(check->trace))
		err = managed_judge_timeline(check, bytes, are_together(check->trace));
	return err ? err : managed_judge_host(check);
}

static void check_managed_memory(struct check *check)
{
	const struct trace *trace = check->trace;
	const int64_t bytes = managed_bytes(trace);
	const bool is_recorded = trace->migrations_count > 0;
	const char *unknown = is_recorded ? NULL : unknown_by_counters(check);
	struct loss *losses;
	bool has_lost = false, is_likely = false, is_unknown = false;
	int err;

	if ((!bytes && !is_recorded) || !trace->operations.count)
		return;
	managed_judge_fills(check);
	losses = losses_new(trace);
	err = losses ? managed_judge_prefetches(check) : -ENOMEM;
	if (unknown) {
		if (!err)
			err = judge_without_pages(check, bytes, unknown);
		if (!err)
			judge_pauses(check);
		check_failed(check, err);
		free(losses);
		return;
	}
	if (losses && is_recorded)
		err = add_recorded(losses, check);
	else if (losses)
		compare_with_counters(check, losses);
	for (uint32_t f = 0; !err && f < trace->functions_count; f++)
		if (is_worth(check, losses[f].ns)) {
			report(check, f, &losses[f], bytes);
			has_lost = true;
		}
	if (!err && !is_recorded && !is_any_replayed(trace)) {
		err = look_for_faults(&is_likely, check, losses);
		is_unknown = !has_lost && !is_likely;
	}
	if (!err && is_unknown)
		check_abstain(check, "managed memory is in use, and its kernels were measured in a "
		                     "single pass, which waits for pages as they do (record with "
		                     "--managed)");
	if (!err && !is_recorded)
		err = managed_judge_host(check);
	if (!err && !is_recorded)
		judge_pauses(check);
	if (!err && is_worth(check, graph_host_migration_ns(check->graph)))
		report_host(check, graph_host_migration_ns(check->graph));
	check_failed(check, err);
	free(losses);
}

const struct rule rule_managed_memory = {
	.id = "managed-memory",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, managed_timeline_thresholds, managed_samples_thresholds,
	                managed_host_thresholds, managed_prefetch_thresholds,
	                managed_waits_thresholds, worth_threshold },
	.check = check_managed_memory,
};
