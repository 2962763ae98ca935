/* SPDX-License-Identifier: MIT */
/*
 * Rule short-kernels: kernels, or CUDA graphs, so short that the way of the GPU from one to the
 * next counts beside them, however fast the host launches. Any thread.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/gap_claims.h"
#include "rules/shared/gaps.h"
#include "rules/shared/kernel_way.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/small_graphs.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { KERNELS, RUN };

static const struct threshold thresholds[] = {
	[KERNELS] = { "kernels", 1000, "kernels" },
	[RUN] = { "run", 10, "%" },
	{ .name = NULL },
};

/* Kernels that count, and the gaps right before them. */
struct sums {
	int64_t kernels, kernel_ns, gap_ns;
	uint32_t *found;         /* operations; NULL: not wanted */
	struct finding *finding; /* gets examples, where they are */
};

static int measure(struct sums *sums, const struct check *check, uint32_t device,
                   const uint8_t *in_rows)
{
	const struct trace *trace = check->trace;
	struct gap_walk walk;
	struct gap gap;
	int err = gap_walk_init(&walk, check->graph);

	walk.device = device;
	while (!err && gap_next(&walk, &gap)) {
		const int64_t ns = kernel_way_ns(check->graph, &gap, in_rows);

		if (ns <= 0)
			continue;
		if (sums->found) {
			sums->found[sums->kernels] = gap.next;
			finding_example(sums->finding, gap.next, ns);
		}
		sums->kernels++;
		sums->kernel_ns =
		        sum_saturated(sums->kernel_ns, operation_length_ns(trace, gap.next));
		sums->gap_ns = sum_saturated(sums->gap_ns, ns);
	}
	gap_walk_release(&walk);
	return err;
}

static bool is_much(const struct check *check, const struct sums *sums)
{
	return (double)sums->kernels >= thresholds[KERNELS].value &&
	       percent_of(sums->gap_ns, check->survey->main_ns) >= thresholds[RUN].value &&
	       is_worth(check, sums->gap_ns);
}

static int report(struct check *check, uint32_t device, const uint8_t *in_rows, int64_t kernels)
{
	const struct trace *trace = check->trace;
	struct finding *finding = finding_add(check, name_device(NAME, trace, device));
	struct sums sums = { .found = malloc(((size_t)kernels + 1) * sizeof *sums.found),
		             .finding = finding };
	char names[NAME_MAX_BYTES];
	int err = sums.found ? measure(&sums, check, device, in_rows) : -ENOMEM;

	if (!err)
		err = name_kernels(names, trace, sums.found, (size_t)sums.kernels);
	if (err || !sums.kernels)
		goto out;
	finding->cost_ns = sums.gap_ns;
	finding->occurrences = sums.kernels;
	finding_headline(finding,
	                 "%s kernels run %s each on average, and before each the GPU needs %s to "
	                 "get to it",
	                 format_count(FORMAT, sums.kernels),
	                 format_duration(FORMAT, sums.kernel_ns / sums.kernels),
	                 format_duration(FORMAT, sums.gap_ns / sums.kernels));
	finding_fact(finding, "kernels", "%s", names);
	finding_not_predicted(finding, "how long kernels take that do more each, a trace does not "
	                               "show");
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "kernels"));
out:
	free(sums.found);
	return err;
}

static int check_devices(struct check *check)
{
	uint8_t *in_rows = calloc(check->trace->calls.count + 1, 1);
	int err = in_rows ? 0 : -ENOMEM;

	if (!err)
		gap_mark_rows(in_rows, check);
	for (uint32_t device = 0; device < check->trace->devices_count && !err; device++) {
		struct sums sums = { 0 };

		err = measure(&sums, check, device, in_rows);
		if (!err && is_much(check, &sums))
			err = report(check, device, in_rows, sums.kernels);
	}
	free(in_rows);
	return err;
}

static void check_short_kernels(struct check *check)
{
	int err = check_devices(check);

	check_failed(check, err ? err : small_graphs_find(check));
}

const struct rule rule_short_kernels = {
	.id = "short-kernels",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, kernel_way_threshold, small_graphs_thresholds,
	                worth_threshold },
	.check = check_short_kernels,
	.fix = small_graphs_fix,
	.cost_limits_gain = true,
	.yields_to = { "launch-bound" },
};
