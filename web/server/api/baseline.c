/* SPDX-License-Identifier: MIT */
#include "server/api/baseline.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

int point_take(struct point *point, const struct store_value *row)
{
	memcpy(point->hash, row[0].bytes, HASH_SIZE);
	point->commit = strdup(row[1].bytes);
	point->branch = strdup(row[2].bytes);
	point->recorded_ns = row[3].integer;
	point->value = row[4].real;
	point->name = strdup(row[5].bytes);
	point->gpu = strdup(row[6].bytes);
	point->gpu_count = row[7].integer;
	return point->commit && point->branch && point->name && point->gpu ? 0 : -ENOMEM;
}

void point_release(struct point *point)
{
	free(point->commit);
	free(point->branch);
	free(point->name);
	free(point->gpu);
}

bool point_is_alike(const struct point *one, const struct point *other)
{
	return strcmp(one->name, other->name) == 0 && strcmp(one->branch, other->branch) == 0 &&
	       strcmp(one->gpu, other->gpu) == 0 && one->gpu_count == other->gpu_count;
}

static int compare_reals(const void *a, const void *b)
{
	const double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

static void collect(const struct point *points, size_t count, size_t at, bool is_of_others,
                    struct baseline *baseline)
{
	const struct point *point = &points[at];

	baseline->count = 0;
	for (size_t i = at + 1; i < count && baseline->count < BASELINE_RUNS; i++) {
		const struct point *before = &points[i];

		if (point_is_alike(before, point) &&
		    !(is_of_others && *point->commit && strcmp(before->commit, point->commit) == 0))
			baseline->places[baseline->count++] = i;
	}
}

void baseline_find(const struct point *points, size_t count, size_t at, struct baseline *baseline)
{
	double values[BASELINE_RUNS];
	size_t found;

	baseline->median = 0;
	collect(points, count, at, true, baseline);
	if (baseline->count < BASELINE_MIN)
		collect(points, count, at, false, baseline);
	found = baseline->count;
	if (found < BASELINE_MIN)
		return;
	for (size_t i = 0; i < found; i++)
		values[i] = points[baseline->places[i]].value;
	qsort(values, found, sizeof *values, compare_reals);
	baseline->median =
	        found % 2 ? values[found / 2] : (values[found / 2 - 1] + values[found / 2]) / 2;
}

bool baseline_can_judge(const struct baseline *baseline)
{
	return baseline->count >= BASELINE_MIN && baseline->median != 0;
}

void baseline_put_method(struct json_writer *json, int64_t threshold)
{
	buffer_print(json->out,
	             ",\"method\":\"a run is a regression when it is more than %lld %% worse than "
	             "the median of up to %d runs before it of the same program, branch and GPUs "
	             "(at least %d), and of other commits where there are as many\"",
	             (long long)threshold, BASELINE_RUNS, BASELINE_MIN);
}
