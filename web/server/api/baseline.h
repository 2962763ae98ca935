/* SPDX-License-Identifier: MIT */
/*
 * What a run is compared with, to say whether it got worse. As benchmark services with a percentage
 * threshold do: the median of the runs before it. Which ones:
 *
 *	alike         of the same program, branch and GPUs: another GPU is no regression
 *	other commits where there are enough. A commit is often measured several times; its later
 *	              runs would be compared with its first ones, and say that nothing happened
 *
 * Any thread.
 */
#ifndef WARPWISE_SERVER_BASELINE_H
#define WARPWISE_SERVER_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/json_writer.h"
#include "server/base/secret.h"
#include "server/store/store.h"

enum { BASELINE_RUNS = 5, BASELINE_MIN = 3 };

/* A measure of a run. */
struct point {
	unsigned char hash[HASH_SIZE];
	char *commit, *branch, *name, *gpu;
	int64_t recorded_ns, gpu_count;
	double value;
};

/* ROW: hash, commit, branch, recorded_ns, value, name, gpu, gpu_count. 0 or -ENOMEM; for
 * point_release() in either case. */
int point_take(struct point *point, const struct store_value *row);
void point_release(struct point *point);

/* Whether both are of the same program, branch and GPUs. */
bool point_is_alike(const struct point *one, const struct point *other);

/* What a point is compared with: those at these places, the newest first. */
struct baseline {
	size_t places[BASELINE_RUNS], count;
	double median; /* where there are BASELINE_MIN */
};

/* Of the point AT of COUNT, the newest first. */
void baseline_find(const struct point *points, size_t count, size_t at, struct baseline *baseline);

/* Whether there are enough runs, and something to be a part of. */
bool baseline_can_judge(const struct baseline *baseline);

/* The member "method": how a regression of more than THRESHOLD percent is decided, a sentence. */
void baseline_put_method(struct json_writer *json, int64_t threshold);

#endif
