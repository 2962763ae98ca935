/* SPDX-License-Identifier: MIT */
/*
 * The host's time by who called whom: its stacks as a tree, whose nodes are rows. Any thread, one
 * at a time.
 */
#ifndef WARPWISE_HOST_TREE_H
#define WARPWISE_HOST_TREE_H

#include "report/host_rows.h"

struct host_node {
	uint32_t row;    /* NONE: CUDA's libraries, whatever they did */
	uint32_t parent; /* before it; NONE: nobody who is known called it */
	double self_ns;  /* there, not in what it called */
	double total_ns;
};

struct host_tree {
	struct host_node *nodes;
	size_t count;
};

/* Of rows by function. Returns 0 or -ENOMEM; release in any case. */
int host_tree_make(struct host_tree *tree, const struct host_rows *rows);
void host_tree_release(struct host_tree *tree);

#endif
