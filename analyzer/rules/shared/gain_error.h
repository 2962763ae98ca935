/* SPDX-License-Identifier: MIT */
/*
 * How far a predicted gain may be off. Programs were recorded as they were and with a rule's advice
 * followed: predictions.tsv has what was predicted for each of these pairs, and what was measured.
 * scripts/validate-whatif writes it. Any thread.
 */
#ifndef WARPWISE_RULES_GAIN_ERROR_H
#define WARPWISE_RULES_GAIN_ERROR_H

#include <stddef.h>
#include <stdint.h>

/* A pair: a run, the same run with the fix of a rule as predicted, and as measured. */
struct prediction {
	const char *rule_id;
	int64_t recorded_ns, predicted_ns, measured_ns;
};

extern const struct prediction predictions[]; /* ends with a NULL rule_id */

struct gain_error {
	double share; /* standard error of a gain, as a share of it */
	size_t pairs; /* of the rule's own that it comes from; the rest are those of all rules */
};

/*
 * Of the gains that the rule with this id predicts. Few rules have more than three pairs, so that
 * what its own say is mixed with what those of all other rules say, which counts as much as
 * PRIOR_PAIRS of its own: root of (sum of the squared errors of its own + PRIOR_PAIRS x mean of the
 * squared errors of the others) / (number of its own + PRIOR_PAIRS). PAIRS is `predictions` but for
 * tests.
 */
struct gain_error gain_error_of(const struct prediction *pairs, const char *rule_id);

#endif
