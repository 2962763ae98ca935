/* SPDX-License-Identifier: MIT */
/* What fixes win together: gains overlap, so that their sum would promise too much. */
#include "report/report_parts.h"

/* The run with those fixes that are RULE's; NULL: with all. */
static int replay_fixes(struct replay *replay, const struct graph *graph,
                        const struct findings *findings, const struct rule *rule)
{
	struct scenario scenario;
	int err;

	scenario_init(&scenario, graph);
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *f = findings->items[i];

		if (f->is_predicted && (!rule || f->rule == rule))
			finding_apply(graph, f, &scenario);
	}
	err = graph_replay(graph, &scenario, findings->keeps_budgets && !rule, replay);
	scenario_release(&scenario);
	return err;
}

static int add_all(struct report_process *process, const struct graph *graph,
                   const struct findings *findings)
{
	struct replay replay = { 0 };
	int err = replay_fixes(&replay, graph, findings, NULL);

	if (err)
		return err;
	process->fixed_ns = finding_scaled_ns(graph, replay.wall_ns);
	process->fixed = replay.budget;
	replay_release(&replay);
	return 0;
}

/* Where several fixes of the first finding's rule are predicted, they are one piece of work. */
static int add_first_rule(struct report_process *process, const struct graph *graph,
                          const struct findings *findings)
{
	const struct finding *first = findings->items[0];
	struct replay replay = { 0 };
	size_t fixes = 0;
	int err;

	for (size_t i = 0; i < findings->count; i++)
		fixes +=
		        findings->items[i]->is_predicted && findings->items[i]->rule == first->rule;
	if (!first->is_predicted || fixes < 2)
		return 0;
	err = replay_fixes(&replay, graph, findings, first->rule);
	if (err)
		return err;
	process->first_rule = first->rule;
	process->first_rule_gain_ns =
	        graph_alone_ns(graph) - finding_scaled_ns(graph, replay.wall_ns);
	replay_release(&replay);
	return 0;
}

int report_add_fixed(struct report_process *process, const struct graph *graph,
                     const struct findings *findings, bool is_combined)
{
	const struct finding *fix = NULL;
	int err;

	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i]->is_predicted) {
			fix = findings->items[i];
			process->fixes++;
		}
	if (process->fixes > 1) {
		err = is_combined ? 0 : add_all(process, graph, findings);
		return err ? err : add_first_rule(process, graph, findings);
	}
	if (!fix)
		return 0;
	process->fixed_ns =
	        findings->keeps_budgets ? fix->fixed_ns : graph_alone_ns(graph) - fix->gain_ns;
	process->fixed = fix->fixed;
	return 0;
}
