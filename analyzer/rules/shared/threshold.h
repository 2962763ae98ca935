/* SPDX-License-Identifier: MIT */
/*
 * A number that decides, and that `warpwise rules` prints: the code reads it from the same row. Why
 * it has its value stands under "Thresholds" in the rule's text, or in shared.md. Any thread.
 */
#ifndef WARPWISE_RULES_THRESHOLD_H
#define WARPWISE_RULES_THRESHOLD_H

struct threshold {
	const char *name; /* {tail} in the text */
	double value;
	const char *unit; /* "ns", "%", "launches" ... */
};                        /* tables end with a NULL name */

#endif
