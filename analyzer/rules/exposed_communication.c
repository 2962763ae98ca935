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

enum { EXPOSED_PERCENT = 10 };

static const struct rule_threshold thresholds[] = {
	{ "exposed", EXPOSED_PERCENT, "% of the time in which the GPU was busy",
	  "a step's last collective has little left to run beside: a rest is always exposed" },
	THRESHOLD_WORTH,
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
	        "First see how much of it is waiting: record all ranks and analyze their traces "
	        "together, which tells who waited in NCCL, and for which rank. What is left "
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
		if (!err && is_worth(trace, c.exposed_ns) &&
		    percent_of(c.exposed_ns, c.busy_ns) >= EXPOSED_PERCENT)
			err = report(check, d, &c, communicates);
	}
	free(communicates);
	check_failed(check, err);
}

const struct rule rule_exposed_communication = {
	.id = "exposed-communication",
	.title = "Communication that nothing hides",
	.severity = FINDING_WARNING,
	.meaning =
	        "NCCL's kernels exchange data with other GPUs. A rank that comes to a collective "
	        "before the others waits for them inside the kernel: the GPU looks busy, and does "
	        "nothing. Beside computing such time costs little; alone, it is time that the "
	        "program would not take on one GPU.",
	.decision = "The time in which kernels of NCCL ran on a GPU, united, less that in which "
	            "anything else ran on it, too. Reported if it is `exposed` or more, and worth "
	            "`share`. How much "
	            "of it the rank waited for others is not to be seen in its own trace: a "
	            "report on the traces of several ranks compares their collectives, and says "
	            "it in the row \"waits in NCCL\".",
	.fix_text =
	        "Where ranks wait, make the late one earlier: its share of the data, its input, "
	        "its host's work. Where they communicate, overlap it: gradients in buckets, each "
	        "reduced in a stream of its own while the next is computed; shards fetched one "
	        "layer ahead. Or send less: accumulate gradients over several steps, send them in "
	        "half precision.",
	.before = "backward(layers, stream);\n"
	          "ncclAllReduce(all, all, n, ncclFloat, ncclSum, comm, stream);\n",
	.after = "for (i = layers; i-- > 0;) {\n"
	         "        backward(i, stream);\n"
	         "        cudaEventRecord(ready[i], stream);\n"
	         "        cudaStreamWaitEvent(side, ready[i], 0);\n"
	         "        ncclAllReduce(g[i], g[i], n[i], ncclFloat, ncclSum, comm, side);\n"
	         "}\n",
	.prediction = "None: what other ranks would do meanwhile is not in the trace. The cost is "
	              "the exposed time, and the most that can be won.",
	.thresholds = thresholds,
	.check = check_exposed_communication,
};
