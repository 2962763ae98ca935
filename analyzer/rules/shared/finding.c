/* SPDX-License-Identifier: MIT */
/* What a rule says of what it found. Any thread, one at a time. */
#include "rules/shared/finding.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "code/host_code.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/constants.h"
#include "rules/shared/finding_parts.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"

const char *const finding_severities[] = { "note", "warning", "error", NULL };

void finding_release_texts(struct finding *f)
{
	free(f->subject);
	free(f->headline);
	free(f->advice);
	free(f->not_predicted);
	for (size_t i = 0; i < f->facts_count; i++) {
		free(f->facts[i].label);
		free(f->facts[i].text);
	}
	free(f->facts);
	free(f->file);
	free(f->host_file);
	free(f->targets);
	free(f->claims);
	free(f->kept);
	free(f->also);
}

void finding_free(struct finding *f)
{
	finding_release_texts(f);
	free(f);
}

/* What finding_add() returns when memory ran out; reachable for ever, cleared before each use. */
static struct finding *scratch_finding(struct check *check)
{
	static _Thread_local struct finding scratch;

	check->findings->error = -ENOMEM;
	finding_release_texts(&scratch);
	scratch = (struct finding){ .rule = check->rule, .function = NONE, .device = NONE };
	return &scratch;
}

struct finding *finding_add(struct check *check, const char *subject)
{
	struct findings *all = check->findings;
	struct finding *f = calloc(1, sizeof *f);

	if (!f || !(f->subject = strdup(subject)) ||
	    (array_is_full(all->count) &&
	     array_grow(&all->items, all->count, sizeof(struct finding *)))) {
		if (f)
			finding_free(f);
		return scratch_finding(check);
	}
	f->rule = check->rule;
	f->function = f->device = f->versions_of = NONE;
	f->profiles = check->profiles;
	f->survey = check->survey;
	f->keeps_operations = all->keeps_operations;
	f->severity = check->rule->severity;
	all->items[all->count++] = f;
	return f;
}

/* A text that lacks memory is NULL; findings_run() notices that by the headline. */
static void set_text(char **text, const char *format, va_list arguments)
{
	free(*text);
	if (vasprintf(text, format, arguments) < 0)
		*text = NULL;
}

#define SET_TEXT(member)                                \
	do {                                            \
		va_list arguments;                      \
		va_start(arguments, format);            \
		set_text(&(member), format, arguments); \
		va_end(arguments);                      \
	} while (0)

void finding_headline(struct finding *finding, const char *format, ...)
{
	SET_TEXT(finding->headline);
}

void finding_advice(struct finding *finding, const char *format, ...)
{
	SET_TEXT(finding->advice);
}

void finding_advice_instead(struct finding *finding, const char *advice)
{
	if (advice)
		finding_advice(finding, "%s", advice);
}

static void advise_both(struct finding *finding, const char *first, const char *then)
{
	char *const before = finding->advice;

	finding->advice = NULL;
	finding_advice(finding, "%s %s", first, then);
	free(before);
}

void finding_advice_first(struct finding *finding, const char *advice)
{
	if (advice && finding->advice)
		advise_both(finding, advice, finding->advice);
}

void finding_advice_then(struct finding *finding, const char *advice)
{
	if (advice && finding->advice)
		advise_both(finding, finding->advice, advice);
}

void finding_not_predicted(struct finding *finding, const char *format, ...)
{
	SET_TEXT(finding->not_predicted);
}

void finding_fact(struct finding *finding, const char *label, const char *format, ...)
{
	struct finding_fact *fact = ARRAY_ADD(&finding->facts, &finding->facts_count);

	if (!fact)
		return;
	*fact = (struct finding_fact){ .label = strdup(label) };
	SET_TEXT(fact->text);
	if (fact->label && fact->text)
		return;
	free(fact->label);
	free(fact->text);
	finding->facts_count--;
}

/* Without memory for it, a place in the timeline is missing: nothing depends on it. */
void finding_keep_operation(struct finding *finding, uint32_t operation)
{
	uint32_t *added = NULL;

	if (finding->keeps_operations)
		added = ARRAY_ADD(&finding->kept, &finding->kept_count);
	if (added)
		*added = operation;
}

void finding_example(struct finding *finding, uint32_t operation, int64_t cost_ns)
{
	size_t at = finding->operations_count;

	finding_keep_operation(finding, operation);
	if (at == FINDING_EXAMPLES && cost_ns <= finding->operation_costs[at - 1])
		return;
	if (at == FINDING_EXAMPLES)
		at--;
	else
		finding->operations_count++;
	for (; at > 0 && finding->operation_costs[at - 1] < cost_ns; at--) {
		finding->operations[at] = finding->operations[at - 1];
		finding->operation_costs[at] = finding->operation_costs[at - 1];
	}
	finding->operations[at] = operation;
	finding->operation_costs[at] = cost_ns;
}

