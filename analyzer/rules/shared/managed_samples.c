/* SPDX-License-Identifier: MIT */
/*
 * A warp that has to wait for device memory alone issues an instruction every thousand cycles at
 * least, unless that memory is busy. How busy it can be at most follows from how often schedulers
 * issue: an instruction moves no more than a sector for each lane. What is left are pages that come
 * fault by fault, if nothing else lies outside the device.
 */
#include "rules/shared/managed_samples.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "kernel/kernel_profile.h"
#include "kernel/kernel_verdict.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

enum { FOR_MEMORY, ISSUING, SERVED, SAMPLES };

const struct threshold managed_samples_thresholds[] = {
	[FOR_MEMORY] = { "for memory", 90, "%" },
	[ISSUING] = { "issuing", 0.05, "%" },
	[SERVED] = { "served", 25, "%" },
	[SAMPLES] = { "samples", 10000, "samples" },
	{ .name = NULL },
};

enum { SECTOR_BYTES = 32, LANES = 32 };

double managed_waiting_percent(const struct kernel_profile *p)
{
	return kernel_stall_percent(p, "long_scoreboard") + kernel_stall_percent(p, "lg_throttle") +
	       kernel_stall_percent(p, "drain");
}

/* Whether kernels may wait for memory of the host that they read over the bus: then they look the
 * same. */
static bool has_pinned_memory(const struct trace *trace)
{
	for (size_t i = 0; i < trace->allocations_count; i++)
		if (trace->allocations[i].memory_kind == MEMORY_PINNED &&
		    trace->allocations[i].size_bytes >= SMALL_COPY_BYTES)
			return true;
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "HostRegister"))
			return true;
	return false;
}

/* What the device's memory has to do at most while P runs, in percent of what it can. */
static double most_served(const struct trace_device *device, const struct kernel_profile *p)
{
	const double instructions_per_s = kernel_profile_sampled_issue(p) / 100 * SCHEDULERS *
	                                  device->multiprocessors * (double)device->core_clock_khz *
	                                  1e3;

	return 100 * instructions_per_s * LANES * SECTOR_BYTES /
	       (double)device->memory_bandwidth_bytes_per_s;
}

/* Atomic operations wait for one another. */
static bool stands_still(const struct check *check, uint32_t function)
{
	const struct trace *trace = check->trace;
	const struct kernel_profile *p = &check->profiles->functions[function];
	const struct code *code = &check->survey->codes[function];

	return (double)p->samples >= managed_samples_thresholds[SAMPLES].value &&
	       100 * (double)p->samples_issued <
	               managed_samples_thresholds[ISSUING].value * (double)p->samples &&
	       managed_waiting_percent(p) >= managed_samples_thresholds[FOR_MEMORY].value &&
	       most_served(&trace->devices[0], p) < managed_samples_thresholds[SERVED].value &&
	       code->is_known && !code->global_atomics;
}

/* The kernels that stand still. */
struct still {
	bool *is; /* by function */
	uint32_t heaviest;
	int64_t functions, cost_ns;
	double waiting; /* of their time, in the one that waits least */
	double served;  /* by device memory, in the one of them that may have most */
};

static void find_still(struct still *still, const struct check *check)
{
	const struct kernel_profile *profiles = check->profiles->functions;

	for (uint32_t f = 0; f < check->trace->functions_count; f++) {
		const struct kernel_profile *p = &profiles[f];

		if (!p->total_ns || !stands_still(check, f))
			continue;
		if (!still->functions || p->total_ns > profiles[still->heaviest].total_ns)
			still->heaviest = f;
		still->is[f] = true;
		still->functions++;
		still->cost_ns =
		        sum_saturated(still->cost_ns, (int64_t)((double)p->total_ns *
		                                                managed_waiting_percent(p) / 100));
		still->served = fmax(still->served, most_served(&check->trace->devices[0], p));
	}
}

