/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_RULES_DATA_WAITS_H
#define WARPWISE_RULES_DATA_WAITS_H

#include <stdint.h>

#include "trace/trace.h"

/* For data which other processes load (the workers of a DataLoader), of the thread that waits most,
 * as samples of the host tell. */
struct data_waits {
	/* How long it waits again and again: as often as it was seen to, the median wait; 0: fewer
	 * than REPEATS_MIN times. The first batch of an epoch takes long, and once. */
	int64_t ns;
	int64_t all_ns;    /* of all of its waits */
	double first_part; /* 0 to 1, of all that it waits: for the first batch behind a start of
	                      these processes */
};

/* Returns 0 or -ENOMEM. Any thread. */
int data_waits_find(struct data_waits *found, const struct trace *trace);

#endif
