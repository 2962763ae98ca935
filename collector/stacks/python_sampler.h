/* SPDX-License-Identifier: MIT */
/*
 * Where Python is: samples the stacks of the threads that call CUDA, some hundred times a second,
 * through Python's public interfaces alone.
 */
#ifndef WARPWISE_PYTHON_SAMPLER_H
#define WARPWISE_PYTHON_SAMPLER_H

#include <stdint.h>

/*
 * Starts the thread, which waits until the process has an interpreter. What keeps it from sampling
 * is counted. In the thread that initialises CUDA; returns 0 or -errno.
 */
int python_sampler_start(void);

/* Whether the process has an interpreter, which is looked for some times a second until there is
 * one. Any thread. */
enum python_presence { PYTHON_UNKNOWN, PYTHON_NONE, PYTHON_THERE };
enum python_presence python_sampler_finds(void);

struct python_call {
	uint64_t time_ns;  /* CUPTI's timestamp of its begin; 0: it was not taken */
	uint64_t pause_ns; /* since the thread's call before */
	uint64_t launched; /* a key for the function and the grid that it launches; 0: nothing */
	uint32_t correlation_id;
	uint32_t system_thread_id;
};

/* The calling thread makes this call of CUDA: has the line of Python noted that does it, now and
 * then, and where it is the first launch of its kind. In CUPTI's callbacks. */
void python_sampler_called(const struct python_call *call);

#endif
