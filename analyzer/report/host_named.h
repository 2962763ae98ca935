/* SPDX-License-Identifier: MIT */
/* What the program did in some time, between its calls of CUDA, in words. Any thread. */
#ifndef WARPWISE_HOST_NAMED_H
#define WARPWISE_HOST_NAMED_H

#include "base/interval.h"
#include "code/host_branch.h"
#include "code/host_imports.h"
#include "code/host_spots.h"
#include "report/report_parts.h"

/* What is known of the host's code in some time. */
struct host_named {
	const char *of; /* what the first share is said to be of: " of it", or "" */
	const char *code;
	const char *advice;       /* what makes most of it less, where that is sure; "" */
	int64_t unsampled_ns;     /* of it: not sampled, and nothing is known of it */
	double sampled_percent;   /* where that is much: the rest, which shares are of; else 0 */
	double sampled_ns;        /* as far as samples account for it */
	double imports;           /* ... how much of that imports Python modules, from 0 to 1, */
	double setups[SETUP_ALL]; /* and sets something up */
	struct host_imports imported;
	double still;       /* of all: the thread did not run, or was in the kernel; from 0 to 1 */
	double nameless;    /* of what is sampled: in libraries whose functions have no names */
	bool has_places;    /* samples show some of it */
	bool asks_compiler; /* where it was at work is asked for */
	struct host_branch compiling_at; /* the program's lines under which it was */
	bool keeps_spots;
	struct host_spot *spots; /* where keeps_spots is set, the heaviest first; else NULL */
	size_t spots_count;
};

/* Its spots; its texts are the report's. */
void host_named_release(struct host_named *named);

/* Names the code that threads were in between their calls, within PAUSES, which are united, in
 * NAMED. Returns 0 or -ENOMEM. */
int host_named_make(struct host_named *named, struct report *report, const struct graph *graph,
                    const struct host_code *host, const struct interval_set *pauses);

/* Adds the COUNT SPOTS to the code of NAMED, and what is known of it that is no place, the largest
 * first. */
void host_named_write(struct host_named *named, struct report *report, const struct host_code *host,
                      const struct host_spot *spots, size_t count);

#endif
