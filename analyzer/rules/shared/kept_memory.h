/* SPDX-License-Identifier: MIT */
/*
 * Memory that is allocated all through a run and not given back: what keeps it grows with the run.
 * Any thread.
 */
#ifndef WARPWISE_RULES_KEPT_MEMORY_H
#define WARPWISE_RULES_KEPT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "rules/shared/rule.h"

/* What alloc-in-loop's finding about it is named, by the kind of memory. */
#define KEPT_SUBJECT "%s memory that grows"

/* Such allocations of one kind of memory, of a device. */
struct kept_memory {
	uint8_t memory_kind;
	uint32_t device;
	uint32_t *calls; /* in order */
	size_t calls_count;
	int64_t bytes, least_bytes, most_bytes;
};

struct kept_memories {
	struct kept_memory *items;
	size_t count;
};

/* What memory that grows has at least. */
struct kept_limits {
	size_t allocations;
	int parts; /* of IDLE_PARTS, in which the run has equally many operations: with such
	              allocations, one of the last two among them */
};

/*
 * Looks for allocations behind the first operation that are not given back before the last one, and
 * that none of a tool's tuners makes (IS_TUNERS, by call). Returns 0 or -ENOMEM; release it in any
 * case.
 */
int kept_memory_find(struct kept_memories *kept, const struct trace *trace, const bool *is_tuners,
                     const struct kept_limits *limits);
void kept_memory_release(struct kept_memories *kept);

/* By call, how many of those before it issued work for a GPU; NULL without memory. */
uint32_t *issues_before_calls(const struct trace *trace);

/* Positions in trace->allocations, address by address, in the order of the trace: addresses are the
 * file's, so that any hash of them can be made to collide. NULL without memory. */
uint32_t *allocations_by_address(const struct trace *trace);

#endif
