/* SPDX-License-Identifier: MIT */
/* Copies of several sizes: which of them the time is about. Any thread, one at a time. */
#ifndef WARPWISE_RULES_COPY_SIZES_H
#define WARPWISE_RULES_COPY_SIZES_H

#include <stddef.h>
#include <stdint.h>

#include "rules/shared/finding.h"

struct sized_copy {
	int64_t bytes, ns, lost_ns;
};

/* All zero at first. */
struct copy_sizes {
	struct sized_copy *items;
	size_t count;
};

/* Returns 0 or -ENOMEM. */
int copy_sizes_add(struct copy_sizes *sizes, int64_t bytes, int64_t ns, int64_t lost_ns);
void copy_sizes_release(struct copy_sizes *sizes);

/* Copies together: of SMALL_COPY_BYTES and more, if there are smaller ones, and the large ones lose
 * half of the time or more; else all. */
struct copies_together {
	int64_t copies, bytes, ns, lost_ns;
	int64_t small, small_ns; /* left out of these */
};
struct copies_together copy_sizes_large(const struct copy_sizes *sizes);

/* When a copy takes many times as long as others of its size. */
struct copy_outlier {
	double times;           /* as long as the median */
	double bytes_per_s;     /* and no faster */
	const char *is_because; /* what that means */
};

/* Says which were left out, which size has most of the time, and which of its copies took many
 * times as long as the others. Puts SIZES in order. */
void copy_sizes_say(struct finding *finding, struct copy_sizes *sizes,
                    const struct copy_outlier *outlier);

#endif
