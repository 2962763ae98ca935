/* SPDX-License-Identifier: MIT */
/*
 * Normalizations and softmaxes of PyTorch's with operations on as many elements before or behind
 * them: a kernel that has a row of the data at hand can do these as well. Any thread.
 */
#ifndef WARPWISE_RULES_NORM_ROWS_H
#define WARPWISE_RULES_NORM_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

/* Operations on elements that are looked at before one, and behind it, at most. */
enum { NORM_REACH = 16 };

struct norm_rows {
	int64_t count, kernels, total_ns;
	int64_t spared_ns; /* all but the longest kernel of each */
	bool *is_of;       /* by operation: it belongs to one */
};

/*
 * Only kernels whose grids say that they go through as many elements as the normalization: casts of
 * weights beside it, say, stay as they are. What reduces over anything else than whole rows of the
 * last dimension (sums, gradients of weights) needs a kernel of its own. IS_OTHER: by operation,
 * what another finding is about. Returns 0 or -ENOMEM; release ROWS in any case.
 */
int norm_rows_find(struct norm_rows *rows, const struct trace *trace, const bool *is_other);
void norm_rows_release(struct norm_rows *rows);

#endif
