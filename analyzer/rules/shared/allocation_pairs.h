/* SPDX-License-Identifier: MIT */
/* Allocations with their releases, and which of these calls a program that keeps memory does
 * without. Functions return 0 or -ENOMEM. Any thread. */
#ifndef WARPWISE_RULES_ALLOCATION_PAIRS_H
#define WARPWISE_RULES_ALLOCATION_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

/* An allocation and its release, with work for the GPU issued in between. */
struct allocation_pair {
	int64_t size_bytes, from_ns, to_ns;
	uint32_t call, release_call;
	uint32_t device;
	uint8_t memory_kind;
	bool is_pool; /* stream-ordered: from a pool, which may keep the memory */
};

struct allocation_pairs {
	struct allocation_pair *items;
	size_t count;
};

/* By kind of memory, device and size, then by time; calls of tuners, by IS_TUNERS, make none. Free
 * the items in any case. */
int allocation_pairs_find(struct allocation_pairs *pairs, const struct trace *trace,
                          const bool *is_tuners);

/* What decides which calls are needed. */
struct allocation_limits {
	bool have_sizes;  /* the pairs have several */
	double mapped_ns; /* so long are allocations from a pool that asks the driver for memory */
};

/*
 * Which calls of COUNT PAIRS of one kind, in order of time, are not needed if memory is kept, in
 * order, in CALLS, which has room for all: of N that were held at a time the first N allocations
 * and the last N releases stay. Where sizes vary the N largest stay, with their releases, and
 * the first allocation, in which CUDA may have started. Of a pool, those for which it had to ask
 * the driver count, but the first N.
 */
int allocation_pairs_needless(uint32_t *calls, size_t *calls_count, const struct trace *trace,
                              const struct allocation_pair *pairs, size_t count,
                              const struct allocation_limits *limits);

#endif
