/* SPDX-License-Identifier: MIT */
/* Counts the idle time of a GPU behind single results. */
#include "rules/shared/single_results.h"

#include "rules/shared/constants.h"
#include "rules/shared/copies.h"

void single_results_add(struct single_results *results, const struct trace *trace,
                        const struct gap *gap, uint32_t copy, int64_t length_ns)
{
	const bool is_next = results->is_behind && copy_direction(trace, gap->next) == COPY_OUT;

	results->is_behind = copy != NONE;
	results->is_last = results->is_behind || is_next;
	if (results->is_last)
		results->ns += length_ns;
}

double loading_part(const struct host_evidence *code)
{
	const double *setups = code->setups;

	return setups[SETUP_LOADING] + setups[SETUP_AWAITING] + setups[SETUP_RECEIVING];
}

int64_t single_results_beside_data_ns(const struct single_results *results)
{
	const double part = loading_part(&results->code);

	return 100 * part < IDLE_MOST_PERCENT ? (int64_t)((double)results->ns * (1 - part)) : 0;
}
