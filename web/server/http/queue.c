/* SPDX-License-Identifier: MIT */
/*
 * What arrives is pushed on a stack; who takes turns the whole stack round, which is the order of
 * arrival. The semaphore is raised at least once for each request, so that none is left behind; who
 * finds nothing because another took several at once waits again.
 */
#include "server/http/queue.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "server/http/request.h"

struct request_queue {
	_Atomic(struct request *) arrived; /* the last first */
	_Atomic int count; /* of those not taken yet, and of those that are about to be put in */
	_Atomic bool is_stopping;
	sem_t ready;
	int limit;
	pthread_mutex_t lock;  /* for what follows: among those who take */
	struct request *first; /* turned round already */
};

struct request_queue *request_queue_new(int limit)
{
	struct request_queue *queue = calloc(1, sizeof *queue);

	if (!queue)
		return NULL;
	queue->limit = limit;
	pthread_mutex_init(&queue->lock, NULL);
	sem_init(&queue->ready, 0, 0);
	return queue;
}

void request_queue_free(struct request_queue *queue)
{
	if (!queue)
		return;
	sem_destroy(&queue->ready);
	pthread_mutex_destroy(&queue->lock);
	free(queue);
}

bool request_queue_add(struct request_queue *queue, struct request *request)
{
	/* Counted first: who stops the queue waits for those that got past this. */
	if (atomic_fetch_add(&queue->count, 1) >= queue->limit ||
	    atomic_load(&queue->is_stopping)) {
		atomic_fetch_sub(&queue->count, 1);
		sem_post(&queue->ready);
		return false;
	}
	request->next = atomic_load(&queue->arrived);
	while (!atomic_compare_exchange_weak(&queue->arrived, &request->next, request))
		;
	sem_post(&queue->ready);
	return true;
}

static struct request *turn_round(struct request *last)
{
	struct request *first = NULL;

	while (last) {
		struct request *before = last->next;

		last->next = first;
		first = last;
		last = before;
	}
	return first;
}

/* With the lock held. */
static struct request *take(struct request_queue *queue, int max)
{
	struct request *chain = NULL, **end = &chain;
	int count = 0;

	for (; count < max; count++) {
		if (!queue->first)
			queue->first = turn_round(atomic_exchange(&queue->arrived, NULL));
		if (!queue->first)
			break;
		*end = queue->first;
		end = &queue->first->next;
		queue->first = queue->first->next;
	}
	*end = NULL;
	atomic_fetch_sub(&queue->count, count);
	return chain;
}

struct request *request_queue_take(struct request_queue *queue, int max)
{
	struct request *chain = NULL;

	while (!chain) {
		while (sem_wait(&queue->ready) && errno == EINTR)
			;
		pthread_mutex_lock(&queue->lock);
		chain = take(queue, max);
		pthread_mutex_unlock(&queue->lock);
		if (!chain && atomic_load(&queue->is_stopping) && !atomic_load(&queue->count)) {
			sem_post(&queue->ready); /* the next one who waits ends, too */
			break;
		}
	}
	return chain;
}

void request_queue_stop(struct request_queue *queue)
{
	atomic_store(&queue->is_stopping, true);
	sem_post(&queue->ready);
}

int request_queue_count(const struct request_queue *queue)
{
	return atomic_load(&queue->count);
}
