/* SPDX-License-Identifier: MIT */
/* Waits for pages, from the timeline alone. Any thread. */
#include "rules/shared/managed_timeline.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/touches.h"
#include "rules/shared/worth.h"

const struct threshold managed_timeline_thresholds[] = {
	[MANAGED_FIRST] = { "first", 3, "times" },
	[MANAGED_LATER] = { "later", 3, "launches" },
	{ .name = NULL },
};

void managed_advise_on_likely(struct finding *f)
{
	finding_advice(
	        f, "Make sure: record with --managed. If they do, prefetch what the kernel uses "
	           "before its launch (cudaMemPrefetchAsync, in its stream), and to the host what "
	           "it reads behind the kernel, which else comes back fault by fault as well: "
	           "that counts as the program's own work here. Or use cudaMalloc and copies.");
}

/* The longest launch of FUNCTION, which has some, is the finding's example. */
static void add_longest(struct finding *f, const struct trace *trace, uint32_t function)
{
	int64_t longest_ns = -1;
	uint32_t longest = 0;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.type[i] == OPERATION_KERNEL &&
		    operation_function(trace, i) == function &&
		    operation_length_ns(trace, i) > longest_ns) {
			longest_ns = operation_length_ns(trace, i);
			longest = i;
		}
	finding_example(f, longest, longest_ns);
}

static void report_first(struct check *check, uint32_t function, const struct touches *all)
{
	struct finding *f = finding_add_function(check, function);

	f->severity = FINDING_NOTE;
	f->cost_ns = all->moving_ns;
	f->occurrences = all->first;
	add_longest(f, check->trace, function);
	finding_headline(f,
	                 "%s takes %s when the host may just have used managed memory, and %s "
	                 "else: its pages seem to come fault by fault",
	                 f->subject, format_duration(FORMAT, all->first_ns / all->first),
	                 format_duration(FORMAT, all->later_ns / all->later));
	managed_advise_on_likely(f);
	finding_fact(f, "launches",
	             "%s, the first or the first after a wait of the host; %s others",
	             format_count(FORMAT, all->first), format_count(FORMAT, all->later));
	finding_not_predicted(f, "that it waits for pages is likely, not measured");
}

/* Which kernels may have waited. */
static int name_waiting(struct finding *f, const struct trace *trace, const struct touches shapes[])
{
	uint32_t *kernels = malloc((trace->operations.count + 1) * sizeof *kernels);
	char names[NAME_MAX_BYTES];
	size_t count = 0;
	int err;

	if (!kernels)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.type[i] == OPERATION_KERNEL &&
		    shapes[trace->operations.detail[i]].is_unknown)
			kernels[count++] = i;
	err = name_kernels(names, trace, kernels, count);
	if (!err && count)
		finding_fact(f, "kernels", "%s", names);
	free(kernels);
	return err;
}

static int report_not_recorded(struct check *check, const struct touches *unknown,
                               const struct touches shapes[], int64_t bytes)
{
	struct finding *f = finding_add(check, "managed memory");
	const int64_t busy_ns = check->survey->busy_ns;
	char less[FORMAT_MAX + 64] = "";

	f->severity = FINDING_NOTE;
	f->cost_ns = unknown->moving_ns < busy_ns ? unknown->moving_ns : busy_ns;
	if (unknown->moving_ns > busy_ns)
		snprintf(less, sizeof less, ", but all that ran took %s, so it uses less of it",
		         format_duration(FORMAT, busy_ns));
	f->occurrences = unknown->first;
	finding_headline(f,
	                 "%s of managed memory are never prefetched: where the host used them "
	                 "before a launch, the kernel waits for their pages; how long was not "
	                 "recorded",
	                 format_bytes(FORMAT, bytes));
	finding_advice(f,
	               "Record with --managed to see how long. Where kernels wait, prefetch what "
	               "they use before the launch (cudaMemPrefetchAsync, in their stream), and "
	               "what the host reads behind them; or use cudaMalloc and copies.");
	finding_fact(f, "cost",
	             "%s if the host uses all of it each of the %s times that it waits before a "
	             "launch, and it comes at the speed of the bus; faults are slower%s",
	             format_duration(FORMAT, unknown->moving_ns),
	             format_count(FORMAT, unknown->first), less);
	finding_not_predicted(f, "whether kernels wait for pages is not recorded");
	return name_waiting(f, check->trace, shapes);
}

