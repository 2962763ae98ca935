/* SPDX-License-Identifier: MIT */
/*
 * What was launched into a hardware work queue and has not ended. There is room for about a
 * thousand launches, or some hundred of graphs; then a call that launches one more waits until the
 * oldest has gone. How many exactly is not documented, so nothing is assumed: a call that lasted
 * unusually long while many were pending waited for the one that ended last before it returned.
 * Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_LAUNCH_QUEUE_H
#define WARPWISE_GRAPH_LAUNCH_QUEUE_H

#include <stddef.h>

#include "graph/moment.h"

enum {
	LAUNCH_QUEUE_PLACES = 8192, /* operations that are remembered: 2,200 nodes of graphs were
	                               pending on an H200 */
	LAUNCH_QUEUE_MANY = 400,    /* pending ones that may fill it: events and waits between
	                               operations take room, too */
};

/* All zero: empty. */
struct launch_queue {
	struct moment ends[LAUNCH_QUEUE_PLACES]; /* in order of issue */
	size_t issued, done; /* done: those before it had ended at the last look */
};

/* Adds an operation that ends at END; of more than LAUNCH_QUEUE_PLACES the oldest is forgotten. */
void launch_queue_add(struct launch_queue *queue, const struct moment *end);

/*
 * The end that the call which lasted from START_NS to END_NS, recorded, waited for before it could
 * put one more into the queue; MOMENT_NONE if the queue was not full. Calls come in order.
 */
struct moment launch_queue_awaited(struct launch_queue *queue, int64_t start_ns, int64_t end_ns);

#endif
