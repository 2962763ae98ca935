/* SPDX-License-Identifier: MIT */
/*
 * Attention that a program in PyTorch computes step by step: a matrix product, operations on the
 * elements of the scores, a softmax, perhaps dropout, and another product, one behind the other in
 * a stream. One kernel does all of it (torch.nn.functional.scaled_dot_product_attention), and
 * writes no scores to memory.
 *
 * A classifier's softmax stands between two products, too, if the next batch follows at once. So
 * one counts only where scores are masked before it, or its results are dropped out. Its gradient,
 * between two products as well, counts where such a softmax was found. Any thread.
 */
#ifndef WARPWISE_RULES_ATTENTION_H
#define WARPWISE_RULES_ATTENTION_H

#include "trace/trace.h"

enum { ATTENTION_MOST = 16 }; /* operations between the products: as many as a row has */

struct attention {
	bool *is_of;     /* by operation: between two such products */
	uint32_t *found; /* these */
	size_t found_count;
	int64_t kernels, copies, softmaxes, ns;
};

/* Begins as { 0 }; release in any case. Nothing but `is_of`, all false, where no softmax was found.
 * Returns 0 or -ENOMEM. */
int attention_find(struct attention *attention, const struct trace *trace);
void attention_release(struct attention *attention);

#endif
