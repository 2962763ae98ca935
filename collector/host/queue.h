/* SPDX-License-Identifier: MIT */
/*
 * What callbacks hand to the writer thread: a list that any thread may push to, without lock and
 * without allocation, and one thread empties. Pushing is async-signal-safe.
 */
#ifndef WARPWISE_QUEUE_H
#define WARPWISE_QUEUE_H

#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum item_type {
	ITEM_BUFFER,
	ITEM_MODULE,
	ITEM_SAMPLES,
	ITEM_LAUNCH,
	ITEM_INSTRUCTIONS,
	ITEM_GPU_SAMPLES,
	ITEM_STACKS,
	ITEM_CALL_STACKS,
	ITEM_NATIVE_SAMPLES,
	ITEM_FOUND,
	ITEM_TYPES
};

/* The first member of everything that is handed over. */
struct item {
	struct item *next;
	enum item_type type;
};

struct queue {
	_Atomic(struct item *) newest;
	sem_t wake; /* posted by push and queue_wake() */
};

void queue_init(struct queue *queue);
void queue_push(struct queue *queue, struct item *item);

/* Wakes the thread in queue_wait() although there is nothing new. */
void queue_wake(struct queue *queue);

/* Waits until something is pushed, queue_wake() is called, or MS have passed. */
void queue_wait(struct queue *queue, int64_t ms);

/* Takes everything, oldest first, linked by next; NULL: nothing. */
struct item *queue_take(struct queue *queue);

#endif
