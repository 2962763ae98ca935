/* SPDX-License-Identifier: MIT */
/* Rule pageable-copy: copies from or to host memory that is not pinned. */
#include <stdio.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { COPIES };

static const struct threshold thresholds[] = {
	[COPIES] = { "copies", 4, "copies" },
	{ .name = NULL },
};

static const char *const directions[COPY_DIRECTIONS] = { "host to device", "device to host" };

struct pageable {
	int64_t copies, asynchronous, bytes;
	int64_t pinned_ns; /* what they would take from pinned memory */
	struct interval_set time;
};

static int add_copy(struct pageable *sum, const struct trace *trace, const struct copy_rates *rates,
                    enum copy_direction direction, uint32_t id)
{
	int64_t bytes = copy_bytes(trace, id);

	sum->copies++;
	sum->asynchronous += (trace->operations.flags[id] & OPERATION_ASYNC) != 0;
	sum->bytes = sum_saturated(sum->bytes, bytes);
	sum->pinned_ns = sum_saturated(sum->pinned_ns, copy_pinned_ns(rates, direction, bytes));
	return interval_set_add(&sum->time, trace->operations.start_ns[id],
	                        trace->operations.end_ns[id]);
}

static void report(struct check *check, const struct pageable *sum, const struct copy_rates *rates,
                   enum copy_direction direction, int64_t time_ns)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, directions[direction]);

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (copy_direction(trace, i) == direction && copy_is_pageable(trace, i)) {
			finding_target(f, i);
			finding_example(f, i, operation_length_ns(trace, i));
		}
	f->cost_ns = time_ns - sum->pinned_ns;
	f->occurrences = sum->copies;
	finding_headline(f, "%s %s use pageable memory: %s for %s, %s from pinned memory",
	                 name_count(NAME, sum->copies, "copy", "copies"), directions[direction],
	                 format_duration(FORMAT, time_ns), format_bytes(FORMAT, sum->bytes),
	                 format_duration(FORMAT, sum->pinned_ns));
	finding_advice(
	        f,
	        "Allocate the host buffers with cudaMallocHost() (or pin existing ones once with "
	        "cudaHostRegister()), outside of the loop, and use them again. In PyTorch: "
	        "pin_memory=True for data loaders, tensor.pin_memory(), and non_blocking=True.");
	finding_fact(f, "rate", "%s",
	             format_rate(FORMAT, time_ns ? (double)sum->bytes * 1e9 / (double)time_ns : 0));
	finding_fact(f, "pinned", "%s", copy_rate_text(NAME, rates, direction));
	if (sum->asynchronous)
		finding_fact(f, "blocking",
		             "%s asynchronous but held the host until the copy was done",
		             name_count(NAME, sum->asynchronous, "call was", "calls were"));
}

static void check_pageable_copy(struct check *check)
{
	const struct trace *trace = check->trace;
	struct pageable sums[COPY_DIRECTIONS] = { 0 };
	struct copy_rates rates;
	int err = 0;

	copy_rates_measure(&rates, trace);
	for (uint32_t i = 0; !err && i < trace->operations.count; i++)
		if (copy_is_pageable(trace, i)) {
			enum copy_direction direction = copy_direction(trace, i);

			err = add_copy(&sums[direction], trace, &rates, direction, i);
		}
	for (int d = 0; d < COPY_DIRECTIONS; d++) {
		struct pageable *sum = &sums[d];
		int64_t time_ns;

		interval_set_unite(&sum->time);
		time_ns = interval_set_length(&sum->time);
		if (!err && sum->copies >= thresholds[COPIES].value &&
		    is_worth(trace, time_ns - sum->pinned_ns))
			report(check, sum, &rates, d, time_ns);
		interval_set_release(&sum->time);
	}
	check_failed(check, err);
}

static void fix_pageable_copy(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	const struct trace *trace = check->trace;
	struct copy_rates rates;

	copy_rates_measure(&rates, trace);
	for (size_t i = 0; i < finding->targets_count; i++) {
		uint32_t id = finding->targets[i], call = trace->operations.call[id];
		int64_t recorded_ns = operation_length_ns(trace, id);
		int64_t pinned_ns =
		        copy_pinned_ns(&rates, copy_direction(trace, id), copy_bytes(trace, id));

		if (pinned_ns < recorded_ns)
			scenario_scale(scenario, id, (double)pinned_ns / (double)recorded_ns);
		if (trace->operations.flags[id] & OPERATION_ASYNC && call != NONE)
			scenario_change_call(scenario, call, CALL_NO_WAIT);
	}
}

const struct rule rule_pageable_copy = {
	.id = "pageable-copy",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_pageable_copy,
	.fix = fix_pageable_copy,
};
