/* SPDX-License-Identifier: MIT */
/*
 * The notes' ring. wait_notes_add() runs in CUPTI's callbacks on the program's threads, the rest on
 * the writer thread.
 */
#include "timeline/wait_notes.h"

#include <stdatomic.h>

#include "host/losses.h"
#include "host/ring.h"

static struct ring ring;
static atomic_bool has_loss; /* since the last note that was added */

int wait_notes_init(size_t bytes, struct queue *queue)
{
	return ring_init(&ring, bytes, sizeof(struct wait_note), queue);
}

void wait_notes_add(const struct wait_note *note)
{
	uint64_t position;
	struct wait_note *place = ring_claim(&ring, &position);

	if (!place) {
		counter_add(COUNTER_dropped_waits, 1);
		atomic_store(&has_loss, true);
		return;
	}
	*place = *note;
	place->is_after_loss = atomic_load_explicit(&has_loss, memory_order_relaxed) &&
	                       atomic_exchange(&has_loss, false);
	ring_publish(&ring, position);
}

bool wait_notes_any(void)
{
	return ring_peek(&ring) != NULL;
}

void wait_notes_gap(void)
{
	atomic_store(&has_loss, true);
}

uint64_t wait_notes_count(void)
{
	return atomic_load(&ring.added);
}

bool wait_notes_any_of(uint64_t count)
{
	return ring.taken < count && wait_notes_any();
}

bool wait_notes_take(struct wait_note *note)
{
	const struct wait_note *place = ring_peek(&ring);

	if (!place)
		return false;
	*note = *place;
	ring_pop(&ring);
	return true;
}

void wait_notes_drop(void)
{
	while (ring_peek(&ring))
		ring_pop(&ring);
}
