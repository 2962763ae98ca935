/* SPDX-License-Identifier: MIT */
/*
 * What the rules about copies share: directions and memory, and what a copy would take from pinned
 * memory. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_COPIES_H
#define WARPWISE_RULES_COPIES_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/constants.h"
#include "rules/shared/constants.h"
#include "rules/shared/finding.h"
#include "rules/shared/names.h"

enum copy_direction { COPY_IN, COPY_OUT, COPY_DIRECTIONS }; /* host to device, device to host */

/* Of OPERATION, which is a copy. */
enum copy_direction copy_direction_of_copy(const struct trace *trace, uint32_t operation);

/* COPY_DIRECTIONS for kernels, fills, and copies from devices to devices, staged ones, too, or from
 * host to host. */
static inline enum copy_direction copy_direction(const struct trace *trace, uint32_t operation)
{
	return trace->operations.type[operation] == OPERATION_COPY
	               ? copy_direction_of_copy(trace, operation)
	               : COPY_DIRECTIONS;
}

/* Its host memory is pageable, so that the driver stages it through a pinned buffer of its own. */
bool copy_is_pageable(const struct trace *trace, uint32_t operation);

/* Its call returns when it is done: a synchronous one, or one from or to pageable memory. */
bool copy_is_blocking(const struct trace *trace, uint32_t operation);

/* OPERATION, of any type, is a copy from one place of a GPU's memory to another. */
bool copy_is_within_device(const struct trace *trace, uint32_t operation);

int64_t copy_bytes(const struct trace *trace, uint32_t operation);

/*
 * Whether the thread that copies was on its own, outside CUDA, for NS and more between the end of
 * the copy BEFORE and the call of ID: whoever writes or reads the memory of both, it has to know of
 * it. Pauses too short for several threads to share the work count as one thread's. True where
 * another thread copied. It looks at no more calls than it takes to tell.
 */
bool copy_host_has_ns(const struct trace *trace, uint32_t before, uint32_t id, int64_t ns);

/*
 * How often what a copy took out of the device came back with the next copy of that memory of the
 * host: of the size of which most bytes did. Where addresses are not known all copies of a size are
 * taken for one place. Returns 0 or -ENOMEM.
 */
int copies_there_and_back(const struct trace *trace, int64_t *times, int64_t *bytes);

/* A part of the host's memory. */
struct copy_part {
	uint64_t start, end;
};

/* How many bytes COUNT parts are together, each byte once. Puts them in order. */
int64_t copy_parts_bytes(struct copy_part *parts, size_t count);

/* Sets how much is both in a part of A and in one of B, which it sorts. Returns 0 or -ENOMEM. */
int copy_parts_shared(int64_t *bytes, struct copy_part *a, size_t a_count, struct copy_part *b,
                      size_t b_count);

/*
 * How much of a copy of BYTES to the host, which took TIME_NS, went into memory that nobody had
 * written to: as much as its page faults account for what it took longer than into pages that are
 * there.
 */
int64_t copy_new_bytes(int64_t bytes, int64_t time_ns);

/* ---- bandwidth ---- */

/* How fast copies of pinned memory are, for each direction. */
struct copy_rates {
	double bytes_per_s[COPY_DIRECTIONS];
	bool is_measured[COPY_DIRECTIONS]; /* by the trace's own copies; else what the link can do
	                                    */
	/* The best of the trace's pageable copies; assumed where all are small; 0: there are none.
	 */
	double pageable_bytes_per_s[COPY_DIRECTIONS];
	bool is_pageable_assumed[COPY_DIRECTIONS];
	int64_t least_ns[COPY_DIRECTIONS]; /* what any copy takes, pinned or not: the trace's
	                                      shortest small one */
	double pinning_bytes_per_s; /* how fast host memory is pinned: by this trace's own calls,
	                               else as copies.c says */
	const char *link;           /* "PCIe 5.0 x16" */
};

/* How long so much takes at a rate above 0; TRACE_TIME_MAX_NS at most. */
int64_t copy_ns(int64_t size_bytes, double bytes_per_s);

void copy_rates_measure(struct copy_rates *rates, const struct trace *trace);
int64_t copy_pinned_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes);

/* What pinning so much host memory takes. */
int64_t copy_pinning_ns(const struct copy_rates *rates, int64_t size_bytes);

/* What one copy of many pieces would take; pageable memory stays what it is. */
int64_t copy_merged_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes, bool is_pageable);

/* "54.5 GB/s, as its own pinned copies", "53.6 GB/s, 85 % of PCIe 5.0 x16". */
const char *copy_rate_text(char text[NAME_MAX_BYTES], const struct copy_rates *rates,
                           enum copy_direction direction);

#endif
