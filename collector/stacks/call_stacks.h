/* SPDX-License-Identifier: MIT */
/*
 * From where the program called CUDA: the native stack at launches, copies, allocations and waits
 * that follow a pause of their thread or take long by themselves, at one in some of the rest, and
 * at the first launch of each function and grid.
 */
#ifndef WARPWISE_CALL_STACKS_H
#define WARPWISE_CALL_STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "cupti/compat.h"
#include "host/queue.h"

enum {
	CALL_STACK_FRAMES_MAX = 64, /* the innermost ones */
	CALL_STACKS_MAX = 256,      /* in one page */
};

struct call_stack {
	uint64_t time_ns;  /* CUPTI's timestamp of the call's begin */
	uint64_t pause_ns; /* since the thread's call before; 0: not known, or it is its first */
	uint32_t correlation_id; /* of the call */
	uint32_t system_thread_id;
	uint32_t depth;
	uintptr_t addresses[CALL_STACK_FRAMES_MAX]; /* return addresses, the innermost first */
};

struct call_stack_page {
	struct item item;
	uint32_t count;
	struct call_stack stacks[];
};

/* Finds libunwind, and counts where it cannot be had. In the thread that initialises CUDA, first.
 */
void call_stacks_open(void);

/*
 * Asks for the callbacks. In the thread that initialises CUDA; QUEUE's reader takes what is noted,
 * of which BYTES are kept for it at most. What cannot be had is counted.
 */
void call_stacks_enable(CUpti_SubscriberHandle subscriber, size_t bytes, struct queue *queue);

/* The driver call CBID begins or ends. LAUNCHED stands for the function and the grid of a launch
 * that begins; 0: it is none. In CUPTI's callback, on any thread. */
void call_stacks_called(CUpti_CallbackId cbid, const CUpti_CallbackData *data, uint64_t launched);

/*
 * While IS_ON, as at the start, calls are called back for. Off, those that the program has made are
 * not, but for waits and copies: of what --host costs a launch, callbacks are the most. By turns,
 * one thread at a time; while hardware counters measure launches it does nothing.
 */
void call_stacks_watch(bool is_on);

/* The subscription is somebody else's, or gone, from now on: it is not touched any more. */
void call_stacks_end(void);

/* The writer thread: what was noted, CALL_STACKS_MAX at most, oldest first; the caller frees it.
 * NULL: nothing, or no memory. */
struct item *call_stacks_take(void);

#endif
