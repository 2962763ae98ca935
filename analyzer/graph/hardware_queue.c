/* SPDX-License-Identifier: MIT */
/* Hardware queues. */
#include "graph/hardware_queue.h"

#include <errno.h>
#include <stdlib.h>

enum {
	PAGE_CHANNELS = 256, /* of the 65,536 that a trace can name a GPU uses the first few */
	DEVICE_PAGES = (UINT16_MAX + 1) / PAGE_CHANNELS,
	FOLLOWED_MAX = 256, /* queues whose launches are followed; GPUs have up to 128 */
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
		for (int i = 0; queues->pages[p] && i < PAGE_CHANNELS; i++)
			free(queues->pages[p][i].launches);
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
                       uint32_t stream, const struct moment *begin, const struct moment *end)
{
	struct hardware_queue **page = page_of(queues, device, channel), *queue;

	if (!*page) {
		*page = malloc(PAGE_CHANNELS * sizeof **page);
		if (!*page)
			return -ENOMEM;
		for (int i = 0; i < PAGE_CHANNELS; i++)
			(*page)[i] = (struct hardware_queue){ MOMENT_NONE, NONE, NULL };
	}
	queue = &(*page)[channel % PAGE_CHANNELS];
	queue->head = *begin;
	queue->stream = stream;
	if (!end)
		return 0;
	if (!queue->launches && queues->followed < FOLLOWED_MAX) {
		queue->launches = calloc(1, sizeof *queue->launches);
		if (!queue->launches)
			return -ENOMEM;
		queues->followed++;
	}
	if (queue->launches)
		launch_queue_add(queue->launches, end);
	return 0;
}
