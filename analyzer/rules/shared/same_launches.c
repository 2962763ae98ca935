/* SPDX-License-Identifier: MIT */
/* Names the findings that are about the same launches. Any thread. */
#include "rules/shared/same_launches.h"

#include "base/statistics.h"
#include "graph/graph.h"
#include "rules/shared/survey.h"

/* Whether both are about all launches of one function, and say what these cost. */
static bool are_about_same(const struct finding *left, const struct finding *right)
{
	return left->function != NONE && left->function == right->function &&
	       left->device == right->device && left->versions_of == NONE &&
	       right->versions_of == NONE;
}

void findings_share_launches(struct findings *findings)
{
	for (size_t i = 1; i < findings->count; i++) {
		struct finding *finding = findings->items[i];
		const struct finding *first = NULL;
		int64_t cost_ns = finding->cost_ns;

		for (size_t k = 0; k < i; k++) {
			const struct finding *other = findings->items[k];

			if (!are_about_same(finding, other))
				continue;
			cost_ns = sum_saturated(cost_ns, other->cost_ns);
			first = first ? first : other;
		}
		if (!first)
			continue;
		finding->launches_ns = finding->survey->functions[finding->function].ns;
		if (2 * (double)cost_ns > (double)finding->launches_ns)
			finding->same_launches = first;
	}
}
