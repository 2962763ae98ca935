/* SPDX-License-Identifier: MIT */
/*
 * Launches of kernels by the driver API, as CUPTI's callbacks at their begin and end see them. The
 * runtime's launches end in the driver's, so that these are all but those of CUDA graphs. Runs on
 * the program's threads.
 */
#ifndef WARPWISE_LAUNCH_H
#define WARPWISE_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cupti/compat.h"

struct launch {
	CUcontext context;
	uint32_t correlation_id;
	const char *function; /* mangled; valid during the callback; NULL: CUPTI does not know */
	CUfunction handle;
	CUstream stream;
	bool is_per_thread;  /* stream 0 is the calling thread's default stream */
	uint32_t grid[3];    /* blocks */
	uint32_t block[3];   /* threads */
	uint32_t cluster[3]; /* blocks; 0: none asked for */
	uint32_t dynamic_shared_bytes;
	void *const *arguments, *const *extra; /* as the driver takes them; either may be NULL */
};

/* Turns the callbacks of all calls that launch, capture or unload code on or off. Returns the first
 * result that is not CUPTI_SUCCESS. */
CUptiResult launch_callbacks(CUpti_SubscriberHandle subscriber, bool is_on);

/* Reads the callback ID, of the driver domain, into LAUNCH. Returns whether it is of a launch. */
bool launch_read(struct launch *launch, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* Stands for the function and the grid of LAUNCH, as well as 64 bits can; never 0. */
uint64_t launch_grid_key(const struct launch *launch);

/* Calls VISIT with the bytes of each argument of LAUNCH, as far as the driver tells their sizes. */
void launch_each_argument(const struct launch *launch,
                          void (*visit)(void *data, const void *argument, size_t bytes),
                          void *data);

/*
 * Counts the streams that are captured, from the callback ID, of the driver domain. Returns whether
 * the call is about to begin a capture: nothing may be measured until it ends, since to wait for a
 * context would invalidate it.
 */
bool launch_capture_begins(CUpti_CallbackId id, const CUpti_CallbackData *data);

/*
 * Whether the callback ID, of the driver domain, is of a call that is about to unload code:
 * *MODULE, or a library, which is NULL.
 */
bool launch_unloads(CUmodule *module, CUpti_CallbackId id, const CUpti_CallbackData *data);

/* Whether a stream of the process is captured now. */
bool launch_is_any_captured(void);

/* Whether LAUNCH goes into a graph that is being captured: then nothing runs, and nothing may
 * wait. */
bool launch_is_captured(const struct launch *launch);

/* Waits until what is in the stream of LAUNCH has run. Returns 0, -EBUSY if it has not within MS,
 * or another -errno. */
int launch_wait(const struct launch *launch, int64_t ms);

/* The same of all that CONTEXT was given; *EVENT, NULL at first, is made in it and goes with it. */
int launch_await_idle(CUcontext context, CUevent *event, int64_t ms);

#endif
