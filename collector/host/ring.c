/* SPDX-License-Identifier: MIT */
/*
 * The ring. ring_claim() and ring_publish() run on the program's threads, the rest on the thread
 * that empties it.
 *
 * Each place says whose turn it is: in round r of the ring it is empty at turn 2r and holds an item
 * at turn 2r + 1. So memory of zeros is an empty ring, and a place that is not read yet is never
 * overwritten.
 */
#include "host/ring.h"

#include <errno.h>
#include <stdalign.h>
#include <sys/mman.h>

struct place {
	_Atomic uint64_t turn;
	alignas(uint64_t) unsigned char item[];
};

int ring_init(struct ring *ring, size_t bytes, size_t item_bytes, struct queue *queue)
{
	const size_t unit = alignof(struct place);
	void *memory;

	ring->place_bytes = (sizeof(struct place) + item_bytes + unit - 1) / unit * unit;
	for (ring->count = 4; 2 * ring->count * ring->place_bytes <= bytes; ring->count *= 2)
		;
	memory = mmap(NULL, ring->count * ring->place_bytes, PROT_READ | PROT_WRITE,
	              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		return -ENOMEM;
	ring->places = memory;
	ring->reader = queue;
	return 0;
}

static struct place *place_at(const struct ring *ring, uint64_t position)
{
	return (struct place *)(void *)(ring->places + position % ring->count * ring->place_bytes);
}

static uint64_t turn_to_write(const struct ring *ring, uint64_t position)
{
	return 2 * (position / ring->count);
}

void *ring_claim(struct ring *ring, uint64_t *position)
{
	uint64_t next = atomic_load_explicit(&ring->added, memory_order_relaxed);

	while (ring->places) {
		struct place *place = place_at(ring, next);
		uint64_t turn = atomic_load_explicit(&place->turn, memory_order_acquire);

		if (turn < turn_to_write(ring, next))
			return NULL; /* the item of the last round is still in it */
		if (turn > turn_to_write(ring, next)) {
			next = atomic_load_explicit(&ring->added, memory_order_relaxed);
		} else if (atomic_compare_exchange_weak_explicit(&ring->added, &next, next + 1,
		                                                 memory_order_relaxed,
		                                                 memory_order_relaxed)) {
			*position = next;
			return place->item;
		}
	}
	return NULL;
}

void ring_publish(struct ring *ring, uint64_t position)
{
	atomic_store_explicit(&place_at(ring, position)->turn, turn_to_write(ring, position) + 1,
	                      memory_order_release);
	if ((position + 1) % (ring->count / 4) == 0)
		queue_wake(ring->reader);
}

const void *ring_peek(const struct ring *ring)
{
	struct place *place;

	if (!ring->places)
		return NULL;
	place = place_at(ring, ring->taken);
	return atomic_load_explicit(&place->turn, memory_order_acquire) ==
	                       turn_to_write(ring, ring->taken) + 1
	               ? place->item
	               : NULL;
}

void ring_pop(struct ring *ring)
{
	atomic_store_explicit(&place_at(ring, ring->taken)->turn,
	                      turn_to_write(ring, ring->taken) + 2, memory_order_release);
	ring->taken++;
}
