/* SPDX-License-Identifier: MIT */
/* Work on all processors. */
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { THREADS_MAX = 4 };

struct parallel {
	size_t count;
	atomic_size_t next; /* the part that nobody has taken yet */
	void (*work)(void *context, size_t number);
	void *context;
};

static void *take_parts(void *parallel)
{
	struct parallel *p = parallel;
	size_t number;

	while ((number = atomic_fetch_add(&p->next, 1)) < p->count)
		p->work(p->context, number);
	return NULL;
}

static size_t processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

void parallel_run(size_t count, void (*work)(void *context, size_t number), void *context)
{
	struct parallel parallel = { .count = count, .work = work, .context = context };
	pthread_t others[THREADS_MAX];
	size_t threads = count > 1 ? processors() : 1, started = 0;

	threads = threads < count ? threads : count;
	threads = threads < THREADS_MAX ? threads : THREADS_MAX;
	while (started + 1 < threads &&
	       pthread_create(&others[started], NULL, take_parts, &parallel) == 0)
		started++;
	take_parts(&parallel);
	while (started > 0)
		pthread_join(others[--started], NULL);
}
