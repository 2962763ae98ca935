/* SPDX-License-Identifier: MIT */
/*
 * Every combination of the fixes that win most, replayed: what two fixes win together is rarely the
 * sum of what each wins alone, so that somebody who chooses among them needs each combination.
 * These are as many replays as there are subsets, which bounds how many fixes can be chosen.
 */
#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "report/report_parts.h"
#include "trace/trace_parts.h"

enum {
	/* Calls and operations that all replays together go through: about a second's work. */
	COMBINED_STEPS = 20000000,
};

static bool is_of(const struct finding *finding, const struct report_fix *fix)
{
	return finding->is_predicted && finding->rule == fix->rule &&
	       strcmp(finding->subject, fix->subject) == 0;
}

static bool is_listed(const struct report_combinations *c, const struct finding *finding)
{
	for (size_t i = 0; i < c->fixes_count; i++)
		if (is_of(finding, &c->fixes[i]))
			return true;
	return false;
}

/* How many fixes have all their combinations replayed within the bound. */
static size_t fixes_allowed(const struct trace *trace)
{
	const size_t steps = trace->operations.count + trace->calls.count + 1;
	size_t allowed = 0;

	while (allowed < REPORT_FIXES_MAX && steps <= (size_t)COMBINED_STEPS >> (allowed + 1))
		allowed++;
	return allowed;
}

bool report_combines_all(const struct trace *trace, const struct findings *findings)
{
	size_t predicted = 0;

	for (size_t i = 0; i < findings->count; i++)
		predicted += findings->items[i]->is_predicted;
	return predicted <= fixes_allowed(trace);
}

/* FINDINGS are ranked. Those that the report will show as one are one fix. */
static void choose_fixes(struct report *report, struct report_combinations *c,
                         const struct trace *trace, const struct findings *findings)
{
	const size_t allowed = fixes_allowed(trace);

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *f = findings->items[i];

		if (!f->is_predicted || is_listed(c, f))
			continue;
		if (c->fixes_count == allowed)
			c->left_out++;
		else
			c->fixes[c->fixes_count++] = (struct report_fix){
				.rule = f->rule,
				.subject = report_keep_text(report, strdup(f->subject)),
			};
	}
}

/* What the runs are made from, each on a thread of its own perhaps. */
struct combining {
	struct report_combinations *c;
	const struct graph *graph;
	const struct findings *findings;
	atomic_int err;
};

/* Whether run NUMBER has the fix of FINDING. */
static bool run_has(const struct report_combinations *c, size_t number,
                    const struct finding *finding)
{
	for (size_t k = 0; k < c->fixes_count; k++)
		if (number >> k & 1 && is_of(finding, &c->fixes[k]))
			return true;
	return false;
}

/* The finding whose fix is all that run NUMBER has; NULL: it has none, or several. */
static const struct finding *only_fix(const struct report_combinations *c, size_t number,
                                      const struct findings *findings)
{
	const struct finding *only = NULL;

	for (size_t i = 0; i < findings->count; i++) {
		if (!run_has(c, number, findings->items[i]))
			continue;
		if (only)
			return NULL;
		only = findings->items[i];
	}
	return only;
}

/* Run number NUMBER has the fixes whose bits it has. A fix alone was replayed for its gain. */
static int replay_run(struct report_combinations *c, size_t number, const struct graph *graph,
                      const struct findings *findings)
{
	const struct finding *only = only_fix(c, number, findings);
	struct scenario scenario;
	struct replay replay = { 0 };
	int err;

	if (only) {
		c->runs[number] = (struct report_run){ only->fixed_ns, only->fixed };
		return 0;
	}
	scenario_init(&scenario, graph);
	for (size_t i = 0; i < findings->count; i++)
		if (run_has(c, number, findings->items[i]))
			finding_apply(graph, findings->items[i], &scenario);
	err = graph_replay(graph, &scenario, findings->keeps_budgets, &replay);
	scenario_release(&scenario);
	if (err)
		return err;
	c->runs[number] = (struct report_run){
		.wall_ns = finding_scaled_ns(graph, replay.wall_ns),
		.budget = replay.budget,
	};
	replay_release(&replay);
	return 0;
}

static void make_run(void *context, size_t number)
{
	struct combining *combining = context;
	int err = replay_run(combining->c, number, combining->graph, combining->findings);

	if (err)
		combining->err = err;
}

int report_add_combinations(struct report *report, struct report_process *process,
                            const struct graph *graph, const struct findings *findings)
{
	struct report_combinations *c = &process->combinations;
	const size_t runs = (size_t)1 << fixes_allowed(graph->trace);
	struct combining combining = { .c = c, .graph = graph, .findings = findings };

	choose_fixes(report, c, graph->trace, findings);
	if (!c->fixes_count)
		return 0;
	c->runs = report_array(report, runs, sizeof *c->runs);
	if (!c->runs)
		return -ENOMEM;
	c->runs_count = (size_t)1 << c->fixes_count;
	trace_run_parts(graph->trace, c->runs_count, make_run, &combining);
	return combining.err;
}