/* What they cost: the time in which any of them ran, as they may run beside each other. */
static int measure(struct still *still, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct interval_set time = { 0 };
	int err = 0;

	for (uint32_t i = 0; i < o->count && !err; i++)
		if (o->type[i] == OPERATION_KERNEL && still->is[operation_function(trace, i)])
			err = interval_set_add(&time, o->start_ns[i], o->end_ns[i]);
	interval_set_unite(&time);
	still->cost_ns = (int64_t)((double)interval_set_length(&time) * still->waiting / 100);
	interval_set_release(&time);
	return err;
}

/* Their launches, as examples and by name. */
static int add_kernels(struct finding *f, struct check *check, const struct still *still)
{
	const struct trace *trace = check->trace;
	uint32_t *kernels = malloc((trace->operations.count + 1) * sizeof *kernels);
	char names[NAME_MAX_BYTES];
	size_t count = 0;
	int err;

	if (!kernels)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		if (trace->operations.type[i] != OPERATION_KERNEL ||
		    !still->is[operation_function(trace, i)])
			continue;
		kernels[count++] = i;
		finding_example(f, i, operation_length_ns(trace, i));
	}
	f->occurrences = (int64_t)count;
	err = name_kernels(names, trace, kernels, count);
	if (!err && still->functions > 1)
		finding_fact(f, "kernels", "%s", names);
	free(kernels);
	return err;
}

static int report(struct check *check, const struct still *still, int64_t bytes)
{
	const struct kernel_profile *p = &check->profiles->functions[still->heaviest];
	struct finding *f = finding_add_function(check, still->heaviest);
	const int64_t moving_ns = copy_ns(bytes, check->survey->rates.bytes_per_s[COPY_IN]);

	for (uint32_t i = 0; i < check->trace->functions_count; i++) {
		if (!still->is[i])
			continue;
		check_explains(check, i);
		if (i != still->heaviest)
			finding_also_about(check, f, i);
	}
	f->cost_ns = still->cost_ns;
	finding_headline(
	        f,
	        "%s%s: warps wait for memory for %.0f %% of the time, %s cycles from an "
	        "instruction to the next: pages of managed memory seem to come fault by fault",
	        f->subject, still->functions > 1 ? " and others" : "", managed_waiting_percent(p),
	        format_count(FORMAT, p->samples / (p->samples_issued ? p->samples_issued : 1)));
	finding_advice(
	        f, "Prefetch what the kernels use to the device before the first launch "
	           "(cudaMemPrefetchAsync, in their stream): whole ranges then move at the speed "
	           "of the bus. Or use cudaMalloc and copies. Record with --managed to see how "
	           "much moves, and how often.");
	finding_fact(
	        f, "GPU memory",
	        "is busy for %s of the time at most, by what these kernels execute: its latency "
	        "is no reason",
	        format_percent(FORMAT, still->served));
	if (bytes > 1)
		finding_fact(f, "managed memory", "%s allocated, never prefetched",
		             format_bytes(FORMAT, bytes));
	finding_not_predicted(
	        f,
	        "moving all of it once takes %s at the speed of the bus; how much moves, "
	        "and how often, was not recorded: at most the rest of the cost",
	        format_duration(FORMAT, bytes > 1 ? moving_ns : 0));
	return add_kernels(f, check, still);
}

int managed_judge_samples(bool *is_found, struct check *check, int64_t bytes)
{
	const struct trace *trace = check->trace;
	struct still still = { .waiting = 100 };
	int err;

	*is_found = false;
	if (trace->devices_count != 1 || has_pinned_memory(trace) ||
	    waits_memory_is_prefetched(trace))
		return 0;
	still.is = calloc(trace->functions_count + 1, sizeof *still.is);
	if (!still.is)
		return -ENOMEM;
	find_still(&still, check);
	err = measure(&still, trace);
	*is_found = !err && still.functions && is_worth(check, still.cost_ns);
	if (*is_found)
		err = report(check, &still, bytes);
	free(still.is);
	return err;
}
