/* SPDX-License-Identifier: MIT */
/*
 * Copies to a device of the memory of the host that was copied there before and that nobody has
 * written since: traces with addresses of copies tell. Any thread.
 */
#ifndef WARPWISE_RULES_COPIED_AGAIN_H
#define WARPWISE_RULES_COPIED_AGAIN_H

#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

struct copied_again {
	uint32_t *ids; /* the copies that follow one of the same data, by address */
	size_t count;
	int64_t time_ns;  /* that they took */
	int64_t bytes;    /* what is copied again, each place of memory once */
	int64_t places;   /* of memory */
	int64_t pageable; /* of these copies */
};

/*
 * Those to DEVICE, of 1 MiB and more, of places of which there are at least TIMES. Returns 0 or
 * -ENOMEM; release in any case.
 *
 * Two copies have the same address and size, the thread that copies had no time to write so much in
 * between, outside CUDA calls, and nothing else that the trace knows of may have: copies out of 64
 * KiB and more that overlap, fills and copies of the host's memory, functions of the host in
 * streams. Where a copy of another place, but of the same size, has kernels before and behind it
 * there, the two may be buffers that another thread fills in turn: these are left out.
 */
int copied_again_find(struct copied_again *again, const struct trace *trace, uint32_t device,
                      double times);
void copied_again_release(struct copied_again *again);

#endif
