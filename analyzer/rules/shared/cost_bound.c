/* SPDX-License-Identifier: MIT */
/* Limits costs by replays. Any thread, one for a finding. */
#include "rules/shared/cost_bound.h"

#include "base/format.h"
#include "base/interval.h"
#include "rules/shared/replay_doubt.h"

bool cost_has_bound(const struct finding *f, const struct graph *graph)
{
	return !f->is_predicted && f->lost_part > 0 && f->function != NONE &&
	       !replay_is_off(f->survey, graph) && !survey_hides_waits(f->survey, graph);
}

static bool is_of(const struct finding *f, const struct trace *trace, uint32_t operation)
{
	return trace->operations.type[operation] == OPERATION_KERNEL &&
	       operation_function(trace, operation) == f->function;
}

/* Into *ALONE_NS, for how long F's function ran beside nothing else. Returns 0 or -ENOMEM. */
static int find_alone(int64_t *alone_ns, const struct finding *f, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct interval_set own = { 0 }, others = { 0 };
	int err = 0;

	for (uint32_t i = 0; i < o->count && !err; i++)
		err = interval_set_add(is_of(f, trace, i) ? &own : &others, o->start_ns[i],
		                       o->end_ns[i]);
	if (!err) {
		interval_set_unite(&own);
		interval_set_unite(&others);
		*alone_ns = interval_set_length(&own) - interval_set_intersection(&own, &others);
	}
	interval_set_release(&own);
	interval_set_release(&others);
	return err;
}

/* Into *WON_NS, what the run would win. Returns 0 or -ENOMEM. */
static int replay_shorter(int64_t *won_ns, const struct finding *f, const struct graph *graph)
{
	struct scenario scenario;
	struct replay replay = { 0 };
	int err;

	scenario_init(&scenario, graph);
	for (uint32_t i = 0; i < graph->trace->operations.count; i++)
		if (is_of(f, graph->trace, i))
			scenario_scale(&scenario, i, 1 - f->lost_part);
	err = graph_replay(graph, &scenario, false, &replay);
	scenario_release(&scenario);
	if (err)
		return err;
	*won_ns = finding_scaled_ns(graph, graph->alone_replayed_ns - replay.wall_ns);
	replay_release(&replay);
	return 0;
}

int cost_bound(struct finding *f, const struct graph *graph)
{
	int64_t alone_ns, won_ns, least_ns;
	int err = find_alone(&alone_ns, f, graph->trace);

	if (err)
		return err;
	least_ns = (int64_t)(f->lost_part * (double)alone_ns);
	if (f->cost_ns <= least_ns)
		return 0;
	err = replay_shorter(&won_ns, f, graph);
	if (err)
		return err;
	if (won_ns < least_ns)
		won_ns = least_ns;
	if (f->cost_ns <= won_ns)
		return 0;
	if (f->cost_ns / 2 > won_ns)
		finding_fact(f, "hidden", "%s in all: most of it beside work that takes as long",
		             format_duration(FORMAT, f->cost_ns));
	f->cost_ns = won_ns;
	return 0;
}
