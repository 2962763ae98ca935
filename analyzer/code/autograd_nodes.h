/* SPDX-License-Identifier: MIT */
/*
 * Which operations of a PyTorch program the kernels are the gradients of. backward() is one line,
 * whose kernels PyTorch launches in a thread of its own: the native stacks there tell the node of
 * the graph that is computed, SliceBackward0 for x[a:b]. Any thread, one at a time.
 */
#ifndef WARPWISE_AUTOGRAD_NODES_H
#define WARPWISE_AUTOGRAD_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/host_code.h"
#include "code/launch_callers.h"

enum { AUTOGRAD_NODE_MAX = 64 };

struct autograd_node {
	char name[AUTOGRAD_NODE_MAX];
	double weight; /* the time that its kernels ran, or their number */
};

struct autograd_nodes {
	struct autograd_node *items; /* those with most first */
	size_t count;
};

/* The node that FUNCTION, as host_place has it, computes, in NAME. False: it is no node's. */
bool autograd_node_name(char name[AUTOGRAD_NODE_MAX], const char *function);

/* By stack: the innermost frame of a node, or NONE. The caller frees it; NULL without memory. */
uint32_t *autograd_nodes_of_stacks(const struct host_code *code);

/* What is added up. */
enum autograd_nodes_by { NODES_BY_NS, NODES_BY_LAUNCHES };

/* Adds up the kernels of CALLERS whose IS_OF is true, by operation. Launches of which the node is
 * known stand for those that are alike. Returns 0 or -ENOMEM; release in any case. */
int autograd_nodes_find(struct autograd_nodes *nodes, const struct launch_callers *callers,
                        const bool *is_of, enum autograd_nodes_by by);
void autograd_nodes_release(struct autograd_nodes *nodes);

/* "44 % SliceBackward0, 21 % MmBackward0", the shares of ALL that are worth it, in TEXT; "" if
 * none has AUTOGRAD_MIN_PERCENT. Returns TEXT. */
enum { AUTOGRAD_NODES_SHOWN = 3, AUTOGRAD_MIN_PERCENT = 10 };
enum { AUTOGRAD_NODES_TEXT = AUTOGRAD_NODES_SHOWN * 96 };
const char *autograd_nodes_text(char text[AUTOGRAD_NODES_TEXT], const struct autograd_nodes *nodes,
                                double all);

#endif
