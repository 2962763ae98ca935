/* SPDX-License-Identifier: MIT */
/*
 * A ring of fixed size that any thread may add to, without lock and without allocation, and one
 * thread empties. What is added comes out in the order of adding, also across threads.
 */
#ifndef WARPWISE_RING_H
#define WARPWISE_RING_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "host/queue.h"

struct ring {
	unsigned char *places; /* NULL: nothing can be added, or is there to take */
	size_t place_bytes;
	uint64_t count;         /* a power of two */
	_Atomic uint64_t added; /* places that were taken to be filled so far */
	uint64_t taken;         /* that were emptied */
	struct queue *reader;
};

/*
 * Makes a ring of at most BYTES for items of ITEM_BYTES, of which only what is used takes memory.
 * Once, before anything is added; QUEUE's reader is woken each time when a quarter of the ring is
 * full. Returns 0 or -ENOMEM.
 */
int ring_init(struct ring *ring, size_t bytes, size_t item_bytes, struct queue *queue);

/* Any thread: room for one item, which ring_publish() of the same POSITION hands over. NULL: the
 * ring is full. */
void *ring_claim(struct ring *ring, uint64_t *position);
void ring_publish(struct ring *ring, uint64_t position);

/* One thread: the oldest item, NULL if there is none. It stays until ring_pop(). */
const void *ring_peek(const struct ring *ring);
void ring_pop(struct ring *ring);

#endif
