/* SPDX-License-Identifier: MIT */
/* What can be won at most by leaving operations out. Any thread, one for a finding. */
#ifndef WARPWISE_RULES_LEFT_OUT_H
#define WARPWISE_RULES_LEFT_OUT_H

#include <stdint.h>

#include "graph/graph.h"
#include "rules/shared/finding.h"

/*
 * *NS: the time in which a target of F runs, in which its device idles right before or behind it,
 * in which it waits, or another operation for it, for what could be avoided, or in which its call
 * is made where that goes as well (finding_drop_targets()), united. All else takes as long as it
 * did, so that no more than this can go. Returns 0 or -ENOMEM.
 */
int left_out_ns(const struct finding *f, const struct graph *graph, int64_t *ns);

#endif
