/* SPDX-License-Identifier: MIT */
/*
 * Runs the rules and completes what they found: equal causes are merged, each fix is replayed for
 * its gain, what would gain nothing is left out, and the rest is ranked. Any thread, one at a time.
 *
 * A rule yields to what another has found, and must not yield to what is then left out: the time
 * would be lost without a word. So what a rule found is completed before the next one runs, where
 * replays are cheap enough to be had in that order. In a long trace all is found first, since only
 * the costliest findings can be replayed.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/host_code.h"
#include "code/host_launches.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/constants.h"
#include "rules/shared/cost_bound.h"
#include "rules/shared/finding_parts.h"
#include "rules/shared/gain_error.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/library_advice.h"
#include "rules/shared/left_out.h"
#include "rules/shared/replay_doubt.h"
#include "rules/shared/rule.h"
#include "rules/shared/same_launches.h"
#include "rules/shared/survey.h"
#include "rules/shared/wait_behind.h"
#include "trace/trace_parts.h"

const struct threshold finding_thresholds[] = {
	[FINDING_NOISE] = { "noise", 0.1, "%" },
	[FINDING_NOISE_TIME] = { "noise time", 2000, "ns" },
	[FINDING_NOISE_WHOLE] = { "noise of the whole", 0.01, "%" },
	[FINDING_NOISE_MOST] = { "most noise", 1, "ms" },
	[FINDING_EXPECTED] = { "expected", 0.2, "%" },
	[FINDING_NOTE_SHARE] = { "note", 1, "%" },
	[FINDING_WAIT] = { "wait behind", 5, "%" },
	[FINDING_REPLAY_STEPS] = { "replay steps", 40, "million calls and operations" },
	[FINDING_REPLAYS] = { "replays", 3, "findings" },
	[FINDING_AT_ONCE] = { "at once", 100, "findings" },
	{ .name = NULL },
};

static double value_of(int threshold)
{
	return finding_thresholds[threshold].value;
}

/* ---- prediction ---- */

static int compare_costs(const void *a, const void *b)
{
	const struct finding *left = *(struct finding *const *)a;
	const struct finding *right = *(struct finding *const *)b;

	if (left->cost_ns != right->cost_ns)
		return left->cost_ns > right->cost_ns ? -1 : 1;
	return finding_compare(a, b);
}

int64_t finding_scaled_ns(const struct graph *graph, int64_t simulated_ns)
{
	if (graph->replayed_ns <= 0)
		return simulated_ns;
	return (int64_t)((double)simulated_ns *
	                 ((double)graph->run.wall_ns / (double)graph->replayed_ns));
}

/* How many findings of this trace are replayed; see FINDING_REPLAY_STEPS. */
static size_t replays_allowed(const struct trace *trace)
{
	double steps = (double)(trace->operations.count + trace->calls.count + 1);
	double allowed = value_of(FINDING_REPLAY_STEPS) * 1e6 / steps;

	return (size_t)fmin(fmax(allowed, value_of(FINDING_REPLAYS)), FINDING_REPLAYS_MAX);
}

static bool is_predictable(const struct finding *finding)
{
	return finding->rule->fix && !finding->lacks_targets &&
	       (finding->is_predicted || !finding->not_predicted);
}

void finding_apply(const struct graph *graph, const struct finding *finding,
                   struct scenario *scenario)
{
	struct check check = {
		.trace = graph->trace,
		.graph = graph,
		.profiles = finding->profiles,
		.survey = finding->survey,
		.rule = finding->rule,
	};

	finding->rule->fix(&check, finding, scenario);
}

const char finding_assumption[] =
        "what a fix does not change takes as long as it did: kernels that come to share the GPU "
        "are no slower, and the host keeps its pace";

/* The wait that was measured stays in the evidence. */
static void limit_cost(struct finding *f)
{
	if (f->cost_ns / 2 > f->gain_ns)
		finding_fact(f, "waits", "%s in all: for most of that other causes held them, too",
		             format_duration(FORMAT, f->cost_ns));
	f->cost_ns = f->gain_ns;
}

