/* SPDX-License-Identifier: MIT */
/*
 * Whom pages of managed memory held up, where they were recorded: kernels whose warps wait for
 * faults, the host while it waits for its own, streams in which a prefetch comes first. Any thread.
 */
#ifndef WARPWISE_MIGRATION_H
#define WARPWISE_MIGRATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/interval.h"
#include "trace/trace.h"

/* United times, and how much of them lies before a moment. */
struct held_times {
	struct interval_set times;
	int64_t *before_ns; /* by interval: the length of those before it; one more for all */
};

struct migrations {
	struct held_times *kernels; /* by device: faults are answered, and pages come for them */
	struct held_times host;     /* pages come back because the host touched them */
	struct held_times streams;  /* pages move that the program has asked for */
};

/* Whether a kernel's warps stand still meanwhile. */
bool migration_holds_kernels(const struct trace_migration *migration);

/* Returns 0 or -ENOMEM; release it in any case. */
int migrations_init(struct migrations *migrations, const struct trace *trace);
void migrations_release(struct migrations *migrations, const struct trace *trace);

/* How much of FROM_NS to TO_NS is within HELD: log n. */
int64_t held_ns(const struct held_times *held, int64_t from_ns, int64_t to_ns);

#endif
