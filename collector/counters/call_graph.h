/* SPDX-License-Identifier: MIT */
/*
 * Which functions of a cubin call which, themselves or through others: from the section
 * .nv.callgraph, which the compiler writes (CUDA 13.0) and the linker keeps. It holds pairs of
 * symbols, caller and callee, also for calls through pointers. Pure: any thread.
 */
#ifndef WARPWISE_CALL_GRAPH_H
#define WARPWISE_CALL_GRAPH_H

#include <stddef.h>

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

#endif
