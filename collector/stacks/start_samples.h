/* SPDX-License-Identifier: MIT */
/*
 * What a program's first thread does before CUDA begins, and with it the recording: reading of
 * files, making of input. Nobody of ours runs then, and a thread that waits for CUDA would be seen
 * by all that counts threads. So the kernel alone takes samples, from before main() on, into rings
 * that are read once CUDA begins (native_samples.h).
 *
 * How long that takes is not known before, and a ring has room for so many samples. So there are
 * several, each sampled less often than the one before, and each ends when it is full: of a moment
 * the sample is taken that is of the first ring that was not full yet. The last one is full after
 * a minute and a half of running time; then nothing of this costs anything any more.
 *
 * A sample has more of the stack than others: programs read text files as they start, for which
 * scanf() takes much.
 *
 * Only of programs that have CUDA in them, as far as the executable and the libraries say that the
 * loader has loaded before main(): others pay for a look at their file. Never under a seccomp
 * filter, which may end who asks for perf events, nor where perf events are refused.
 */
#ifndef WARPWISE_START_SAMPLES_H
#define WARPWISE_START_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "stacks/native_samples.h"

/* As the library is loaded, in the first thread. errno stays. */
void start_samples_begin(void);

/* In a forked child, which has no rings: nothing was sampled. */
void start_samples_begin_child(void);

/* The rest is for the writer thread. Whether there is more to read. */
bool start_samples_any(void);

/* Reads on, into PAGE, which is empty; APART_NS: CUPTI's timestamp minus the monotonic clock. */
void start_samples_read(struct native_sample_page *page, int64_t apart_ns);

/* Nothing is sampled any more, and what was not read goes. */
void start_samples_end(void);

#endif
