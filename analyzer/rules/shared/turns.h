/* SPDX-License-Identifier: MIT */
/*
 * Steps that copy in, compute and copy out with large data, whether or not the host waits between
 * them: each could be cut into chunks that overlap. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_TURNS_H
#define WARPWISE_RULES_TURNS_H

#include <stdint.h>

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

enum { TURNS_KERNELS, TURNS_CHUNK, TURNS_CHUNKS, TURNS_SHARE, TURNS_SMALL, TURNS_ALONE };
extern const struct threshold turns_thresholds[];

/* The steps of a device that could be cut, added up. */
struct turns {
	uint32_t device;
	int64_t steps, chunks; /* chunks: into how many the step with the fewest can be cut */
	int64_t ahead;         /* steps that were issued before the one before them was done */
	int64_t in_ns, out_ns, kernel_ns;
	int64_t gain_ns;    /* what a pipeline of the chunks of each step would save, and of those
	                       ahead together */
	uint32_t *examples; /* the first operation of each step */
	size_t examples_count;
};

/* Returns 0 or -ENOMEM; release it in any case. */
int turns_find(struct turns *turns, const struct check *check, uint32_t device);
void turns_release(struct turns *turns);

#endif
