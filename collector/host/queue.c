/* SPDX-License-Identifier: MIT */
/* The list between callbacks (any thread) and the writer thread. */
#include "host/queue.h"

#include <time.h>

void queue_init(struct queue *queue)
{
	atomic_init(&queue->newest, NULL);
	sem_init(&queue->wake, 0, 0);
}

void queue_push(struct queue *queue, struct item *item)
{
	struct item *newest = atomic_load_explicit(&queue->newest, memory_order_relaxed);

	do
		item->next = newest;
	while (!atomic_compare_exchange_weak_explicit(&queue->newest, &newest, item,
	                                              memory_order_release, memory_order_relaxed));
	sem_post(&queue->wake);
}

void queue_wake(struct queue *queue)
{
	sem_post(&queue->wake);
}

void queue_wait(struct queue *queue, int64_t ms)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until); /* the wall clock may be set back */
	until.tv_sec += ms / 1000;
	until.tv_nsec += ms % 1000 * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_nsec -= 1000000000;
		until.tv_sec++;
	}
	sem_clockwait(&queue->wake, CLOCK_MONOTONIC, &until);
	while (sem_trywait(&queue->wake) == 0) /* one round serves all posts so far */
		;
}

struct item *queue_take(struct queue *queue)
{
	struct item *item = atomic_exchange_explicit(&queue->newest, NULL, memory_order_acquire);
	struct item *oldest = NULL;

	while (item) { /* pushed newest first: turn it round */
		struct item *next = item->next;

		item->next = oldest;
		oldest = item;
		item = next;
	}
	return oldest;
}
