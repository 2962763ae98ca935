/* SPDX-License-Identifier: MIT */
/* Starts threads. Runs in the thread that initialises CUDA, and in CUPTI's callbacks. */
#include "host/thread.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

/* What the program's threads have, unless it has made that very small, or so large ('ulimit -s' of
 * some clusters) that a few stacks more could use up what memory it may map. */
enum { STACK_BYTES_MIN = 1 << 20, STACK_BYTES_MAX = 8 << 20 };

static atomic_int count;

int thread_count(void)
{
	return atomic_load(&count);
}

struct start {
	void *(*run)(void *unused);
};

static void *run_counted(void *data)
{
	struct start start = *(struct start *)data;

	free(data);
	atomic_fetch_add(&count, 1);
	start.run(NULL);
	atomic_fetch_sub(&count, 1);
	return NULL;
}

static int create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *unused))
{
	struct start *start = malloc(sizeof *start);
	int err;

	if (!start)
		return ENOMEM;
	start->run = run;
	err = pthread_create(thread, attributes, run_counted, start);
	if (err)
		free(start);
	return err;
}

static int start(pthread_t *thread, void *(*run)(void *unused))
{
	pthread_attr_t attributes;
	size_t bytes;
	int err = pthread_attr_init(&attributes);

	if (err)
		return err;
	if (pthread_attr_getstacksize(&attributes, &bytes) == 0) {
		bytes = bytes < STACK_BYTES_MIN   ? STACK_BYTES_MIN
		        : bytes > STACK_BYTES_MAX ? STACK_BYTES_MAX
		                                  : bytes;
		pthread_attr_setstacksize(&attributes, bytes);
	}
	err = create(thread, &attributes, run);
	pthread_attr_destroy(&attributes);
	return err;
}

int thread_start(const char *name, void *(*run)(void *unused))
{
	sigset_t all, before;
	pthread_t thread;
	int err;

	/* The program's signals are for its own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = start(&thread, run);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err)
		return -err;
	pthread_setname_np(thread, name);
	pthread_detach(thread);
	return 0;
}
