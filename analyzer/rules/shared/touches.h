/* SPDX-License-Identifier: MIT */
/*
 * Which launches come when the host may just have used memory that it shares with the GPU: pages of
 * managed memory then have to move. Any thread.
 */
#ifndef WARPWISE_RULES_TOUCHES_H
#define WARPWISE_RULES_TOUCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/graph.h"

/* The launches of a shape: those that came first, or first after a wait of the host, and the
 * others, which find what they use where the ones before them left it. */
struct touches {
	int64_t first, first_ns;
	int64_t first_of_all_ns;
	int64_t later, later_ns;
	int64_t moving_ns; /* of first_ns, what bringing the memory over could explain */
	int64_t waits;     /* of the host before the last launch so far */
	bool is_unknown;   /* nothing tells whether these launches waited: set by who judges them */
};

/* Adds the launches to SHAPES, all 0. Behind each wait of the host, bringing all of the memory over
 * takes ALL_NS. */
void touches_find(struct touches shapes[], const struct graph *graph, int64_t all_ns);

#endif
