/* SPDX-License-Identifier: MIT */
/*
 * Thinning: which of many spans, in lanes, share a box. Neighbours in a lane join while the box and
 * the gap before it stay shorter than the resolution, which is the finest that keeps to a limit.
 */
#ifndef WARPWISE_FINE_BOXES_H
#define WARPWISE_FINE_BOXES_H

#include <stddef.h>
#include <stdint.h>

/* Spans in order of start within each lane. */
struct fine_input {
	size_t count;
	const int64_t *start_ns, *end_ns; /* of the first */
	size_t stride_bytes;              /* from one to the next */
	const uint32_t *lane;             /* of each */
	size_t lanes;
	int64_t wall_ns; /* they lie within */
};

static inline int64_t fine_start_ns(const struct fine_input *input, size_t i)
{
	return *(const int64_t *)((const char *)input->start_ns + i * input->stride_bytes);
}

static inline int64_t fine_end_ns(const struct fine_input *input, size_t i)
{
	return *(const int64_t *)((const char *)input->end_ns + i * input->stride_bytes);
}

/*
 * Fills BOX_OF (of each span), *BOXES (how many, numbered in order of their first span) and
 * *RESOLUTION_NS (0: each has its own). Returns 0 or -ENOMEM.
 */
int fine_boxes(const struct fine_input *input, size_t limit, uint32_t *box_of, size_t *boxes,
               int64_t *resolution_ns);

/*
 * Depths for spans that lie within others: the lowest one that is free, of THREAD.
 * UNTIL_NS, by thread and depth, begins as INT64_MIN everywhere. Returns the depth.
 */
uint32_t fine_depth(int64_t *until_ns, size_t thread, int64_t start_ns, int64_t end_ns);

#endif
