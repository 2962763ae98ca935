/* SPDX-License-Identifier: MIT */
/* Ends the process in libc's place. On a thread of its own, once the program's first one ended. */
#include "host/last_thread.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/thread.h"
#include "descriptor.h"

enum { LOOK_US = 20000, TIMES = 3 /* in a row: the list is not of one moment */ };

static atomic_bool has_ended; /* the first thread */
static atomic_bool is_started;
static pthread_key_t key; /* its destructor is not called at exit() */
static bool has_key;
static atomic_int process; /* that has threads of ours; not a child that it forked */

/* The threads that run; 0: unknown. */
static int count_threads(void)
{
	const int fd = descriptor_open("/proc/self/task", O_RDONLY | O_DIRECTORY);
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;
	int count = 0;

	while (folder && (entry = readdir(folder)))
		count += *entry->d_name != '.';
	if (folder)
		closedir(folder);
	else if (fd >= 0)
		close(fd);
	return count ? count - 1 : 0; /* the first one stays in the list */
}

/* A thread of ours is in the list before it is counted, and after. */
static bool are_all_ours(void)
{
	const int ours = thread_count();

	return count_threads() == ours && thread_count() == ours;
}

static void *run(void *unused)
{
	for (int times = 0; times < TIMES;) {
		clock_sleep_us(LOOK_US);
		times = are_all_ours() ? times + 1 : 0;
	}
	exit(0);
	return unused;
}

static void start(void)
{
	if (atomic_load(&has_ended) && atomic_load(&process) == getpid() &&
	    !atomic_exchange(&is_started, true))
		thread_start("warpwise-last", run);
}

static void first_ends(void *unused)
{
	(void)unused;
	atomic_store(&has_ended, true);
	start();
}

void last_thread_watch_first(void)
{
	has_key = pthread_key_create(&key, first_ends) == 0;
	if (has_key)
		pthread_setspecific(key, &has_ended);
}

void last_thread_begin_child(void)
{
	atomic_store(&has_ended, false);
	atomic_store(&is_started, false);
	if (has_key)
		pthread_setspecific(key, &has_ended);
}

void last_thread_begin(void)
{
	atomic_store(&process, getpid());
	start();
}
