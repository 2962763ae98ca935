/* SPDX-License-Identifier: MIT */
/*
 * A framework's kernels of single operations on the elements of arrays, or on lists of arrays, that
 * follow one another in a stream and could be one. Any thread.
 */
#ifndef WARPWISE_RULES_OPERATION_ROWS_H
#define WARPWISE_RULES_OPERATION_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/shared/rule.h"
#include "rules/shared/threshold.h"

extern const struct threshold operation_rows_thresholds[];

enum operation_kind {
	OPERATION_OF_OTHER,
	OPERATION_ON_ELEMENTS,
	OPERATION_ON_LISTS,
	OPERATION_ROW_KINDS,
	OPERATION_REDUCES = OPERATION_ROW_KINDS,
	OPERATION_COPIES
};

/* All of a kind. */
struct operation_rows {
	int64_t count, kernels, copies, total_ns;
	int64_t norms;     /* rows that a kernel of norm_rows.h can do */
	int64_t spared_ns; /* all but the longest pass of each row */
	uint32_t *found;   /* their kernels: operations; of the first pass the first one alone */
	size_t found_count;
};

/*
 * Finds rows, by kind; IS_OTHER: by operation, what another finding is about. IS_COPIED_FOR: by
 * function, whether device-copy speaks of the copy right before it. Returns 0 or -ENOMEM; release
 * them in any case.
 */
int operation_rows_find(struct operation_rows rows[OPERATION_ROW_KINDS], const struct check *check,
                        const bool *is_other, const bool *is_copied_for);
void operation_rows_release(struct operation_rows rows[OPERATION_ROW_KINDS]);

#endif
