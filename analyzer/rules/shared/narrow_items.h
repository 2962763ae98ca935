/* SPDX-License-Identifier: MIT */
/*
 * Kernels whose threads have one small element each: its index, the checks of its borders and its
 * narrow loads are most of what is issued, and several neighbours in a thread would share these.
 * Where much more is computed for each access, that stays. Any thread.
 */
#ifndef WARPWISE_RULES_NARROW_ITEMS_H
#define WARPWISE_RULES_NARROW_ITEMS_H

#include <stdbool.h>

#include "rules/shared/finding.h"
#include "rules/shared/launches.h"
#include "rules/shared/threshold.h"

enum { NARROW_BYTES, NARROW_WORD, NARROW_ISSUING, NARROW_MEMORY, NARROW_SECTORS, NARROW_EACH };
extern const struct threshold narrow_items_thresholds[];

/* False, too, where its instructions or what its units do was not counted. */
bool narrow_items_has(const struct launch *launch);

/* Of the time of such a LAUNCH, what can be won at most: memory moves as much afterwards. */
double narrow_items_cost(const struct launch *launch);

/* Headline and facts of a finding about LAUNCHES, "52 launches", of which WORST is one; advice. */
void narrow_items_report(struct finding *f, const struct launch *worst, const char *launches);
void narrow_items_advise(struct finding *f);

#endif
