/* SPDX-License-Identifier: MIT */
/* Looks for the wait behind a wait, and for one that goes with what a finding is about. */
#include "rules/shared/wait_behind.h"

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"

const enum cause avoidable_causes[] = { CAUSE_QUEUE, CAUSE_DEFAULT_STREAM, CAUSE_LOADING,
	                                CAUSE_HOST_CALLBACK, CAUSE_UNEXPLAINED };

/* The run with the finding's fix, and without CAUSE unless that is CAUSE_UNEXPLAINED. */
static int replay_fixed(struct replay *replay, const struct finding *finding,
                        const struct graph *graph, enum cause cause, bool is_detailed)
{
	struct scenario scenario;
	int err;

	scenario_init(&scenario, graph);
	finding_apply(graph, finding, &scenario);
	if (cause != CAUSE_UNEXPLAINED)
		scenario_without(&scenario, cause);
	err = graph_replay(graph, &scenario, is_detailed, replay);
	scenario_release(&scenario);
	return err;
}

/* What the run would win by the finding's fix and without CAUSE. */
static int win_without(int64_t *ns, const struct finding *finding, const struct graph *graph,
                       enum cause cause)
{
	struct replay replay = { 0 };
	int err = replay_fixed(&replay, finding, graph, cause, false);

	*ns = err ? 0 : finding_scaled_ns(graph, graph->alone_replayed_ns - replay.wall_ns);
	replay_release(&replay);
	return err;
}

static void say_behind(struct finding *f, const struct graph *graph, enum cause behind,
                       int64_t won_ns)
{
	const int64_t path_ns = graph->run.share_ns[f->rule->wait];

	finding_fact(f, "behind it",
	             "without it most of its time goes to another wait (%s); a run without both "
	             "takes %s less",
	             share_texts[share_of_cause[behind]], format_duration(FORMAT, won_ns));
	if (f->gain_ns >= finding_noise_ns(f->survey->main_ns))
		return;
	f->is_predicted = false;
	f->gain_ns = 0;
	if (f->cost_ns > path_ns)
		f->cost_ns = path_ns;
	finding_not_predicted(f, "alone it wins nothing: the wait behind it has to go, too");
}

static int name_behind(struct finding *f, const struct graph *graph)
{
	const int64_t path_ns = graph->run.share_ns[f->rule->wait];
	enum cause behind = CAUSE_UNEXPLAINED;
	int64_t most_ns = 0;
	int err = 0;

	if (f->rule->wait == SHARE_KERNEL || f->gain_ns >= path_ns / 2 ||
	    percent_of(path_ns, f->survey->main_ns) < finding_thresholds[FINDING_WAIT].value)
		return 0;
	for (int i = 0; avoidable_causes[i] != CAUSE_UNEXPLAINED && !err; i++) {
		int64_t ns = 0;

		if (share_of_cause[avoidable_causes[i]] != f->rule->wait)
			err = win_without(&ns, f, graph, avoidable_causes[i]);
		if (ns > most_ns) {
			most_ns = ns;
			behind = avoidable_causes[i];
		}
	}
	if (!err && most_ns >= path_ns / 2)
		say_behind(f, graph, behind, most_ns);
	return err;
}

static int name_gone(struct finding *f, const struct graph *graph)
{
	struct replay replay = { 0 };
	enum cause gone = CAUSE_UNEXPLAINED;
	int64_t most_ns = 0;
	int err;

	if (f->cost_ns <= 0 || f->gain_ns - f->cost_ns <= f->gain_error_ns)
		return 0;
	err = replay_fixed(&replay, f, graph, CAUSE_UNEXPLAINED, true);
	for (int i = 0; avoidable_causes[i] != CAUSE_UNEXPLAINED && !err; i++) {
		const enum share share = share_of_cause[avoidable_causes[i]];
		const int64_t ns = graph->run.share_ns[share] - replay.budget.share_ns[share];

		if (share != f->rule->wait && ns > most_ns) {
			most_ns = ns;
			gone = avoidable_causes[i];
		}
	}
	replay_release(&replay);
	if (!err && most_ns >= finding_noise_ns(f->survey->main_ns))
		finding_fact(f, "others wait for it",
		             "%s of the gain is a wait that goes with it (%s)",
		             format_duration(FORMAT, most_ns), share_texts[share_of_cause[gone]]);
	return err;
}

int wait_name_others(struct finding *finding, const struct graph *graph)
{
	int err = name_gone(finding, graph);

	return err ? err : name_behind(finding, graph);
}
