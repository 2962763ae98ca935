/* SPDX-License-Identifier: MIT */
/*
 * Local memory in GPU code: how large a function's frame is and where its code uses it, read from
 * the cubins in a trace. CUPTI 13.0 reports 0 bytes of local memory for every kernel, also for
 * those that spill, so the code itself has to tell. Any thread.
 *
 * The modules are untrusted: nothing is read outside of them, time and memory are linear in their
 * size, which is bounded.
 */
#ifndef WARPWISE_RULES_FRAMES_H
#define WARPWISE_RULES_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "trace.h"

struct frame {
	bool is_known; /* the function's code is in the trace */
	int64_t bytes; /* per thread: spilled registers, local arrays, arguments of calls */
	int64_t instructions, instructions_in_loops;
	int64_t accesses, accesses_in_loops; /* loads and stores of local memory */
};

/*
 * One for each of trace->functions, in new memory for the caller to free. Functions whose code is
 * not in the trace, or cannot be read, are not known. Returns 0 or -ENOMEM.
 */
int frames_read(struct frame **frames, const struct trace *trace);

#endif
