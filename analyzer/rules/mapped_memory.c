/* SPDX-License-Identifier: MIT */
/*
 * Rule mapped-memory: a kernel reads host memory over the bus, again and again, where one copy
 * would do. Any thread.
 */
#include <math.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_reads.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { AGAIN, MOST };

static const struct threshold thresholds[] = {
	[AGAIN] = { "again", 2, "times" },
	[MOST] = { "most", 50, "%" },
	{ .name = NULL },
};

static bool is_known(const struct kernel_profile *p)
{
	return is_measured(host_reads_bytes(p)) && p->duration_ns > 0;
}

static uint32_t longest_launch(const struct trace *trace, uint32_t function)
{
	uint32_t longest = NONE;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.type[i] == OPERATION_KERNEL &&
		    operation_function(trace, i) == function &&
		    (longest == NONE ||
		     operation_length_ns(trace, i) > operation_length_ns(trace, longest)))
			longest = i;
	return longest;
}

/* What there is to copy once: all that is pinned, or what one launch reads. */
static int64_t once_bytes(const struct kernel_profile *p, int64_t pinned)
{
	const int64_t read = (int64_t)fmin(host_reads_bytes(p), 0x1p60);

	return pinned > read ? pinned : read;
}

/* By all launches, which need not read the same. */
static double all_bytes(const struct kernel_profile *p)
{
	return fmin(host_reads_bytes(p) * (double)p->timed_launches, 0x1p60);
}

static void report(struct check *check, uint32_t function, const struct copy_rates *rates,
                   int64_t pinned, int64_t cost_ns)
{
	const struct kernel_profile *p = &check->profiles->functions[function];
	const int64_t once = once_bytes(p, pinned);
	struct finding *f = finding_add_function(check, function);
	const uint32_t longest = longest_launch(check->trace, function);

	check_explains(check, function);
	f->cost_ns = cost_ns;
	f->occurrences = p->timed_launches;
	if (longest != NONE)
		finding_example(f, longest, operation_length_ns(check->trace, longest));
	finding_headline(f, "%s reads host memory over the bus: %s in %s, at %s", f->subject,
	                 format_bytes(FORMAT, (int64_t)all_bytes(p)),
	                 name_count(NAME, p->timed_launches, "launch", "launches"),
	                 format_rate(FORMAT, host_reads_bytes(p) * 1e9 / p->duration_ns));
	finding_advice(f, "Copy the data to device memory once, with cudaMemcpyAsync, and let the "
	                  "kernel read them there: device memory is tens of times as fast as the "
	                  "bus. Mapped memory is for what is read once, or little.");
	finding_fact(f, "device memory", "%s read in a launch, on average",
	             format_bytes(FORMAT, (int64_t)p->dram_read_bytes));
	finding_fact(f, "the bus", "%s", copy_rate_text(NAME, rates, COPY_IN));
	finding_fact(f, "one copy", "of %s, %s, takes %s", format_bytes(FORMAT, once),
	             once == pinned ? "all the pinned memory there is" : "what a launch reads",
	             format_duration(FORMAT, copy_pinned_ns(rates, COPY_IN, once)));
	finding_not_predicted(f,
	                      "a trace does not show whether all launches read the same data: if "
	                      "they do, the cost is what one copy to device memory saves");
}

/* What the launches take, less one copy of what the program has pinned, or of what one of them
 * reads, and less the time from device memory. */
static int64_t cost_of(const struct trace *trace, const struct kernel_profile *p,
                       const struct copy_rates *rates, int64_t pinned)
{
	const int64_t bandwidth = p->device < trace->devices_count
	                                  ? trace->devices[p->device].memory_bandwidth_bytes_per_s
	                                  : 0;
	int64_t device_ns = 0;

	if (bandwidth > 0)
		device_ns = copy_ns((int64_t)all_bytes(p), (double)bandwidth);
	return p->total_ns - copy_pinned_ns(rates, COPY_IN, once_bytes(p, pinned)) - device_ns;
}

/* ---- without counters ---- */

/* All copies between a device and pinned memory. */
static int64_t pinned_copied_bytes(const struct trace *trace)
{
	int64_t bytes = 0;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (copy_direction(trace, i) != COPY_DIRECTIONS && !copy_is_pageable(trace, i))
			bytes = sum_saturated(bytes, copy_bytes(trace, i));
	return bytes;
}

/*
 * Pinned memory is for copies, most often: no reason to speak of it. But where the copies of the
 * whole run have less than what is pinned, kernels may read the rest over the bus, which counters
 * would tell of the one that takes most of the time.
 */
static void abstain(struct check *check, int64_t pinned)
{
	const struct trace *trace = check->trace;
	const int64_t left = pinned - pinned_copied_bytes(trace);
	const uint32_t hottest =
	        check->profiles->hottest_count ? check->profiles->hottest[0] : NONE;
	const struct kernel_profile *p;

	if (hottest == NONE || left <= 0 || (pinned > 1 && left < RATE_MIN_BYTES))
		return;
	p = &check->profiles->functions[hottest];
	if (is_known(p) || percent_of(p->total_ns, check->survey->main_ns) < thresholds[MOST].value)
		return;
	check_abstain(check,
	              "pinned memory is in no copy, so that kernels may read it over the bus; "
	              "whether %s does, which takes %s of the time, counters tell (record with "
	              "--metrics)",
	              name_function(NAME, trace, hottest),
	              format_percent(FORMAT, percent_of(p->total_ns, check->survey->main_ns)));
}

static void check_mapped_memory(struct check *check)
{
	const struct trace *trace = check->trace;
	const int64_t pinned = host_reads_pinned_bytes(trace);
	const struct copy_rates *rates = &check->survey->rates;

	if (!pinned)
		return;
	abstain(check, pinned);
	for (uint32_t f = 0; f < trace->functions_count; f++) {
		const struct kernel_profile *p = &check->profiles->functions[f];
		int64_t cost_ns;

		if (!p->timed_launches || !check->survey->reads_host[f] ||
		    host_reads_bytes(p) * (double)p->timed_launches <
		            thresholds[AGAIN].value * fmax((double)pinned, host_reads_bytes(p)))
			continue;
		cost_ns = cost_of(trace, p, rates, pinned);
		if (is_worth(check, cost_ns))
			report(check, f, rates, pinned, cost_ns);
	}
}

const struct rule rule_mapped_memory = {
	.id = "mapped-memory",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, host_reads_thresholds, worth_threshold },
	.check = check_mapped_memory,
};
