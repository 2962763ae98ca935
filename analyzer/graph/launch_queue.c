/* SPDX-License-Identifier: MIT */
/* Launches that are pending in a hardware work queue. */
#include "graph/launch_queue.h"

void launch_queue_add(struct launch_queue *queue, const struct moment *end)
{
	queue->ends[queue->issued++ % LAUNCH_QUEUE_PLACES] = *end;
	if (queue->issued - queue->done > LAUNCH_QUEUE_PLACES - 1)
		queue->done = queue->issued - (LAUNCH_QUEUE_PLACES - 1);
}

struct moment launch_queue_awaited(struct launch_queue *queue, int64_t start_ns, int64_t end_ns)
{
	const struct moment *last;

	while (queue->done < queue->issued &&
	       queue->ends[queue->done % LAUNCH_QUEUE_PLACES].recorded_ns <= end_ns)
		queue->done++;
	if (queue->done == 0 || queue->issued - queue->done < LAUNCH_QUEUE_MANY)
		return MOMENT_NONE;
	last = &queue->ends[(queue->done - 1) % LAUNCH_QUEUE_PLACES];
	return last->recorded_ns > start_ns && last->recorded_ns <= end_ns ? *last : MOMENT_NONE;
}
