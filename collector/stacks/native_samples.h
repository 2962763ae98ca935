/* SPDX-License-Identifier: MIT */
/*
 * Where native code is between two calls of CUDA: the threads that call it are sampled by their
 * running time, as often as --host-hz says, with perf events.
 *
 * The kernel takes the samples, into a ring for each thread that the writer thread reads: no
 * signal, no ptrace, nothing that a thread of the program does or waits for. A ring stays when its
 * descriptor is closed, which is done at once: so there is none that the program could close, count
 * or hand to a child. A forked child does not get the rings, exec and the process's end free them.
 *
 * A sample is of code outside of the kernel; a thread that waits, or that the kernel works for, is
 * not sampled. The instruction is exact. Who called it is found by unwind tables, as far as the top
 * of the stack that a sample has goes (unwinder.h). Without an unwinder it is found by frame
 * pointers: code without them gives no callers, or wrong ones, which the analyzer sorts out as far
 * as it can tell; a function that has not made its frame, or makes none, hides the one that called
 * it.
 *
 * A process with a running Python is not sampled: python_sampler.h does that better.
 */
#ifndef WARPWISE_NATIVE_SAMPLES_H
#define WARPWISE_NATIVE_SAMPLES_H

#include <stdint.h>

#include "host/queue.h"
#include "stacks/unwinder.h"

enum {
	NATIVE_FRAMES_MAX = 64,  /* the innermost ones */
	NATIVE_SAMPLES_MAX = 64, /* in one page */
};

struct native_sample {
	uint64_t time_ns;    /* as CUPTI's timestamps */
	uint64_t running_ns; /* of the thread, that the sample stands for */
	uint32_t system_thread_id;
	uint32_t depth;
	/* By frame pointers: one behind the instruction, then return addresses, the innermost
	 * first. */
	uintptr_t addresses[NATIVE_FRAMES_MAX];
	struct unwind_start start; /* what else of the stack is known */
};

struct native_sample_page {
	struct item item;
	uint64_t start_until_ns; /* of the process's start: it was sampled until then; 0: it is not
	                            the last of that */
	uint32_t count;
	struct native_sample samples[];
};

/* Before the process's first context, when nothing is written: what is sampled is kept for later,
 * at most 200 pages, 20 s of a thread. */
void native_samples_keep(void);

/*
 * All of it on the writer thread. What was sampled, NATIVE_SAMPLES_MAX at most, the caller frees
 * it; NULL: nothing more, or no memory. Then threads that call CUDA by now are sampled from here
 * on, and those that have ended, or all while nothing is to be recorded, are not any more. What
 * cannot be sampled is counted.
 */
struct item *native_samples_take(void);

/* How long the writer thread may rest that would rest for so long; what is sampled has room until
 * then. Both in ms. */
int64_t native_samples_rest_ms(int64_t rest_ms);

/* Nothing is sampled any more. */
void native_samples_end(void);

#endif
