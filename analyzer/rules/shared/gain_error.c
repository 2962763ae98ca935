/* SPDX-License-Identifier: MIT */
/* The error of predicted gains, from pairs of programs. */
#include "rules/shared/gain_error.h"

#include <math.h>
#include <string.h>

#include "rules/shared/constants.h"

const struct prediction predictions[] = {
#include "predictions.inc"
	{ .rule_id = NULL },
};

/* How far the predicted gain was off, as a share of it. */
static double error_of(const struct prediction *pair)
{
	const int64_t gain_ns = pair->recorded_ns - pair->predicted_ns;

	return gain_ns ? (double)(pair->predicted_ns - pair->measured_ns) / (double)gain_ns : 0;
}

struct gain_error gain_error_of(const struct prediction *pairs, const char *rule_id)
{
	double own = 0, others = 0;
	size_t own_count = 0, others_count = 0;

	for (; pairs->rule_id; pairs++) {
		const double square = error_of(pairs) * error_of(pairs);

		if (strcmp(pairs->rule_id, rule_id) == 0) {
			own += square;
			own_count++;
		} else {
			others += square;
			others_count++;
		}
	}
	if (others_count)
		own += PRIOR_PAIRS * others / (double)others_count;
	if (own_count + (others_count ? PRIOR_PAIRS : 0) == 0)
		return (struct gain_error){ 1, 0 }; /* nothing is known of it */
	return (struct gain_error){
		sqrt(own / (double)(own_count + (others_count ? PRIOR_PAIRS : 0))), own_count
	};
}
