/* SPDX-License-Identifier: MIT */
/*
 * Where the time went: what a trace holds of one kind, by what people compare (kernel, direction of
 * copy, API function ...), with statistics of each group. Any thread, one at a time.
 */
#ifndef WARPWISE_BREAKDOWN_H
#define WARPWISE_BREAKDOWN_H

#include "base/statistics.h"
#include "trace/trace.h"

/* In the order of BREAKDOWN_NAMES. */
enum breakdown_by {
	BY_KERNEL,     /* kernels of one name */
	BY_COPY,       /* copies of one direction between equal kinds of memory */
	BY_FILL,       /* memory sets of one kind of memory */
	BY_API,        /* calls of one function */
	BY_STREAM,     /* kernels, copies and fills of one stream */
	BY_DEVICE,     /* ... of one device */
	BY_MARKER,     /* NVTX ranges of one domain and name, as the host saw them; marks are left
	                * out */
	BY_ALLOCATION, /* allocations of one kind of memory: values are bytes, not ns */
	BREAKDOWNS,
};

/* For the choices of an option. */
#define BREAKDOWN_NAMES "kernel", "copy", "fill", "api", "stream", "device", "marker", "allocation"

struct breakdown_group {
	char *name; /* for people; of kernels demangled; may hold control characters */
	struct statistics statistics; /* of durations; of sizes for allocations */
	int64_t busy_ns;    /* united: what ran at the same time counts once. 0 for API calls */
	int64_t size_bytes; /* copies and fills: moved */
	int64_t failed;     /* API calls that returned an error; "not ready" is none */
	int64_t releases;   /* allocations: how many were released */
	int64_t peak_bytes, held_bytes; /* allocations: at most at one time; at the end */
};

/* Groups without values are left out, except those of allocations that only saw releases. */
struct breakdown {
	enum breakdown_by by;
	struct breakdown_group *groups; /* those with the largest total first */
	size_t count;
	int64_t total; /* of all groups; INT64_MAX where it is larger */
};

/*
 * Computes it. Time is linear. IS_EXACT_MEDIAN: medians are found as well, for 16 bytes of memory a
 * value while it runs; otherwise they are 0. Returns 0 or -ENOMEM; release it in any case.
 */
int breakdown_make(struct breakdown *breakdown, const struct trace *trace, enum breakdown_by by,
                   bool is_exact_median);
void breakdown_release(struct breakdown *breakdown);

#endif
