/* SPDX-License-Identifier: MIT */
/* The GPU's way from an operation to a short kernel behind it. Any thread. */
#ifndef WARPWISE_RULES_KERNEL_WAY_H
#define WARPWISE_RULES_KERNEL_WAY_H

#include <stdint.h>

#include "graph/graph.h"
#include "rules/shared/gaps.h"
#include "rules/shared/threshold.h"

extern const struct threshold kernel_way_threshold[]; /* "length": of a kernel beside which the way
                                                         counts */

/*
 * How much of GAP is the GPU's way to a short kernel behind it: where the host was late as well, no
 * more than that usually takes from kernel to kernel of a stream in this run. 0: the gap is of
 * another kind, or before something else; also before nodes of graphs, to which the way is shorter
 * than is recorded, and before launches in rows that launch-bound has reported, by call IN_ROWS
 * (enum place_in_row).
 */
int64_t kernel_way_ns(const struct graph *graph, const struct gap *gap, const uint8_t *in_rows);

#endif
