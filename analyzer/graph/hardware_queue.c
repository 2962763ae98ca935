/* SPDX-License-Identifier: MIT */
/* Hardware queues. */
#include "graph/hardware_queue.h"

#include <errno.h>
#include <stdlib.h>

enum {
	PAGE_CHANNELS = 256, /* of the 65,536 that a trace can name a GPU uses the first few */
	DEVICE_PAGES = (UINT16_MAX + 1) / PAGE_CHANNELS,
	FOLLOWED_MAX = 256, /* launch queues; GPUs have up to 128 queues */
};

int hardware_queues_init(struct hardware_queues *queues, size_t devices)
{
	*queues = (struct hardware_queues){ .pages_count = devices * DEVICE_PAGES };
	queues->pages = calloc(queues->pages_count + 1, sizeof(struct hardware_queue *));
	return queues->pages ? 0 : -ENOMEM;
}

void hardware_queues_release(struct hardware_queues *queues)
{
	for (size_t p = 0; queues->pages && p < queues->pages_count; p++) {
		for (int i = 0; queues->pages[p] && i < PAGE_CHANNELS; i++) {
			free(queues->pages[p][i].launches);
			free(queues->pages[p][i].nodes);
		}
		free(queues->pages[p]);
	}
	free(queues->pages);
}

static struct hardware_queue **page_of(const struct hardware_queues *queues, size_t device,
                                       uint16_t channel)
{
	return &queues->pages[device * DEVICE_PAGES + channel / PAGE_CHANNELS];
}

struct hardware_queue *hardware_queue(const struct hardware_queues *queues, size_t device,
                                      uint16_t channel)
{
	struct hardware_queue *page = *page_of(queues, device, channel);

	return page && page[channel % PAGE_CHANNELS].stream != NONE ? &page[channel % PAGE_CHANNELS]
	                                                            : NULL;
}

int hardware_queue_put(struct hardware_queues *queues, size_t device, uint16_t channel,
                       const struct queued *queued)
{
	struct hardware_queue **page = page_of(queues, device, channel), *queue;
	struct launch_queue **launches;

	if (!*page) {
		*page = malloc(PAGE_CHANNELS * sizeof **page);
		if (!*page)
			return -ENOMEM;
		for (int i = 0; i < PAGE_CHANNELS; i++)
			(*page)[i] = (struct hardware_queue){ MOMENT_NONE, NONE, NULL, NULL };
	}
	queue = &(*page)[channel % PAGE_CHANNELS];
	queue->head = queued->begin;
	queue->stream = queued->stream;
	launches = queued->is_node ? &queue->nodes : &queue->launches;
	if (!*launches && queues->followed < FOLLOWED_MAX) {
		*launches = calloc(1, sizeof **launches);
		if (!*launches)
			return -ENOMEM;
		queues->followed++;
	}
	if (*launches)
		launch_queue_add(*launches, &queued->end);
	return 0;
}
