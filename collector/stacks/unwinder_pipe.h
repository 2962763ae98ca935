/* SPDX-License-Identifier: MIT */
/*
 * The pipe of libunwind. Where it is not sure that there is memory, it writes a byte from there
 * into a pipe of its own, which it knows by two numbers (1.6.2). Where the program has closed these
 * and opened files of its own, it would write into them, read from them and close them.
 */
#ifndef WARPWISE_UNWINDER_PIPE_H
#define WARPWISE_UNWINDER_PIPE_H

#include <stdbool.h>

/*
 * Calls OPEN, which makes libunwind have its pipes, so that these are none of stdin, stdout and
 * stderr, which a program without them may want to open later. In the thread that initialises CUDA.
 */
void unwinder_pipe_keep_off(void (*open)(void));

/* Calls USE, the first use of an unwinder, and notes its pipe. In the thread that initialises CUDA.
 */
void unwinder_pipe_find(void (*use)(void));

/* Whether the pipe is what it was, or there is none: else the unwinder must not be used. Any
 * thread. */
bool unwinder_pipe_is_there(void);

#endif
