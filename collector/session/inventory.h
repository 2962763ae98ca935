/* SPDX-License-Identifier: MIT */
/*
 * What a program has already when its recording begins late: its GPUs and the contexts that the
 * CUDA runtime makes. CUPTI (13.0) gives records of those alone that are made after it was
 * subscribed to. Contexts of programs that make their own are known by what runs in them:
 * rows_context().
 */
#ifndef WARPWISE_INVENTORY_H
#define WARPWISE_INVENTORY_H

#include "host/queue.h"

/* Hands them over to QUEUE's reader. Once CUPTI is subscribed to; not in callbacks. */
void inventory_take(struct queue *queue);

#endif
