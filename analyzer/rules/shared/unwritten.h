/* SPDX-License-Identifier: MIT */
/*
 * Copies to a device of memory of the host that nobody had written to, so that they bring zeros, or
 * what malloc() left. Any thread.
 */
#ifndef WARPWISE_RULES_UNWRITTEN_H
#define WARPWISE_RULES_UNWRITTEN_H

#include <stddef.h>
#include <stdint.h>

#include "rules/shared/threshold.h"
#include "trace/trace.h"

enum { UNWRITTEN_NEW, UNWRITTEN_FASTER };
extern const struct threshold unwritten_thresholds[];

struct unwritten {
	struct unwritten_copy {
		uint32_t in, out; /* the copy that tells: it met pages that were not there yet */
	} * copies;               /* by address */
	size_t count;
	int64_t time_ns, bytes; /* of those in */
};

/*
 * Those of 1 MiB and more of pageable memory. What the next copy at that address brings back goes
 * into pages that nobody has written to, as slow as it is, while the one in was fast, so that the
 * bus is; and the thread that copies was outside CUDA calls for too short in between to have freed
 * so much memory and allocated it anew. Returns 0 or -ENOMEM; release in any case.
 */
int unwritten_find(struct unwritten *unwritten, const struct trace *trace);
void unwritten_release(struct unwritten *unwritten);

#endif
