/* SPDX-License-Identifier: MIT */
/*
 * The ring. wait_notes_add() runs in CUPTI's callbacks on the program's threads, the rest on the
 * writer thread.
 *
 * Each place says whose turn it is: in round r of the ring it is empty at turn 2r and holds a note
 * at turn 2r + 1. So memory of zeros is an empty ring, and a place that is not read yet is never
 * overwritten.
 */
#include "timeline/wait_notes.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "host/losses.h"

struct place {
	_Atomic uint64_t turn;
	struct wait_note note;
};

static struct place *places; /* NULL: nobody notes anything */
static uint64_t count;       /* a power of two */
static struct queue *reader;
static _Atomic uint64_t added; /* places that were taken for notes so far */
static uint64_t taken;         /* notes read so far */
static atomic_bool has_loss;   /* since the last note that was added */

int wait_notes_init(size_t bytes, struct queue *queue)
{
	void *memory;

	for (count = 4; 2 * count * sizeof *places <= bytes; count *= 2)
		;
	memory = mmap(NULL, count * sizeof *places, PROT_READ | PROT_WRITE,
	              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED)
		return -ENOMEM;
	places = memory;
	reader = queue;
	return 0;
}

static uint64_t turn_to_write(uint64_t position)
{
	return 2 * (position / count);
}

/* A place for one note, NULL if the ring is full. */
static struct place *take_place(uint64_t *position)
{
	uint64_t next = atomic_load_explicit(&added, memory_order_relaxed);

	for (;;) {
		struct place *place = &places[next % count];
		uint64_t turn = atomic_load_explicit(&place->turn, memory_order_acquire);

		if (turn < turn_to_write(next))
			return NULL; /* the note of the last round is still in it */
		if (turn > turn_to_write(next)) {
			next = atomic_load_explicit(&added, memory_order_relaxed);
		} else if (atomic_compare_exchange_weak_explicit(&added, &next, next + 1,
		                                                 memory_order_relaxed,
		                                                 memory_order_relaxed)) {
			*position = next;
			return place;
		}
	}
}

void wait_notes_add(const struct wait_note *note)
{
	uint64_t position;
	struct place *place = take_place(&position);

	if (!place) {
		counter_add(COUNTER_dropped_waits, 1);
		atomic_store(&has_loss, true);
		return;
	}
	place->note = *note;
	place->note.is_after_loss = atomic_load_explicit(&has_loss, memory_order_relaxed) &&
	                            atomic_exchange(&has_loss, false);
	atomic_store_explicit(&place->turn, turn_to_write(position) + 1, memory_order_release);
	if ((position + 1) % (count / 4) == 0)
		queue_wake(reader);
}

static struct place *next_note(void)
{
	struct place *place = places ? &places[taken % count] : NULL;

	return place && atomic_load_explicit(&place->turn, memory_order_acquire) ==
	                               turn_to_write(taken) + 1
	               ? place
	               : NULL;
}

bool wait_notes_any(void)
{
	return next_note() != NULL;
}

bool wait_notes_take(struct wait_note *note)
{
	struct place *place = next_note();

	if (!place)
		return false;
	*note = place->note;
	atomic_store_explicit(&place->turn, turn_to_write(taken) + 2, memory_order_release);
	taken++;
	return true;
}