int finding_typical_examples(struct finding *finding, const struct trace *trace,
                             const uint32_t *operations, size_t count)
{
	const struct trace_operations *o = &trace->operations;
	int64_t *delays = malloc((count + 1) * sizeof *delays), typical;

	if (!delays)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		delays[i] =
		        o->start_ns[operations[i]] - trace->calls.start_ns[o->call[operations[i]]];
	typical = statistics_median(delays, count);
	for (size_t i = 0; i < count; i++) {
		const int64_t delay =
		        o->start_ns[operations[i]] - trace->calls.start_ns[o->call[operations[i]]];

		finding_example(finding, operations[i],
		                delay < typical ? delay - typical : typical - delay);
	}
	free(delays);
	return 0;
}

void finding_target(struct finding *finding, uint32_t target)
{
	uint32_t *added = ARRAY_ADD(&finding->targets, &finding->targets_count);

	if (added)
		*added = target;
	else /* a fix of half the targets would be a wrong prediction: better none */
		finding->lacks_targets = true;
}

int finding_claim(struct finding *finding, uint32_t lead, uint32_t first, uint32_t last)
{
	const uint32_t calls[] = { lead, first, last };

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		uint32_t *added = ARRAY_ADD(&finding->claims, &finding->claims_count);

		if (!added)
			return -ENOMEM;
		*added = calls[i];
	}
	return 0;
}

void finding_drop_place(struct finding *finding)
{
	free(finding->file);
	finding->file = NULL;
	finding->line = 0;
	finding->has_no_place = true;
}

void finding_also_about(struct check *check, struct finding *finding, uint32_t function)
{
	uint32_t *added = ARRAY_ADD(&finding->also, &finding->also_count);

	if (added)
		*added = function;
	else
		check_failed(check, -ENOMEM);
}

void finding_drop_targets(const struct check *check, const struct finding *finding,
                          struct scenario *scenario)
{
	const struct trace_operations *o = &check->trace->operations;

	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t id = finding->targets[i];

		scenario_drop_operation(scenario, id);
		if (o->call[id] != NONE && !(o->flags[id] & OPERATION_GRAPH))
			scenario_change_call(scenario, o->call[id], CALL_DROPPED);
	}
}

const char *finding_library_advice(const struct rule *rule, const struct library *library)
{
	return library ? rule_note(rule, RULE_LIBRARIES, library_kind_name(library->kind)) : NULL;
}

void check_explains(struct check *check, uint32_t function)
{
	struct findings *all = check->findings;

	if (!all->is_explained)
		all->is_explained =
		        calloc(check->trace->functions_count + 1, sizeof *all->is_explained);
	if (all->is_explained)
		all->is_explained[function] = true;
	else
		all->error = -ENOMEM;
}

const struct library *finding_kernel_library(const struct rule *rule, const struct survey *survey,
                                             const struct trace *trace, uint32_t function)
{
	const struct library *named = kernel_library(trace->functions[function].name);

	if (rule->is_about_code && survey->functors[function] > 0)
		return NULL;
	return named ? named : survey->launched_by[function];
}

bool check_may_change(const struct check *check, uint32_t function)
{
	const struct library *library =
	        finding_kernel_library(check->rule, check->survey, check->trace, function);

	if (check->findings->is_explained && check->findings->is_explained[function])
		return false;
	return !library || finding_library_advice(check->rule, library);
}

void check_failed(struct check *check, int error)
{
	if (error)
		check->findings->error = error;
}

static bool is_seen(const struct rule *rule, const char *rule_id)
{
	for (int i = 0; i < RULE_YIELDS_MAX && rule->yields_to[i]; i++)
		if (strcmp(rule->yields_to[i], rule_id) == 0)
			return true;
	return strcmp(rule->id, rule_id) == 0;
}

static bool is_about(const struct check *check, const struct finding *f, uint32_t function)
{
	for (size_t i = 0; i < f->also_count; i++)
		if (f->also[i] == function)
			return true;
	return f->function == function ||
	       (f->versions_of != NONE && f->versions_of == check->survey->versions[function]);
}

const struct finding *check_finding_of(const struct check *check, const char *rule_id,
                                       uint32_t function)
{
	const struct findings *all = check->findings;

	for (size_t i = 0; i < all->count && is_seen(check->rule, rule_id); i++)
		if (strcmp(all->items[i]->rule->id, rule_id) == 0 &&
		    (function == NONE || is_about(check, all->items[i], function)))
			return all->items[i];
	return NULL;
}