/* Of a fix that only leaves operations out, the gain is no more than these take, with what idles
 * beside them. */
static int limit_gain(struct finding *f, const struct graph *graph)
{
	int64_t limit_ns = f->rule->cost_limits_gain
	                           ? (f->limit_ns ? f->limit_ns : f->cost_ns) - f->fix_ns
	                           : INT64_MAX;
	int err = 0;

	if (f->rule->fix == finding_drop_targets)
		err = left_out_ns(f, graph, &limit_ns);
	if (f->gain_ns > limit_ns) {
		f->gain_ns = limit_ns;
		f->fixed_ns = graph_alone_ns(graph) - f->gain_ns;
	}
	return err;
}

static int predict(struct finding *f, const struct graph *graph, bool has_budget)
{
	struct scenario scenario;
	struct replay replay = { 0 };
	int err;

	if (!is_predictable(f))
		return cost_bound(f, graph);
	scenario_init(&scenario, graph);
	finding_apply(graph, f, &scenario);
	err = graph_replay(graph, &scenario, has_budget, &replay);
	scenario_release(&scenario);
	if (err)
		return err;
	f->is_predicted = true;
	f->fixed_ns = finding_scaled_ns(graph, replay.wall_ns);
	f->fixed = replay.budget;
	f->gain_ns = finding_scaled_ns(graph, graph->alone_replayed_ns - replay.wall_ns);
	replay_release(&replay);
	if (f->gain_ns < 0)
		f->gain_ns = 0;
	if (replay_doubt(f, graph))
		return 0;
	err = limit_gain(f, graph);
	if (err)
		return err;
	if (f->gain_ns > f->cost_ns && f->limit_ns)
		f->cost_ns = f->gain_ns;
	if (f->rule->gain_limits_cost && f->gain_ns < f->cost_ns)
		limit_cost(f);
	f->gain_error_ns =
	        (int64_t)(gain_error_of(predictions, f->rule->id).share * (double)f->gain_ns) +
	        f->uncertain_ns;
	return wait_name_others(f, graph);
}

/* Findings that are replayed, each on a thread of its own perhaps. */
struct predictions {
	const struct graph *graph;
	struct finding **items;
	int *errors;
	bool have_budgets;
};

static void predict_one(void *context, size_t number)
{
	struct predictions *p = context;

	p->errors[number] = predict(p->items[number], p->graph, p->have_budgets);
}

static int predict_listed(struct predictions *p, size_t count)
{
	int err = 0;

	trace_run_parts(p->graph->trace, count, predict_one, p);
	for (size_t i = 0; i < count && !err; i++)
		err = p->errors[i];
	return err;
}

/* The costliest first, as long as replays are allowed. */
static int predict_all(struct findings *all, size_t first, const struct graph *graph)
{
	size_t allowed = replays_allowed(graph->trace), replays = 0;
	struct predictions replayed = {
		.graph = graph,
		.have_budgets = all->keeps_budgets,
		.items = calloc(all->count - first + 1, sizeof(struct finding *)),
		.errors = calloc(all->count - first + 1, sizeof(int)),
	};
	int err = replayed.items && replayed.errors ? 0 : -ENOMEM;

	if (all->count > first)
		qsort(all->items + first, all->count - first, sizeof(struct finding *),
		      compare_costs);
	for (size_t i = first; i < all->count && !err; i++) {
		struct finding *f = all->items[i];

		if (f->is_predicted)
			continue;
		if (!f->rule->fix && !f->not_predicted)
			finding_not_predicted(f, "this rule predicts no gain: warpwise rules %s",
			                      f->rule->id);
		if (!is_predictable(f) && !cost_has_bound(f, graph))
			continue;
		if (replays < allowed)
			replayed.items[replays++] = f;
		else if (is_predictable(f))
			finding_not_predicted(
			        f,
			        "only the %zu costliest findings of a trace of %s operations are "
			        "replayed",
			        allowed,
			        format_count(FORMAT, (int64_t)graph->trace->operations.count));
	}
	if (!err)
		err = predict_listed(&replayed, replays);
	free(replayed.items);
	free(replayed.errors);
	return err;
}

