/* SPDX-License-Identifier: MIT */
/*
 * What threads of native code did between their calls, at the same time perhaps: each moment counts
 * once. Any thread, one at a time.
 *
 * Samples show threads that run. Where several ran in a slice of time, each has its part of it.
 * What no sample accounts for is of one thread: others may have waited for it meanwhile, at a
 * barrier for example. That is the next to call CUDA, as it is of two that Python is sampled in.
 * And where another thread was in a call of CUDA, it is nobody's work: they may have waited for
 * that.
 */
#ifndef WARPWISE_HOST_PIECES_H
#define WARPWISE_HOST_PIECES_H

#include "base/interval.h"
#include "code/host_time.h"

/* Begins as { 0 }. */
struct host_pieces {
	struct host_piece {
		struct interval when;
		uint32_t thread;
		uint32_t call; /* to which it came; NONE: to none any more */
	} * items;
	size_t count;
};

/* Returns 0 or -ENOMEM; host_pieces_release() in any case. */
int host_pieces_add(struct host_pieces *pieces, const struct host_piece *piece);
void host_pieces_release(struct host_pieces *pieces);

/* Adds all of them to TIME. Sorts PIECES. Returns 0 or -ENOMEM. */
int host_pieces_count(struct host_pieces *pieces, struct host_time *time);

#endif
