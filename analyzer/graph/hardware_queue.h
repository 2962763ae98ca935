/* SPDX-License-Identifier: MIT */
/*
 * Hardware queues: streams are dealt to them, and what stands at the head of one holds back all
 * that is behind it. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_HARDWARE_QUEUE_H
#define WARPWISE_GRAPH_HARDWARE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/launch_queue.h"
#include "graph/moment.h"

struct hardware_queue {
	struct moment head; /* start of the operation issued last */
	uint32_t stream;    /* its stream */
	/* NULL: not used yet, or one of too many. Nodes are those of graphs: one launch brings
	 * many, and how much of the room each takes is not known. */
	struct launch_queue *launches, *nodes;
};

struct hardware_queues {
	struct hardware_queue **pages; /* by device and upper part of the channel; NULL: unused */
	size_t pages_count;
	size_t followed; /* launch queues */
};

/* Returns 0 or -ENOMEM; release in any case. */
int hardware_queues_init(struct hardware_queues *queues, size_t devices);
void hardware_queues_release(struct hardware_queues *queues);

/* NULL: nothing was put into it yet. */
struct hardware_queue *hardware_queue(const struct hardware_queues *queues, size_t device,
                                      uint16_t channel);

/* An operation that is put into a queue. */
struct queued {
	uint32_t stream;
	bool is_node; /* of a graph */
	struct moment begin, end;
};

/* Returns 0 or -ENOMEM. */
int hardware_queue_put(struct hardware_queues *queues, size_t device, uint16_t channel,
                       const struct queued *queued);

#endif
