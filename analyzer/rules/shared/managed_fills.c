/* SPDX-License-Identifier: MIT */
/*
 * A memory set of managed memory makes pages that nobody has used yet, or brings those that the
 * host used last, before it can write to them. A device writes its own memory at a hundred times
 * the speed of the bus; a set that is no faster than the bus did that. Any thread, one at a time.
 */
#include "rules/shared/managed_fills.h"

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/managed.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

/* What such operations lost together. */
struct slow {
	int64_t ns, bytes, lost_ns;
	int64_t fills, copies;
};

/* Whether OPERATION, no kernel, sets managed memory, or copies from it or to it within a device. */
static bool is_of_managed(const struct trace *trace, uint32_t operation)
{
	const struct trace_transfer *transfer = operation_transfer(trace, operation);

	if (trace->operations.type[operation] == OPERATION_FILL)
		return is_managed(transfer->target_kind);
	return transfer->copy_kind == COPY_DTOD &&
	       (is_managed(transfer->source_kind) || is_managed(transfer->target_kind));
}

/* How long OPERATION would take at the peak of its device's memory, which a copy reads and writes;
 * 0: that is not known. */
static int64_t at_device_ns(const struct trace *trace, uint32_t operation)
{
	const struct trace_device *device = &trace->devices[operation_device(trace, operation)];
	const bool is_copy = trace->operations.type[operation] == OPERATION_COPY;
	const int64_t bytes = operation_transfer(trace, operation)->size_bytes;

	return device->memory_bandwidth_bytes_per_s > 0
	               ? copy_ns(is_copy ? sum_saturated(bytes, bytes) : bytes,
	                         (double)device->memory_bandwidth_bytes_per_s)
	               : 0;
}

/* Adds OPERATION to SLOW if it takes as long as its bytes take over the bus, or longer. */
static bool add_slow(struct slow *slow, const struct check *check, uint32_t operation)
{
	const struct trace *trace = check->trace;
	const double *rates = check->survey->rates.bytes_per_s;
	const double bus = rates[COPY_IN] > rates[COPY_OUT] ? rates[COPY_IN] : rates[COPY_OUT];
	const int64_t bytes = operation_transfer(trace, operation)->size_bytes;
	const int64_t length_ns = operation_length_ns(trace, operation);
	const int64_t device_ns = at_device_ns(trace, operation);

	if (bytes < RATE_MIN_BYTES || length_ns < copy_ns(bytes, bus) || length_ns <= device_ns)
		return false;
	slow->ns = sum_saturated(slow->ns, length_ns);
	slow->bytes = sum_saturated(slow->bytes, bytes);
	slow->lost_ns = sum_saturated(slow->lost_ns, length_ns - device_ns);
	slow->fills += trace->operations.type[operation] == OPERATION_FILL;
	slow->copies += trace->operations.type[operation] == OPERATION_COPY;
	return true;
}

/* "2 memory sets", "2 memory sets and 1 copy". */
static const char *slow_text(char text[NAME_MAX_BYTES], const struct slow *slow)
{
	const int64_t all = slow->fills + slow->copies;

	if (!slow->copies)
		return name_count(text, all, "memory set", "memory sets");
	if (!slow->fills)
		return name_count(text, all, "copy", "copies");
	return name_count(text, all, "memory set or copy", "memory sets and copies");
}

static void say(struct finding *f, const struct slow *slow)
{
	const double bytes_per_s = (double)slow->bytes / (double)slow->ns * 1e9;

	f->cost_ns = slow->lost_ns;
	f->occurrences = slow->fills + slow->copies;
	finding_headline(f,
	                 "%s of managed memory ran at %s, no faster than the bus: their pages were "
	                 "made, or brought to the GPU, meanwhile",
	                 slow_text(NAME, slow), format_rate(FORMAT, bytes_per_s));
	finding_advice(
	        f,
	        "Leave a memory set out where kernels overwrite all of it anyhow. What the host "
	        "does not use belongs into cudaMalloc(). Else have the pages on the device "
	        "before, beside other work: cudaMemPrefetchAsync(), and where the host used them "
	        "and nobody needs what it left, cudaMemDiscardAndPrefetchBatchAsync() (CUDA 13), "
	        "which does not bring them over.");
	finding_fact(f, "managed memory", "%s in %s", format_bytes(FORMAT, slow->bytes),
	             format_duration(FORMAT, slow->ns));
	finding_fact(f, "at the speed of the device", "%s",
	             format_duration(FORMAT, slow->ns - slow->lost_ns));
	finding_not_predicted(f, "pages that are needed on the device take time wherever they come "
	                         "from; at most the whole cost");
}

void managed_judge_fills(struct check *check)
{
	const struct trace *trace = check->trace;
	struct finding *f = NULL;
	struct slow slow = { 0 };

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.type[i] != OPERATION_KERNEL && is_of_managed(trace, i))
			add_slow(&slow, check, i);
	if (!is_worth(check, slow.lost_ns))
		return;
	f = finding_add(check, slow.fills ? "memory sets" : "copies within the device");
	say(f, &slow);
	slow = (struct slow){ 0 };
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.type[i] != OPERATION_KERNEL && is_of_managed(trace, i) &&
		    add_slow(&slow, check, i))
			finding_example(f, i, operation_length_ns(trace, i));
}
