/* SPDX-License-Identifier: MIT */
/* Looks for a trend in the lengths of rounds. Any thread. */
#include "rules/shared/growth.h"

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"

void growth_mark(struct growth *growth, int64_t done)
{
	const int64_t length = done - growth->at;

	growth->at = done;
	if (!growth->marks++)
		return;
	if (!growth->rounds++)
		growth->first = length;
	else if (length > growth->last)
		growth->longer++;
	else if (length < growth->last)
		growth->shorter++;
	growth->last = length;
	growth->sum += length;
}

bool growth_is_found(const struct growth *growth, int64_t done)
{
	const bool grows = growth->last > growth->first;
	const int64_t trend = grows ? growth->longer : growth->shorter;
	const int64_t less = grows ? growth->first : growth->last;
	const int64_t mean = growth->rounds ? growth->sum / growth->rounds : 0;
	const int64_t more = grows ? growth->last : growth->first;

	return growth->rounds >= REPEATS_MIN &&
	       percent_of(growth->sum, done) >= GROWTH_ALL_PERCENT &&
	       percent_of(trend, growth->rounds - 1) >= GROWTH_TREND_PERCENT &&
	       percent_of(more, mean) >= GROWTH_MORE_PERCENT &&
	       percent_of(less, mean) <= GROWTH_LESS_PERCENT;
}

void growth_say(const struct growth *growth, struct finding *finding)
{
	const bool grows = growth->last > growth->first;

	finding_fact(finding, "rounds",
	             "%s, each %s than the one before: %s in the first, %s in the last",
	             format_count(FORMAT, growth->rounds), grows ? "longer" : "shorter",
	             name_count(NAME, growth->first, "operation", "operations"),
	             name_count(NAME, growth->last, "operation", "operations"));
	finding_not_predicted(finding,
	                      "a graph needs the same launches each time, and each round has "
	                      "others; at most the whole cost");
	finding_advice(finding, "%s",
	               rule_note(finding->rule, RULE_ADVICE, grows ? "growing" : "shrinking"));
	finding_case(finding, grows ? "growing" : "shrinking");
}
