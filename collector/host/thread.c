/* SPDX-License-Identifier: MIT */
/* Starts threads. Runs in the thread that initialises CUDA, and in CUPTI's callbacks. */
#include "host/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "descriptor.h"

/* What the program's threads have, unless it has made that very small, or so large ('ulimit -s' of
 * some clusters) that a few stacks more could use up what memory it may map. */
enum { STACK_BYTES_MIN = 1 << 20, STACK_BYTES_MAX = 8 << 20 };

static atomic_int count;

int thread_count(void)
{
	return atomic_load(&count);
}

char thread_state(int id)
{
	char path[64], text[128];
	const char *name_end;
	ssize_t length;
	int fd;

	snprintf(path, sizeof path, "/proc/self/task/%d/stat", id);
	fd = descriptor_open(path, O_RDONLY);
	if (fd < 0)
		return 0;
	length = read(fd, text, sizeof text - 1);
	close(fd);
	text[length > 0 ? length : 0] = '\0';
	name_end = strrchr(text, ')');
	return name_end && name_end[1] ? name_end[2] : 0;
}

struct start {
	void *(*run)(void *unused);
};

/* Who begins CUDA may be a real-time thread, and what it starts is one too: that would take the
 * core from threads of the program that have to be in time. */
static void be_ordinary(void)
{
	const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
	const struct sched_param none = { 0 };

	if (policy == SCHED_FIFO || policy == SCHED_RR)
		sched_setscheduler(0, SCHED_OTHER, &none);
}

/* In the program's language strerror() would look into the environment for a list of languages,
 * which the program may be changing. The C locale is always there: nothing is allocated. */
static void speak_plainly(void)
{
	uselocale(newlocale(LC_ALL_MASK, "C", NULL));
}

static void *run_counted(void *data)
{
	struct start start = *(struct start *)data;

	free(data);
	be_ordinary();
	speak_plainly();
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
