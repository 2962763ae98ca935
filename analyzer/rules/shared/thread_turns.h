/* SPDX-License-Identifier: MIT */
/* What threads have the GPU do at a time: from a first call to the end of the wait. Any thread. */
#ifndef WARPWISE_RULES_THREAD_TURNS_H
#define WARPWISE_RULES_THREAD_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/graph.h"
#include "rules/shared/threshold.h"

extern const struct threshold thread_turns_threshold[]; /* "turns of a thread" */

/* From a thread's first call that gives the GPU something to the end of its wait for that. */
struct thread_turn {
	int64_t start_ns, end_ns;
	uint32_t call;   /* its first one */
	uint32_t stream; /* that this one put something into; NONE: not known */
	uint32_t thread;
};

/* Those of threads that have enough of them, in order of start: one that sets up is none of those
 * that take turns. */
struct thread_turns {
	struct thread_turn *items;
	size_t count;
	size_t *of_thread; /* how many, of all threads */
};

/* Returns 0 or -ENOMEM; release it in any case. */
int thread_turns_init(struct thread_turns *turns, const struct graph *graph);
void thread_turns_release(struct thread_turns *turns);

/* Whether THREAD has enough of them. */
bool thread_turns_are_frequent(const struct thread_turns *turns, uint32_t thread);

#endif
