/* SPDX-License-Identifier: MIT */
/*
 * What the fake libcuda may ask of the fake libcupti; it finds these by dlsym in a libcupti that
 * the process has loaded already, so that neither needs the other to be linked. May be called from
 * any thread.
 */
#ifndef WARPWISE_FAKE_H
#define WARPWISE_FAKE_H

#include <stdbool.h>
#include <stdint.h>
#include <cuda.h>

#define FAKE_API __attribute__((visibility("default")))
#define FAKE_FUNCTIONS(F)         \
	F(fake_initialised)       \
	F(fake_context_created)   \
	F(fake_context_destroyed) \
	F(fake_play)              \
	F(fake_statement)         \
	F(fake_now)               \
	F(fake_is_capturing)      \
	F(fake_records_call)      \
	F(fake_correlation_id)    \
	F(fake_graphs_are_whole)  \
	F(fake_stream_context) F(fake_launch_begins) F(fake_launch_ends) F(fake_waited)

enum {
	FAKE_CONTEXT_ID = 1,
	FAKE_THREAD_STREAM_ID = 6, /* of every thread: enough to tell it from the null stream */
	FAKE_NULL_STREAM_ID = 7
}; /* what the real one calls the first context's */

/* Calls back the subscriber: the driver has been initialised. */
FAKE_API void fake_initialised(void);

/* Calls back the subscriber: context CONTEXT was created. */
FAKE_API void fake_context_created(CUcontext context);

/* Calls it back: context CONTEXT is about to be destroyed; then it is gone. */
FAKE_API void fake_context_destroyed(CUcontext context);

/* Plays the script in FAKE_CUPTI_SCRIPT; only the first call does. */
FAKE_API void fake_play(void);

/* Plays one statement of the script's language now, unless the script says `quiet`. */
FAKE_API void fake_statement(const char *statement);

/* Whether the script captures STREAM into a graph, and the context that it is of. */
FAKE_API bool fake_is_capturing(CUstream stream);
FAKE_API CUcontext fake_stream_context(CUstream stream);

/* Whether launches of graphs leave one record each, instead of one for each node. */
FAKE_API bool fake_graphs_are_whole(void);

/* A launch while it is called. */
struct fake_launch {
	const char *call; /* "cuLaunchKernel" */
	const char *function;
	const void *parameters; /* the call's struct of generated_cuda_meta.h */
	CUcontext context;
	uint32_t correlation_id;
	CUresult result;
	size_t passes;          /* it is measured in; 0: it is not. Set by fake_launch_begins() */
	uint64_t room[12];      /* the fake libcupti's */
	bool is_recorded;       /* likewise: the call, as it began */
	bool are_kernels_early; /* likewise: kernels were on before the first context, ever since */
};

/* Calls the subscriber back: LAUNCH begins; it has ended. */
FAKE_API void fake_launch_begins(struct fake_launch *launch);
FAKE_API void fake_launch_ends(struct fake_launch *launch);

/* The program has waited for what it launched. */
FAKE_API void fake_waited(void);

/* Whether calls of the driver with this callback id are recorded. */
FAKE_API bool fake_records_call(uint32_t cbid);

/* The correlation id of a call that begins on this thread and would have ID. */
FAKE_API uint32_t fake_correlation_id(uint32_t id);

/* CUPTI's clock, ns. */
FAKE_API uint64_t fake_now(void);

#endif
