/* SPDX-License-Identifier: MIT */
/*
 * Rows of launches that follow one another in a thread, as a CUDA graph could hold them, and which
 * of them the GPU waited for. Any thread.
 */
#ifndef WARPWISE_RULES_LAUNCH_ROWS_H
#define WARPWISE_RULES_LAUNCH_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/shared/rule.h"
#include "rules/shared/threshold.h"

extern const struct threshold launch_rows_thresholds[];

/*
 * What one thread issued in a row, without any other call or a long pause in between: launches, and
 * what can be a node of a graph beside them. Or what several did which handed their work to one
 * another, as PyTorch does to the thread that computes gradients, and back: a step of training is
 * one row, where the GPU waits for each of its parts, and between them. A launch that loads its
 * function is such another call: it takes so long once. Calls that record events, make streams wait
 * for them, and create and destroy events are no other calls: a capture allows them. All times are
 * without what recording cost.
 */
struct launch_row {
	uint32_t first, last; /* calls */
	int64_t launches, others;
	int64_t events;    /* calls for events between these */
	int64_t call_ns;   /* in all these calls */
	int64_t kernel_ns; /* sum of the kernels */
	int64_t busy_ns;   /* and of all else */
	int64_t run_ns;    /* the GPU ran any of them, while the rest was issued */
	int64_t ran_until_ns;
	int64_t idle_ns; /* the GPU waited for the next of them */
	int64_t late_ns; /* it idled though the next one was launched, for no known reason */
	int64_t recorder_ns;
	int64_t length_ns; /* from its first call's start to its last one's end */
	int64_t before_ns; /* the GPU waited for its first one, by the host's fault */
	int64_t win_ns;    /* most that a graph of them wins */
	uint32_t behind;   /* the row of the thread that handed over to this one; NONE */
	bool is_bound;     /* counts */
};

struct launch_rows {
	uint32_t *row_of; /* by call; NONE: it is in none */
	struct launch_row *items;
	size_t count;
	uint32_t *issued;  /* by call: an operation that a GPU ran for it; NONE: there is none */
	uint32_t *part_of; /* by call of a row: see bound_parts.h; NONE: it is in none. NULL: not
	                      yet */
};

/* Finds the rows of the trace, with what the GPU did for each, and which count. Returns 0 or
 * -ENOMEM; release ROWS in any case. */
int launch_rows_find(struct launch_rows *rows, const struct check *check);
void launch_rows_release(struct launch_rows *rows);

/* The row of a call, or NULL. */
struct launch_row *launch_row_of(const struct launch_rows *rows, uint32_t call);

/* Whether CALL can be of a row: a launch, or a memory set or copy within a device that the host
 * does not wait for. A graph has nodes for these as well. */
bool launch_rows_is_node(const struct launch_rows *rows, const struct check *check, uint32_t call);

/* Those that count, in one; HOST_NS passed in them between calls. */
struct launch_row launch_rows_add_up(const struct launch_rows *rows, int64_t *host_ns);

#endif