double check_part_left(const struct check *check, const char *rule_id, uint32_t function)
{
	const struct finding *f = rule_id ? check_finding_of(check, rule_id, function) : NULL;

	return f ? 1 - f->lost_part : 1;
}

int64_t check_call_end_ns(const struct check *check, uint32_t call)
{
	const struct recorder_cost *cost = &check->graph->recorder;
	const int64_t length_ns = call_length_ns(check->trace, call);
	const int64_t recorder_ns = recorder_cost_of_call(cost, check->trace, call, false);

	return check->trace->calls.start_ns[call] +
	       (length_ns > recorder_ns ? length_ns - recorder_ns : 0);
}

void finding_case(struct finding *finding, const char *name)
{
	if (finding->cases_count < FINDING_CASES)
		finding->cases[finding->cases_count++] = name;
}

void finding_host_place(struct finding *finding, const struct host_place *place)
{
	if (finding->host_file || !place->is_own || place->line <= 0 || !*place->file)
		return;
	finding->host_file = strdup(place->file);
	finding->host_line = finding->host_file ? place->line : 0;
}

bool check_subject_of(const struct check *check, const char *rule_id, const char *subject)
{
	const struct findings *all = check->findings;

	for (size_t i = 0; i < all->count && is_seen(check->rule, rule_id); i++)
		if (strcmp(all->items[i]->rule->id, rule_id) == 0 &&
		    strcmp(all->items[i]->subject, subject) == 0)
			return true;
	return false;
}

void check_abstain(struct check *check, const char *format, ...)
{
	struct findings *all = check->findings;
	struct abstention abstention = { .rule = check->rule };

	SET_TEXT(abstention.reason);
	if (!abstention.reason || ARRAY_ROOM(&all->abstentions, all->abstentions_count)) {
		free(abstention.reason);
		all->error = -ENOMEM;
		return;
	}
	all->abstentions[all->abstentions_count++] = abstention;
}

int64_t finding_noise_ns(int64_t main_ns)
{
	const double part = finding_thresholds[FINDING_NOISE].value / 100;

	return (int64_t)fmax(part * (double)main_ns, finding_thresholds[FINDING_NOISE_TIME].value);
}

bool finding_is_lost_in(int64_t ns, int64_t whole_ns)
{
	const double part = finding_thresholds[FINDING_NOISE_WHOLE].value / 100;
	const double most_ns = 1e6 * finding_thresholds[FINDING_NOISE_MOST].value;

	return (double)ns < fmin(part * (double)whole_ns, most_ns);
}

/* ---- ranks ---- */

/* Of its cost, what a finding without a predicted gain is expected to win, in percent. */
static int64_t expected_percent(const struct finding *f)
{
	if (f->is_explanation)
		return RANK_EXPLANATION_PERCENT;
	if (f->severity != FINDING_NOTE && f->is_sure)
		return RANK_SURE_PERCENT;
	if (f->severity != FINDING_NOTE)
		return RANK_BOUND_PERCENT;
	return f->rule->is_symptom || f->is_unmeasured ? RANK_SYMPTOM_PERCENT : RANK_IF_PERCENT;
}

struct finding_rank finding_rank(const struct finding *f)
{
	const int64_t expected_ns =
	        f->is_predicted ? f->gain_ns : f->cost_ns / 100 * expected_percent(f);

	return (struct finding_rank){
		.is_wrong = f->is_wrong,
		.is_hint = f->severity == FINDING_NOTE && !f->is_predicted,
		.is_explanation = f->is_explanation,
		.is_last = f->is_benchmark,
		.worth_ns = f->is_predicted ? f->gain_ns : f->cost_ns,
		.expected_ns = expected_ns,
		.together_ns = expected_ns,
		.severity = f->severity,
		.cost_ns = f->cost_ns,
	};
}

int finding_rank_compare(const struct finding_rank *left, const struct finding_rank *right)
{
	if (left->is_wrong != right->is_wrong)
		return left->is_wrong ? -1 : 1;
	if (left->is_last != right->is_last)
		return left->is_last ? 1 : -1;
	if (left->together_ns != right->together_ns)
		return left->together_ns > right->together_ns ? -1 : 1;
	if (left->expected_ns != right->expected_ns)
		return left->expected_ns > right->expected_ns ? -1 : 1;
	if (left->severity != right->severity)
		return left->severity > right->severity ? -1 : 1;
	return (left->cost_ns < right->cost_ns) - (left->cost_ns > right->cost_ns);
}
