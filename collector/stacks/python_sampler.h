/* SPDX-License-Identifier: MIT */
/*
 * Where Python is: samples the stacks of the threads that call CUDA, some hundred times a second,
 * through Python's public interfaces alone.
 */
#ifndef WARPWISE_PYTHON_SAMPLER_H
#define WARPWISE_PYTHON_SAMPLER_H

/*
 * Starts the thread, which waits until the process has an interpreter. What keeps it from sampling
 * is counted. In the thread that initialises CUDA; returns 0 or -errno.
 */
int python_sampler_start(void);

#endif
