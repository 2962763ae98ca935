/* SPDX-License-Identifier: MIT */
/* Threads for what takes longer. */
#include "server/http/workers.h"

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/http/queue.h"

struct workers {
	const struct workers_plan *plan;
	struct request_queue *queue;
	int count;
	pthread_t threads[];
};

static void *run(void *data)
{
	const struct workers *workers = data;
	const struct workers_plan *plan = workers->plan;
	struct request *first;

	pthread_setname_np(pthread_self(), plan->name);
	if (plan->nice)
		setpriority(PRIO_PROCESS, (id_t)gettid(), plan->nice);
	while ((first = request_queue_take(workers->queue, plan->together)) != NULL)
		plan->work(first);
	return NULL;
}

struct workers *workers_start(const struct workers_plan *plan, int threads)
{
	const int count = plan->threads ? plan->threads : threads;
	struct workers *workers =
	        calloc(1, sizeof *workers + (size_t)count * sizeof *workers->threads);

	if (!workers)
		return NULL;
	workers->plan = plan;
	workers->queue = request_queue_new(plan->limit ? plan->limit : INT_MAX);
	while (workers->queue && workers->count < count &&
	       pthread_create(&workers->threads[workers->count], NULL, run, workers) == 0)
		workers->count++;
	if (workers->count < count) {
		workers_free(workers);
		return NULL;
	}
	return workers;
}

void workers_stop(struct workers *workers)
{
	if (!workers)
		return;
	if (workers->queue)
		request_queue_stop(workers->queue);
	for (int i = 0; i < workers->count; i++)
		pthread_join(workers->threads[i], NULL);
	workers->count = 0;
}

void workers_free(struct workers *workers)
{
	if (!workers)
		return;
	workers_stop(workers);
	request_queue_free(workers->queue);
	free(workers);
}

bool workers_submit(struct workers *workers, struct request *request)
{
	return request_queue_add(workers->queue, request);
}

int workers_waiting(const struct workers *workers)
{
	return request_queue_count(workers->queue);
}
