/* SPDX-License-Identifier: MIT */
/*
 * How long processes waited for each other in NCCL's collective kernels. Such a kernel waits on its
 * GPU, which looks busy, until the last rank has launched its own: the rank that all wait for looks
 * less busy than those that wait.
 *
 * The formula: the k-th launch of one function in each process, in order of issue, is one operation
 * of all of them; it takes as long as the shortest of these launches did, and what another took
 * longer is its wait, at its start, for the process that has the shortest. No rank can end before
 * all have begun ("collective operations have to be called for each rank to form a complete
 * collective operation. Failure to do so will result in other ranks waiting indefinitely", NCCL
 * documentation, Collective Operations), which is so where each rank's result needs every rank's
 * data: AllReduce, AllGather and ReduceScatter. A Broadcast, a Reduce, an AllGatherV and a SendRecv
 * may end on one rank before another has begun, so they are left out.
 *
 * No time of one process is taken from one of another: their clocks may differ by more than a wait.
 *
 * What it does not see, or not claim:
 * - A wait for a rank whose trace is not given, or is cut: that part is in the shortest, too. So
 * all waits are at least these.
 * - A function that one process launched more often than another, of which times were lost: which
 *   launches belong together is unknown.
 * - Launches that do not end together, though counts agree (two runs of one rank, groups of ranks
 *   that have collectives of their own): from one to the next, ends must pass as evenly as half of
 *   what would be waiting, summed up over the function, and all processes must have run at some
 *   time together, by the clocks of their machines.
 * - A process with collectives on several GPUs.
 *
 * Linear in the operations, but for sorting the collectives. Any thread, one at a time.
 */
#ifndef WARPWISE_COLLECTIVE_H
#define WARPWISE_COLLECTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/graph.h"
#include "base/interval.h"

/* Those of one process. Memory: 16 bytes a launch, and as much for what ran beside it. */
struct collectives {
	bool has_any;              /* it takes part in collectives, understood or not */
	int64_t first_ns, last_ns; /* of the process, in ns since 1970 */
	struct collective_function {
		char *name;          /* mangled */
		size_t first, count; /* its launches */
	} * functions;               /* those that can be compared, by name */
	size_t functions_count;
	struct interval *launches;  /* of each function in order of issue */
	int64_t united_ns;          /* in which any of them ran */
	struct interval_set others; /* what else ran on their GPU at the same time */
};

struct collective_wait {
	bool is_known;
	/* Time in which the process's GPU ran nothing but collectives that waited: united, and a
	   part of the time in which it was busy. */
	int64_t waiting_ns;
	double awaited; /* of all waiting, whatever ran beside it, the part that was for this
	                   process: 0..1 */
};

/* Returns 0 or -ENOMEM; release it in any case. Keeps nothing of the graph and its trace. */
int collectives_make(struct collectives *collectives, const struct graph *graph);
void collectives_release(struct collectives *collectives);

struct collective_rank {
	struct collectives *collectives;
	struct collective_wait *wait;
	struct interval *launches; /* private */
};

/*
 * Compares processes and fills their waits, which begin as { 0 }; nothing is known of any unless
 * two have a function that can be compared. Uses up the collectives and the RANKS. Returns 0 or
 * -ENOMEM.
 */
int collectives_compare(struct collective_rank *ranks, size_t count);

#endif