/* ---- what remains ---- */

/* In a run that is CUDA's start and end alone nothing is. */
static bool is_unlikely(const struct finding *f)
{
	return !f->is_predicted &&
	       (double)finding_rank(f).expected_ns <
	               value_of(FINDING_EXPECTED) / 100 * (double)f->survey->main_ns;
}

/*
 * Not worth saying: about less than could be measured, or than was asked for. An error stays,
 * whatever it costs.
 */
static bool is_negligible(const struct finding *f, const struct graph *graph, double min_gain)
{
	const int64_t worth_ns = finding_rank(f).worth_ns, whole_ns = graph->run.wall_ns;

	return f->severity != FINDING_ERROR &&
	       (is_unlikely(f) || worth_ns < finding_noise_ns(f->survey->main_ns) ||
	        finding_is_lost_in(worth_ns, whole_ns) ||
	        (double)worth_ns < min_gain * (double)whole_ns);
}

static void drop_negligible(struct findings *all, size_t first, const struct graph *graph,
                            double min_gain)
{
	struct finding **small;
	size_t kept = first;

	for (size_t i = first; i < all->count; i++) {
		struct finding *f = all->items[i];

		if (f->cost_ns > graph_alone_ns(graph))
			f->cost_ns = graph_alone_ns(graph);
		if (f->severity == FINDING_WARNING &&
		    (double)finding_rank(f).worth_ns <
		            value_of(FINDING_NOTE_SHARE) / 100 * (double)f->survey->main_ns)
			f->severity = FINDING_NOTE;
		if (!is_negligible(f, graph, min_gain))
			all->items[kept++] = f;
		else if (is_negligible(f, graph, 0) ||
		         !(small = array_add(&all->small, &all->small_count,
		                             sizeof(struct finding *))))
			finding_free(f);
		else
			*small = f;
	}
	all->count = kept;
}

static int compare_ranks(const void *a, const void *b)
{
	const struct finding_rank left = finding_rank(*(struct finding *const *)a);
	const struct finding_rank right = finding_rank(*(struct finding *const *)b);
	const int order = finding_rank_compare(&left, &right);

	return order ? order : finding_compare(a, b);
}

bool finding_is_wanted(const struct rule *rule, const struct findings_options *options)
{
	if (!options)
		return true;
	return (!options->only || text_is_one_of(rule->id, options->only)) &&
	       !(options->ignore && text_is_one_of(rule->id, options->ignore));
}

/* In the order in which they run, with a NULL behind them; free it. NULL without memory. */
static const struct rule **ordered_rules(void)
{
	const struct rule **ordered;
	size_t count = 1;

	while (rules[count - 1])
		count++;
	ordered = calloc(count, sizeof(const struct rule *));
	if (ordered)
		rules_order(rules, ordered);
	return ordered;
}

static void name_what_is_known(struct findings *all, size_t first, const struct trace *trace,
                               const struct host_launches *launches,
                               const struct framework *framework)
{
	for (size_t i = first; i < all->count; i++) {
		host_evidence_launch(all->items[i], launches);
		library_advice_give(all->items[i], trace);
		library_advice_translate(all->items[i], trace, framework);
		if (!all->items[i]->headline || !all->items[i]->advice)
			all->error = -ENOMEM;
	}
}

/* Completes what the last rule found, from FIRST on: see above. */
static void settle(struct findings *all, size_t first, const struct graph *graph,
                   const struct host_launches *launches, const struct framework *framework)
{
	name_what_is_known(all, first, graph->trace, launches, framework);
	if (all->error || (double)replays_allowed(graph->trace) < value_of(FINDING_AT_ONCE))
		return;
	findings_merge(all, first);
	all->error = predict_all(all, first, graph);
	if (!all->error)
		drop_negligible(all, first, graph, 0);
}

