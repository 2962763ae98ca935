/* SPDX-License-Identifier: MIT */
/*
 * What a program has already when its recording begins late: its GPUs and the contexts that the
 * CUDA runtime makes. CUPTI (13.0) gives records of those alone that are made after it was
 * subscribed to. Contexts of programs that make their own are known by what runs in them:
 * rows_context().
 */
#ifndef WARPWISE_INVENTORY_H
#define WARPWISE_INVENTORY_H

#include "cupti/compat.h"
#include "host/queue.h"

/* A record that CUPTI would have given. It is freed with free(). */
struct found_record {
	struct item item; /* ITEM_FOUND */
	union {
		CUpti_Activity any;
		device_record device;
		context_record context;
		stream_record stream;
	} record;
};

/* Hands them over to QUEUE's reader. Once CUPTI is subscribed to; not in callbacks. */
void inventory_take(struct queue *queue);

#endif
