/* SPDX-License-Identifier: MIT */
/*
 * Which functions of a cubin call which, themselves or through others: from the section
 * .nv.callgraph, which the compiler writes (CUDA 13.0) and the linker keeps. It holds pairs of
 * symbols, caller and callee, also for calls through pointers. Pure: any thread.
 */
#ifndef WARPWISE_CALL_GRAPH_H
#define WARPWISE_CALL_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A function that ends what is looked for. Names are compared whole, or up to a * at the end. */
struct call_target {
	const char *name;
	int mark; /* 1 and up; of several, a caller has the highest */
};

/*
 * Calls FOUND with the name and the mark of each function in CUBIN that reaches one of TARGETS
 * (ended by a NULL name). CUBIN is not trusted. Returns 0; -EINVAL where it is no cubin or has no
 * such section; -ENOMEM.
 */
int call_graph_each(const void *cubin, size_t bytes, const struct call_target *targets,
                    void (*found)(void *data, const char *name, int mark), void *data);

/*
 * Calls FOUND with the name of each function in CUBIN for whose code, and that of all that it
 * calls, IS_MARKED says no; what has no code in CUBIN is marked. SM is the compute capability that
 * the code is for, 90 for 9.0. Returns as above.
 */
int call_graph_each_unmarked(const void *cubin, size_t bytes,
                             bool (*is_marked)(const uint8_t *code, size_t bytes, unsigned sm),
                             void (*found)(void *data, const char *name), void *data);

#endif
