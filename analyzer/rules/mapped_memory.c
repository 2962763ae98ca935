/* SPDX-License-Identifier: MIT */
/*
 * Rule mapped-memory: a kernel reads host memory over the bus, again and again, where one copy
 * would do. Any thread.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
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

/* A block of pinned memory, and whether a copy is known to be of it. */
struct pinned_block {
	uint64_t start, end;
	bool is_copied;
};

static int compare_blocks(const void *a, const void *b)
{
	const struct pinned_block *x = a, *y = b;

	if (x->start != y->start)
		return x->start > y->start ? 1 : -1;
	return (x->end > y->end) - (x->end < y->end);
}

/* The block of the COUNT in order that ADDRESS is in. NULL: none. */
static struct pinned_block *block_at(struct pinned_block *blocks, size_t count, uint64_t address)
{
	size_t low = 0;

	for (size_t high = count; low < high;) {
		const size_t middle = low + (high - low) / 2;

		if (blocks[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < blocks[low - 1].end ? &blocks[low - 1] : NULL;
}

/* All that was pinned, in order; an address that was used again has the largest block. */
static size_t find_blocks(const struct trace *trace, struct pinned_block *blocks)
{
	size_t count = 0, kept = 0;

	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];

		if (it->memory_kind == MEMORY_PINNED && !it->is_release)
			blocks[count++] = (struct pinned_block){
				.start = it->address,
				.end = it->address + (uint64_t)it->size_bytes,
			};
	}
	if (count)
		qsort(blocks, count, sizeof *blocks, compare_blocks);
	for (size_t i = 0; i < count; i++)
		if (i + 1 == count || blocks[i + 1].start != blocks[i].start)
			blocks[kept++] = blocks[i];
	return kept;
}

static int compare_lengths(const void *a, const void *b)
{
	const struct pinned_block *x = a, *y = b;
	const uint64_t x_bytes = x->end - x->start, y_bytes = y->end - y->start;

	return (x_bytes > y_bytes) - (x_bytes < y_bytes);
}

static int compare_sizes(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Copies whose address is not known. */
struct unplaced {
	int64_t *sizes;
	size_t count;
	int64_t bytes; /* of all */
};

/* Takes each of these sizes for copies of a block of their own: the smallest that has room. */
static void place(struct pinned_block *blocks, size_t count, struct unplaced *unplaced)
{
	size_t next = 0;

	if (!count || !unplaced->count)
		return;
	qsort(blocks, count, sizeof *blocks, compare_lengths);
	qsort(unplaced->sizes, unplaced->count, sizeof *unplaced->sizes, compare_sizes);
	for (size_t i = 0; i < unplaced->count; i++) {
		if (i && unplaced->sizes[i] == unplaced->sizes[i - 1])
			continue;
		while (next < count &&
		       (blocks[next].is_copied ||
		        blocks[next].end - blocks[next].start < (uint64_t)unplaced->sizes[i]))
			next++;
		if (next < count)
			blocks[next].is_copied = true;
	}
}

/* Marks the blocks that copies are known to be of. Returns 0 or -ENOMEM. */
static int mark_copied(const struct trace *trace, struct pinned_block *blocks, size_t count,
                       struct unplaced *unplaced)
{
	uint64_t address;

	for (uint32_t i = 0; i < trace->operations.count; i++) {
		struct pinned_block *block = NULL;
		int64_t *size;

		if (copy_direction(trace, i) == COPY_DIRECTIONS || copy_is_pageable(trace, i))
			continue;
		if (operation_host_address(trace, i, &address))
			block = block_at(blocks, count, address);
		if (block) {
			block->is_copied = true;
			continue;
		}
		size = ARRAY_ADD(&unplaced->sizes, &unplaced->count);
		if (!size)
			return -ENOMEM;
		*size = copy_bytes(trace, i);
		unplaced->bytes = sum_saturated(unplaced->bytes, *size);
	}
	return 0;
}

/* What is pinned and in no copy. *IS_CERTAIN is false where the address of some is not known, which
 * are then taken for copies of it. */
static int64_t uncopied_bytes(struct check *check, int64_t pinned, bool *is_certain)
{
	const struct trace *trace = check->trace;
	struct pinned_block *blocks = calloc(trace->allocations_count + 1, sizeof *blocks);
	const size_t count = blocks ? find_blocks(trace, blocks) : 0;
	struct unplaced unplaced = { 0 };
	const int err = blocks ? mark_copied(trace, blocks, count, &unplaced) : -ENOMEM;
	int64_t left = 0;

	if (err)
		check_failed(check, err);
	else
		place(blocks, count, &unplaced);
	for (size_t i = 0; i < count; i++)
		if (!blocks[i].is_copied)
			left = sum_saturated(left, (int64_t)(blocks[i].end - blocks[i].start));
	*is_certain = !unplaced.bytes;
	free(unplaced.sizes);
	free(blocks);
	return (!count || pinned < left ? pinned : left) - unplaced.bytes;
}

/*
 * Pinned memory is for copies, most often: no reason to speak of it. But what no copy of the whole
 * run is of, kernels may read over the bus, which counters would tell of the one that takes most of
 * the time.
 */
static void abstain(struct check *check, int64_t pinned)
{
	const struct trace *trace = check->trace;
	bool is_certain;
	const int64_t left = uncopied_bytes(check, pinned, &is_certain);
	const uint32_t hottest =
	        check->profiles->hottest_count ? check->profiles->hottest[0] : NONE;
	const struct kernel_profile *p;

	if (hottest == NONE || left <= 0 || (pinned > 1 && left < RATE_MIN_BYTES))
		return;
	p = &check->profiles->functions[hottest];
	if (is_known(p) || percent_of(p->total_ns, check->survey->main_ns) < thresholds[MOST].value)
		return;
	check_abstain(check,
	              "%s, so that kernels may read it over the bus; whether %s does, which takes "
	              "%s of the time, counters tell (record with --metrics)",
	              is_certain ? "pinned memory is in no copy"
	                         : "more memory is pinned than all copies have bytes",
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
