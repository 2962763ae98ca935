/* SPDX-License-Identifier: MIT */
/* The ways in which a process ends. */
#undef NDEBUG
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "step.h"

static void step_exit(const char *value)
{
	exit(atoi(value));
}

static void step_Exit(const char *value)
{
	_Exit(atoi(value));
}

static void step_underscore_exit(const char *value)
{
	_exit(atoi(value));
}

static void step_quick_exit(const char *value)
{
	quick_exit(atoi(value));
}

static void step_abort(const char *value)
{
	(void)value;
	abort();
}

static void step_segv(const char *value)
{
	char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)value;
	signal(SIGSEGV, SIG_DFL); /* a sanitizer would report it and exit instead */
	*(volatile char *)page = 1;
}

/* As from another process. */
static void step_signal(const char *value)
{
	syscall(SYS_kill, getpid(), atoi(value));
}

static void step_raise(const char *value)
{
	raise(atoi(value));
}

static void step_kill(const char *value)
{
	kill(getpid(), atoi(value));
}

/* To a group of which it is the only one. */
static void step_killpg(const char *value)
{
	setpgid(0, 0);
	killpg(0, atoi(value));
}

/* The same by kill(). */
static void step_kill_group(const char *value)
{
	setpgid(0, 0);
	kill(-getpgrp(), atoi(value));
}

static void step_sigqueue(const char *value)
{
	sigqueue(getpid(), atoi(value), (union sigval){ .sival_int = 1 });
}

static void raise_again(int number)
{
	signal(number, SIG_DFL);
	raise(number);
}

/* A handler takes the signal, and sends it again for what it does by default. */
static void step_raise_again(const char *value)
{
	signal(atoi(value), raise_again);
	raise(atoi(value));
}

/* Of the calling thread, for good. */
static void step_block(const char *value)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, atoi(value));
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static void step_assert(const char *value)
{
	assert(!value);
}

static void *run_exit(void *data)
{
	exit(atoi(data));
	return NULL;
}

/* Of the first thread alone. */
static void step_pthread_exit(const char *value)
{
	(void)value;
	pthread_exit(NULL);
}

/* exit() from another thread than the first. */
static void step_thread_exit(const char *value)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run_exit, (void *)(uintptr_t)value);
	pthread_join(thread, NULL);
}

const struct step end_steps[] = {
	{ "exit", step_exit },
	{ "_Exit", step_Exit },
	{ "_exit", step_underscore_exit },
	{ "quick_exit", step_quick_exit },
	{ "abort", step_abort },
	{ "segv", step_segv },
	{ "signal", step_signal },
	{ "raise", step_raise },
	{ "kill", step_kill },
	{ "killpg", step_killpg },
	{ "kill-group", step_kill_group },
	{ "sigqueue", step_sigqueue },
	{ "raise-again", step_raise_again },
	{ "block", step_block },
	{ "assert", step_assert },
	{ "pthread-exit", step_pthread_exit },
	{ "thread-exit", step_thread_exit },
	{ .name = NULL },
};
