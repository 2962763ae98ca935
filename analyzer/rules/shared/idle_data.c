/* SPDX-License-Identifier: MIT */
/* Idle time of a GPU for which data is loaded. */
#include "rules/shared/idle_data.h"

#include <stdio.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/worth.h"

bool idle_is_for_data(const struct idle_time *idle, enum gap_kind main)
{
	return main == GAP_HOST && 100 * loading_part(&idle->code) >= IDLE_MOST_PERCENT;
}

int64_t idle_beside_data_ns(const struct idle_time *idle, double least)
{
	const int64_t ns = single_results_beside_data_ns(&idle->singles);

	return results_are_many(&idle->results.out, idle->waits_counted, idle->waiting_ns, least) &&
	                       percent_of(ns, idle->cost_ns) >= least
	               ? ns
	               : 0;
}

/* Whether most of what is loaded is loaded by the process that waits: others go on meanwhile. */
static bool loads_itself(const struct host_evidence *code)
{
	return 100 * code->setups[SETUP_LOADING] >= IDLE_MOST_PERCENT * loading_part(code);
}

/* Whether waits for results take as long as is worth a finding. */
static bool has_waits(const struct idle_time *idle, double least)
{
	return loads_itself(&idle->code) &&
	       results_are_many(&idle->results.out, idle->waits_counted, idle->waiting_ns, least) &&
	       percent_of(idle->waiting_ns, idle->base_ns) >= worth_threshold->value;
}

static int say_waits(struct idle_time *idle, struct finding *finding)
{
	finding_fact(
	        finding, "waits",
	        "the host had waited for the GPU before these gaps, for %s in %s: meanwhile it "
	        "loads nothing",
	        format_duration(FORMAT, idle->waiting_ns),
	        name_count(NAME, idle->waits_counted, "call", "calls"));
	return results_say(&idle->results, finding);
}

int idle_data_say_beside(struct idle_time *idle, double least, struct finding *finding)
{
	const int64_t ns = idle_beside_data_ns(idle, least);

	if (!ns)
		return has_waits(idle, least) ? say_waits(idle, finding) : 0;
	finding_fact(
	        finding, "beside the data",
	        "%s of it, %s, is behind waits for results, in gaps in which hardly any data is "
	        "loaded",
	        format_percent(FORMAT, percent_of(ns, idle->cost_ns)), format_duration(FORMAT, ns));
	return results_say(&idle->results, finding);
}

void idle_data_say_most(const struct idle_time *idle, struct finding *finding)
{
	const double part = loading_part(&idle->code);
	char most[NAME_MAX_BYTES] = "at most the whole cost";

	if (100 * part < HOST_MOST_PERCENT)
		snprintf(most, sizeof most, "at most %s, since the rest is no loading",
		         format_duration(FORMAT, (int64_t)(part * (double)idle->cost_ns)));
	finding_not_predicted(finding, "how soon others can have the data is not known: %s", most);
}

void idle_data_advise(const struct idle_time *idle, double least, struct finding *finding)
{
	const struct rule *rule = finding->rule;
	const char *most = idle_data_case(idle, 0), *first = rule_note(rule, RULE_ADVICE, most);
	const int64_t beside_ns = idle_beside_data_ns(idle, least);

	if (!first)
		first = rule_note(rule, RULE_ADVICE, "data");
	finding_case(finding, most);
	if (!beside_ns) {
		finding_advice(finding, "%s", first);
		return;
	}
	finding_advice(finding, "%s Another %s is no loading: %s", first,
	               format_duration(FORMAT, beside_ns),
	               rule_note(rule, RULE_ADVICE, "results beside data"));
	finding_case(finding, "results");
}
