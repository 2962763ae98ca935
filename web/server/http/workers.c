/* SPDX-License-Identifier: MIT */
/* Threads for what takes longer. */
#include "server/http/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/http/limits.h"
#include "server/http/request.h"

enum { WORKER_NICE = 5 };

void request_queue_init(struct request_queue *queue)
{
	*queue = (struct request_queue){ .end = &queue->first };
}

void request_queue_add(struct request_queue *queue, struct request *request)
{
	request->next = NULL;
	*queue->end = request;
	queue->end = &request->next;
	queue->count++;
}

struct request *request_queue_take(struct request_queue *queue)
{
	struct request *request = queue->first;

	if (!request)
		return NULL;
	queue->first = request->next;
	if (!queue->first)
		queue->end = &queue->first;
	queue->count--;
	return request;
}

struct workers {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct request_queue queue;
	void (*work)(struct request *request);
	bool is_stopping;
	int count;
	pthread_t threads[];
};

static void *run(void *data)
{
	struct workers *workers = data;
	struct request *request;

	/* Whoever waits for a quick answer goes before what may take its time. */
	setpriority(PRIO_PROCESS, (id_t)gettid(), WORKER_NICE);
	pthread_mutex_lock(&workers->lock);
	for (;;) {
		request = request_queue_take(&workers->queue);
		if (!request && workers->is_stopping)
			break;
		if (!request) {
			pthread_cond_wait(&workers->changed, &workers->lock);
			continue;
		}
		pthread_mutex_unlock(&workers->lock);
		workers->work(request);
		pthread_mutex_lock(&workers->lock);
	}
	pthread_mutex_unlock(&workers->lock);
	return NULL;
}

struct workers *workers_start(int count, void (*work)(struct request *request))
{
	struct workers *workers =
	        calloc(1, sizeof *workers + (size_t)count * sizeof *workers->threads);

	if (!workers)
		return NULL;
	pthread_mutex_init(&workers->lock, NULL);
	pthread_cond_init(&workers->changed, NULL);
	request_queue_init(&workers->queue);
	workers->work = work;
	while (workers->count < count &&
	       pthread_create(&workers->threads[workers->count], NULL, run, workers) == 0)
		workers->count++;
	if (workers->count < count) {
		workers_stop(workers);
		return NULL;
	}
	return workers;
}

void workers_stop(struct workers *workers)
{
	if (!workers)
		return;
	pthread_mutex_lock(&workers->lock);
	workers->is_stopping = true;
	pthread_cond_broadcast(&workers->changed);
	pthread_mutex_unlock(&workers->lock);
	for (int i = 0; i < workers->count; i++)
		pthread_join(workers->threads[i], NULL);
	pthread_cond_destroy(&workers->changed);
	pthread_mutex_destroy(&workers->lock);
	free(workers);
}

bool workers_submit(struct workers *workers, struct request *request)
{
	bool has_room;

	pthread_mutex_lock(&workers->lock);
	has_room = workers->queue.count < LIMIT_WAITING_JOBS && !workers->is_stopping;
	if (has_room) {
		request_queue_add(&workers->queue, request);
		pthread_cond_signal(&workers->changed);
	}
	pthread_mutex_unlock(&workers->lock);
	return has_room;
}

int workers_waiting(struct workers *workers)
{
	int count;

	pthread_mutex_lock(&workers->lock);
	count = workers->queue.count;
	pthread_mutex_unlock(&workers->lock);
	return count;
}
