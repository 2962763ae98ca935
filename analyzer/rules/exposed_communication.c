/* SPDX-License-Identifier: MIT */
/* Rule exposed-communication: NCCL's kernels ran, and nothing else did. */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"

enum { EXPOSED };

static const struct threshold thresholds[] = {
	[EXPOSED] = { "exposed", 10, "%" },
	{ .name = NULL },
};

static bool has_any(const struct trace *trace, const bool communicates[])
{
	for (size_t i = 0; i < trace->functions_count; i++)
		if (communicates[i])
			return true;
	return false;
}

struct communication {
	int64_t time_ns, exposed_ns, busy_ns; /* united; busy: with all else that ran */
	int64_t launches;
};

static bool is_communication(const struct trace *trace, const bool communicates[], size_t operation)
{
	const struct trace_operations *o = &trace->operations;

	return o->type[operation] == OPERATION_KERNEL &&
	       communicates[operation_function(trace, operation)];
}

static int measure(struct communication *c, const struct trace *trace, uint32_t device,
                   const bool communicates[])
{
	const struct trace_operations *o = &trace->operations;
	struct interval_set own = { 0 }, others = { 0 };
	int err = 0;

	*c = (struct communication){ 0 };
	for (size_t i = 0; i < o->count && !err; i++) {
		const bool is_own = is_communication(trace, communicates, i);

		if (operation_device(trace, i) != device)
			continue;
		err = interval_set_add(is_own ? &own : &others, o->start_ns[i], o->end_ns[i]);
		c->launches += is_own;
	}
	interval_set_unite(&own);
	interval_set_unite(&others);
	c->time_ns = interval_set_length(&own);
	c->exposed_ns = c->time_ns - interval_set_intersection(&own, &others);
	c->busy_ns = c->exposed_ns + interval_set_length(&others);
	interval_set_release(&own);
	interval_set_release(&others);
	return err;
}

static void add_operations(struct finding *f, const struct trace *trace, uint32_t device,
                           const bool communicates[])
{
	const struct trace_operations *o = &trace->operations;

	for (size_t i = 0; i < o->count; i++) {
		if (operation_device(trace, i) != device ||
		    !is_communication(trace, communicates, i))
			continue;
		finding_target(f, (uint32_t)i);
		finding_example(f, (uint32_t)i, operation_length_ns(trace, i));
	}
}

static int report(struct check *check, uint32_t device, const struct communication *c,
                  const bool communicates[])
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_device(check, device);
	char kernels[NAME_MAX_BYTES];
	int err;

	add_operations(f, trace, device, communicates);
	f->cost_ns = c->exposed_ns;
	f->occurrences = c->launches;
	finding_headline(
	        f,
	        "for %s, %s of the time that it was busy, %s ran NCCL's kernels and nothing else",
	        format_duration(FORMAT, c->exposed_ns),
	        format_percent(FORMAT, percent_of(c->exposed_ns, c->busy_ns)),
	        name_device(NAME, trace, device));
	finding_advice(
	        f,
	        "First see how much of it is waiting: a report on the traces of all ranks together "
	        "says, in its row \"waits in NCCL\", who waited, and for which rank. What is left "
	        "is communication: start each collective as soon as its data are there, beside the "
	        "computing that does not need them; or send less, and less often.");
	finding_fact(f, "in all", "%s in NCCL's kernels, %s of them beside other work",
	             format_duration(FORMAT, c->time_ns),
	             format_percent(FORMAT, 100 - percent_of(c->exposed_ns, c->time_ns)));
	err = name_kernels(kernels, trace, f->targets, f->targets_count);
	if (!err)
		finding_fact(f, "kernels", "%s", kernels);
	finding_not_predicted(f, "one trace does not tell waiting for another rank from "
	                         "communicating: at most the whole cost");
	return err;
}

static void check_exposed_communication(struct check *check)
{
	const struct trace *trace = check->trace;
	bool *communicates = kernels_communicating(trace);
	int err = communicates ? 0 : -ENOMEM;

	for (uint32_t d = 0; !err && has_any(trace, communicates) && d < trace->devices_count;
	     d++) {
		struct communication c;

		err = measure(&c, trace, d, communicates);
		if (!err && is_worth(check, c.exposed_ns) &&
		    percent_of(c.exposed_ns, c.busy_ns) >= thresholds[EXPOSED].value)
			err = report(check, d, &c, communicates);
	}
	free(communicates);
	check_failed(check, err);
}

const struct rule rule_exposed_communication = {
	.id = "exposed-communication",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_exposed_communication,
};
