/* SPDX-License-Identifier: MIT */
/*
 * Hardware queues: streams are dealt to them, and what stands at the head of one holds back all
 * that is behind it. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_HARDWARE_QUEUE_H
#define WARPWISE_GRAPH_HARDWARE_QUEUE_H

#include <stddef.h>
#include <stdint.h>

#include "graph/launch_queue.h"
#include "graph/moment.h"

struct hardware_queue {
	struct moment head;            /* start of the operation issued last */
	uint32_t stream;               /* its stream */
	struct launch_queue *launches; /* NULL: not used yet, or one of too many */
};

struct hardware_queues {
	struct hardware_queue **pages; /* by device and upper part of the channel; NULL: unused */
	size_t pages_count;
	size_t followed; /* queues that have launches */
};

/* Returns 0 or -ENOMEM; release in any case. */
int hardware_queues_init(struct hardware_queues *queues, size_t devices);
void hardware_queues_release(struct hardware_queues *queues);

/* NULL: nothing was put into it yet. */
struct hardware_queue *hardware_queue(const struct hardware_queues *queues, size_t device,
                                      uint16_t channel);

/* Puts an operation into the queue: BEGIN is its start. END of a launch that takes a place of its
 * own in the queue; NULL: it does not. Returns 0 or -ENOMEM. */
int hardware_queue_put(struct hardware_queues *queues, size_t device, uint16_t channel,
                       uint32_t stream, const struct moment *begin, const struct moment *end);

#endif
