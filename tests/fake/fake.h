/* SPDX-License-Identifier: MIT */
/*
 * What the fake libcuda may ask of the fake libcupti; it finds these by dlsym in a libcupti that
 * the process has loaded already, so that neither needs the other to be linked. May be called from
 * any thread.
 */
#ifndef WARPWISE_FAKE_H
#define WARPWISE_FAKE_H

#include <stdint.h>
#include <cuda.h>

#define FAKE_API __attribute__((visibility("default")))
#define FAKE_FUNCTIONS(F) \
	F(fake_context_created) F(fake_context_destroyed) F(fake_play) F(fake_statement) F(fake_now)

enum {
	FAKE_CONTEXT_ID = 1,
	FAKE_NULL_STREAM_ID = 7
}; /* what the real one calls the first context's */

/* Calls back the subscriber: context CONTEXT was created. */
FAKE_API void fake_context_created(CUcontext context);

/* Calls it back: context CONTEXT is about to be destroyed; then it is gone. */
FAKE_API void fake_context_destroyed(CUcontext context);

/* Plays the script in FAKE_CUPTI_SCRIPT; only the first call does. */
FAKE_API void fake_play(void);

/* Plays one statement of the script's language now, unless the script says `quiet`. */
FAKE_API void fake_statement(const char *statement);

/* CUPTI's clock, ns. */
FAKE_API uint64_t fake_now(void);

#endif
