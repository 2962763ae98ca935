/* SPDX-License-Identifier: MIT */
/*
 * Kernels that are made again: code is loaded, a kernel of a name that was loaded before is the
 * first that is launched from it, and in between the program did other work. So are plans of
 * libraries and code that a just-in-time compiler makes for each new shape. Any thread.
 */
#ifndef WARPWISE_RULES_REBUILDS_H
#define WARPWISE_RULES_REBUILDS_H

#include "graph/graph.h"

#define REBUILDS_SUBJECT "kernels made again" /* of the finding about them */

/* Whether calls of NAME load a module or library of kernels: cuModuleLoadData,
 * cuLibraryLoadFromFile ... */
bool is_code_load(const struct trace_call_name *name);

/* One time. */
struct rebuild {
	uint32_t function;
	uint32_t first_load, last_load; /* calls of one thread, behind one another */
	uint32_t launch;                /* the thread's first launch behind them */
	uint32_t before;                /* the thread's call before them; NONE: there is none */
};

/* In the order of their launches. */
struct rebuilds {
	struct rebuild *items;
	size_t count;
};

/*
 * Fills REBUILDS: those between which the program launched kernels of at least OTHERS other
 * functions that were not loaded meanwhile. Returns 0 or -ENOMEM; release it in any case.
 */
int rebuilds_init(struct rebuilds *rebuilds, const struct graph *graph, int others);
void rebuilds_release(struct rebuilds *rebuilds);

/* From the end of the thread's call before the loads to the launch: the host makes the kernel, and
 * loads it. */
int64_t rebuild_start_ns(const struct trace *trace, const struct rebuild *rebuild);
int64_t rebuild_end_ns(const struct trace *trace, const struct rebuild *rebuild);

#endif
