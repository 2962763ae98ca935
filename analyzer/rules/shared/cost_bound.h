/* SPDX-License-Identifier: MIT */
/*
 * What a kernel costs that hides behind other work. The budget gives each moment to one of the
 * operations that the run waited for, and where a copy takes as long beside a kernel, either could
 * be it: a faster kernel then wins nothing, though the budget has some of its time. Only a replay
 * tells. What runs beside nothing else hides behind nothing, whatever a replay says: threads may
 * wait for one another in ways that are not in the trace. Any thread, one for a finding.
 */
#ifndef WARPWISE_RULES_COST_BOUND_H
#define WARPWISE_RULES_COST_BOUND_H

#include <stdbool.h>

#include "rules/shared/finding.h"

/* Whether a replay can tell what F costs at most: it is about a function alone, and has no
 * prediction. */
bool cost_has_bound(const struct finding *f, const struct graph *graph);

/*
 * Replays the run with the launches of F's function without the part of their time that they lose:
 * F costs no more than that wins, or than that part of the time in which they run alone. Returns 0
 * or -ENOMEM.
 */
int cost_bound(struct finding *f, const struct graph *graph);

#endif
