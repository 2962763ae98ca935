/* SPDX-License-Identifier: MIT */
/* Threads, and what happens on them. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <nvtx3/nvToolsExt.h>

#include "clock.h"
#include "launches.h"
#include "step.h"

static void *run_thread(void *data)
{
	(void)data;
	launch_kernels(100);
	return NULL;
}

/* So many threads that launch 100 kernels each, at once. */
static void step_threads(const char *value)
{
	pthread_t thread[64];
	int count = atoi(value);

	for (int i = 0; i < count && i < 64; i++)
		pthread_create(&thread[i], NULL, run_thread, NULL);
	for (int i = 0; i < count && i < 64; i++)
		pthread_join(thread[i], NULL);
}

static void *run_forever(void *running)
{
	launch_kernels(1);
	atomic_fetch_add((atomic_int *)running, 1);
	for (;;) {
		wait_ms(1);
		launch_kernels(1);
	}
	return NULL;
}

/* So many threads that go on launching while the program ends. Each has launched before the next
 * step. */
static void step_background(const char *value)
{
	static atomic_int running;
	const int count = atoi(value);
	pthread_t thread;

	for (int i = 0; i < count; i++) {
		pthread_create(&thread, NULL, run_forever, &running);
		pthread_detach(thread);
	}
	while (atomic_load(&running) < count)
		wait_ms(1);
}

static atomic_int asides; /* that are not done */

static void *run_aside(void *block)
{
	steps_left = block;
	steps_run();
	asides--;
	return NULL;
}

/* Steps on a thread of their own; `join` waits for all of these. */
static void step_aside(const char *value)
{
	char **block = steps_take_block();
	pthread_t thread;

	(void)value;
	asides++;
	if (pthread_create(&thread, NULL, run_aside, block) == 0)
		pthread_detach(thread);
	else
		asides--;
}

static void step_join(const char *value)
{
	(void)value;
	while (asides)
		wait_ms(1);
}

static void *run_cancelled(void *value)
{
	pthread_cancel(pthread_self()); /* takes effect where a thread can be cancelled */
	_exit(atoi(value));
	return NULL;
}

/* _exit() from a thread that somebody cancels. */
static void step_cancelled_exit(const char *value)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run_cancelled, (void *)(uintptr_t)value);
	pthread_join(thread, NULL);
	printf("cancelled\n");
}

static void *run_cancelled_launch(void *launched)
{
	int ignored;

	pthread_cancel(pthread_self());
	launch_kernels(1);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ignored);
	*(bool *)launched = true;
	return NULL;
}

static void step_cancelled_launch(const char *value)
{
	bool launched = false;
	pthread_t thread;

	(void)value;
	pthread_create(&thread, NULL, run_cancelled_launch, &launched);
	pthread_join(thread, NULL);
	printf("%s\n", launched ? "launched" : "cancelled");
	fflush(stdout);
}

static void *run_cancelled_push(void *pushed)
{
	int ignored;

	pthread_cancel(pthread_self());
	nvtxRangePushA("step");
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ignored);
	*(bool *)pushed = true;
	return NULL;
}

static void step_cancelled_push(const char *value)
{
	bool pushed = false;
	pthread_t thread;

	(void)value;
	pthread_create(&thread, NULL, run_cancelled_push, &pushed);
	pthread_join(thread, NULL);
	printf("%s\n", pushed ? "pushed" : "cancelled");
	fflush(stdout);
}

/* So many bytes for the stacks of threads that do not say themselves. */
static void step_stack(const char *value)
{
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, (size_t)atol(value));
	pthread_setattr_default_np(&attributes);
	pthread_attr_destroy(&attributes);
}

const struct step thread_steps[] = {
	{ "threads", step_threads },
	{ "background", step_background },
	{ "aside", step_aside },
	{ "join", step_join },
	{ "cancelled-exit", step_cancelled_exit },
	{ "cancelled-launch", step_cancelled_launch },
	{ "cancelled-push", step_cancelled_push },
	{ "stack", step_stack },
	{ .name = NULL },
};