/* All rules run, since some look at what others found; then what nobody asked for goes. */
static void check_all(struct findings *all, const struct graph *graph)
{
	const struct rule **ordered = ordered_rules();
	struct host_launches launches = { 0 };
	const struct framework *framework = kernels_framework(graph->trace, &all->error);

	if (!all->error)
		all->error =
		        ordered ? host_launches_init(&launches, all->host, OF_FUNCTIONS) : -ENOMEM;
	for (size_t i = 0; ordered && ordered[i] && !all->error; i++) {
		const size_t first = all->count;
		struct check check = {
			.trace = graph->trace,
			.graph = graph,
			.profiles = all->profiles,
			.survey = all->survey,
			.host = graph->trace->host_samples_count ? all->host : NULL,
			.launches = &launches,
			.rule = ordered[i],
			.findings = all,
		};

		ordered[i]->check(&check);
		if (!all->error)
			settle(all, first, graph, &launches, framework);
	}
	free(ordered);
	host_launches_release(&launches);
}

static void drop_unwanted(struct findings *all, const struct findings_options *options)
{
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++)
		if (finding_is_wanted(all->items[i]->rule, options))
			all->items[kept++] = all->items[i];
		else
			finding_free(all->items[i]);
	all->count = kept;
	kept = 0;
	for (size_t i = 0; i < all->abstentions_count; i++)
		if (finding_is_wanted(all->abstentions[i].rule, options))
			all->abstentions[kept++] = all->abstentions[i];
		else
			free(all->abstentions[i].reason);
	all->abstentions_count = kept;
}

/* What the rules work with. */
static int prepare(struct findings *all, const struct graph *graph)
{
	int err;

	all->profiles = calloc(1, sizeof *all->profiles);
	all->survey = calloc(1, sizeof *all->survey);
	all->host = calloc(1, sizeof *all->host);
	if (!all->profiles || !all->survey || !all->host)
		return -ENOMEM;
	err = kernel_profiles_init(all->profiles, graph->trace, graph_codes(graph));
	if (!err)
		err = survey_init(all->survey, graph, all->profiles);
	return err ? err : host_code_init(all->host, graph->trace);
}

int findings_run(struct findings *all, const struct graph *graph,
                 const struct findings_options *options)
{
	*all = (struct findings){
		.keeps_operations = options && options->keeps_operations,
		.keeps_budgets = options && options->keeps_budgets,
	};
	all->error = prepare(all, graph);
	if (!all->error)
		check_all(all, graph);
	if (all->error)
		return all->error;
	drop_unwanted(all, options);
	findings_merge(all, 0);
	all->error = predict_all(all, 0, graph);
	if (all->error)
		return all->error;
	drop_negligible(all, 0, graph, options ? options->min_gain : 0);
	findings_join(all);
	if (all->count)
		qsort(all->items, all->count, sizeof(struct finding *), compare_ranks);
	findings_share_launches(all);
	return 0;
}

void findings_release(struct findings *all)
{
	for (size_t i = 0; i < all->count; i++)
		finding_free(all->items[i]);
	free(all->items);
	for (size_t i = 0; i < all->small_count; i++)
		finding_free(all->small[i]);
	free(all->small);
	for (size_t i = 0; i < all->abstentions_count; i++)
		free(all->abstentions[i].reason);
	free(all->abstentions);
	free(all->is_explained);
	for (size_t i = 0; i < all->function_names_count; i++)
		free(all->function_names[i]);
	free(all->function_names);
	if (all->profiles)
		kernel_profiles_release(all->profiles);
	free(all->profiles);
	if (all->survey)
		survey_release(all->survey);
	free(all->survey);
	if (all->host)
		host_code_release(all->host);
	free(all->host);
	*all = (struct findings){ 0 };
}
