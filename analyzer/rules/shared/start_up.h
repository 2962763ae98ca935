/* SPDX-License-Identifier: MIT */
/*
 * What a program does once before its loops run: it loads a model, compiles, tries kernels out.
 * Any thread.
 *
 * A launch shape is of a loop if it is launched {loop} times and more, and its first and last
 * launch have at least {wide} of all launches between them. Where there is a break of {break} times
 * its usual distance in its first launches ({early} of them), and of {again} times any later one,
 * it was tried out before, and begins behind that. Rounds before it that issue the same as
 * {same rounds} of its own do, from one launch of its function to the next, are of it, whatever
 * their grids. Loops run from where shapes have begun that
 * {begun} of the launches in loops are of. Programs without loops have no start-up.
 */
#ifndef WARPWISE_RULES_START_UP_H
#define WARPWISE_RULES_START_UP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/interval.h"
#include "rules/shared/threshold.h"
#include "trace/trace.h"

extern const struct threshold start_up_thresholds[];

struct start_up {
	uint32_t end; /* the operation that loops begin with; 0: there is no start-up */
	/* What devices idled up to that operation, and behind it in pauses that do not recur. */
	int64_t idle_ns;
	bool has_loops;
	/* The last operation of a loop, where there are loops: what comes behind is done once, too.
	 */
	uint32_t last;
	struct transfer_like *transfers; /* sorts and sizes of those that have no like in loops */
	size_t transfers_count;
};

/* Returns 0 or -ENOMEM; release in any case. */
int start_up_find(struct start_up *start_up, const struct trace *trace);
void start_up_release(struct start_up *start_up);

/* Adds the intervals of what devices idled, in order. Returns 0 or -ENOMEM. */
int start_up_pauses(struct interval_set *pauses, const struct start_up *start_up,
                    const struct trace *trace);

/* Whether COPY, or a fill, came before loops, and none like it, of its sort and size, in them. */
bool start_up_has(const struct start_up *start_up, const struct trace *trace, uint32_t copy);

#endif
