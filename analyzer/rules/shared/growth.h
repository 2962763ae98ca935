/* SPDX-License-Identifier: MIT */
/* Whether rounds of a program grow, or shrink, from one to the next. Any thread. */
#ifndef WARPWISE_RULES_GROWTH_H
#define WARPWISE_RULES_GROWTH_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/shared/finding.h"

/* Rounds that end each time that something is done, what is done once in each. All 0 at first. */
struct growth {
	int64_t rounds;          /* between the marks */
	int64_t first, last;     /* how much was done in these */
	int64_t sum;             /* ... and in all */
	int64_t longer, shorter; /* than the one before */
	int64_t marks, at;
};

/* A round ends, when so much has been DONE in all, which is never less than before. */
void growth_mark(struct growth *growth, int64_t done);

/* Whether nearly each round is longer than the one before, or shorter, so that they differ much in
 * the end; they have most of what was DONE in all. last > first: they grow. */
bool growth_is_found(const struct growth *growth, int64_t done);

/* What FINDING says of rounds that grow or shrink: no graph fits two of them. */
void growth_say(const struct growth *growth, struct finding *finding);

#endif