/*
 * All launches of IT may come behind a use by the host. If the first of all took much longer than
 * the rest, the pages have stayed since: then the rest are those to compare with.
 */
static void tell_settled(struct touches *it)
{
	const int64_t rest = it->first - 1, rest_ns = it->first_ns - it->first_of_all_ns;

	if ((double)it->later >= managed_timeline_thresholds[MANAGED_LATER].value ||
	    (double)rest < managed_timeline_thresholds[MANAGED_LATER].value ||
	    (double)it->first_of_all_ns * (double)rest <
	            managed_timeline_thresholds[MANAGED_FIRST].value * (double)rest_ns)
		return;
	it->later += rest;
	it->later_ns = sum_saturated(it->later_ns, rest_ns);
	it->first = 1;
	it->first_ns = it->first_of_all_ns;
}

/*
 * Adds shapes to FUNCTIONS of which enough launches came later and the first ones took much longer.
 * Their moving_ns is what the first ones lost. With ARE_TOGETHER none is. Returns the launches of
 * the others that may have waited, with their moving_ns.
 */
static struct touches compare_launches(struct touches functions[], const struct trace *trace,
                                       struct touches shapes[], bool are_together)
{
	struct touches unknown = { 0 };

	for (size_t s = 0; s < trace->launch_shapes_count; s++) {
		struct touches *it = &shapes[s];
		struct touches *sum = &functions[trace->launch_shapes[s].function];
		bool has_others;
		double usual_ns;

		tell_settled(it);
		usual_ns = (double)it->later_ns / fmax((double)it->later, 1) * (double)it->first;
		has_others = (double)it->later >= managed_timeline_thresholds[MANAGED_LATER].value;
		if (has_others &&
		    (double)it->first_ns <
		            managed_timeline_thresholds[MANAGED_FIRST].value * usual_ns)
			continue;
		if (!has_others || are_together) {
			unknown.moving_ns = sum_saturated(unknown.moving_ns, it->moving_ns);
			unknown.first = it->first > unknown.first ? it->first : unknown.first;
			it->is_unknown = it->first > 0;
			continue;
		}
		sum->moving_ns = sum_saturated(sum->moving_ns, it->first_ns - (int64_t)usual_ns);
		sum->first += it->first;
		sum->first_ns = sum_saturated(sum->first_ns, it->first_ns);
		sum->later += it->later;
		sum->later_ns = sum_saturated(sum->later_ns, it->later_ns);
	}
	return unknown;
}

int managed_judge_timeline(struct check *check, int64_t bytes, bool are_together)
{
	const struct trace *trace = check->trace;
	struct touches *shapes = calloc(trace->launch_shapes_count + 1, sizeof *shapes);
	struct touches *functions = calloc(trace->functions_count + 1, sizeof *functions);
	struct touches unknown;
	bool is_any = false;
	int err = -ENOMEM;

	if (!shapes || !functions)
		goto out;
	touches_find(shapes, check->graph,
	             copy_ns(bytes, check->survey->rates.bytes_per_s[COPY_IN]));
	unknown = compare_launches(functions, trace, shapes, are_together);
	for (uint32_t f = 0; f < trace->functions_count; f++)
		if (functions[f].first && functions[f].later &&
		    is_worth(check, functions[f].moving_ns)) {
			report_first(check, f, &functions[f]);
			is_any = true;
		}
	err = !is_any && bytes > 1 && is_worth(check, unknown.moving_ns)
	              ? report_not_recorded(check, &unknown, shapes, bytes)
	              : 0;
out:
	free(shapes);
	free(functions);
	return err;
}
