/* SPDX-License-Identifier: MIT */
/* Chooses metrics. */
#include "counters/measured_set.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "counters/replay.h"
#include "counters/wanted_metrics.h"
#include "host/losses.h"

/*
 * How many times its duration a kernel takes in all passes by code that CUPTI adds to it. On an
 * H200 a kernel of arithmetic (HeCBench's tsp, 487 ms) took 28 s in each of three such passes, and
 * no more than its duration in others.
 */
#define PATCHED_TIMES 180.0

/* Of the time of the plan: what has so much of it decides for all. */
#define MOST_PART 0.5

static bool is_patched(const struct metric_config *config)
{
	for (size_t i = 0; i < config->count; i++)
		if (wanted_metrics_is_patched(config->names[i]))
			return true;
	return false;
}

/* The longest kernel that SET, by which it may run as often as it takes, can measure in LEFT_NS; 0:
 * none. */
static double longest_ns(struct range_profiler *range, enum range_set set, double left_ns)
{
	double times;

	if (set == RANGE_UNPATCHED &&
	    !range_profiler_has_unpatched(range, wanted_metrics(RANGE_UNPATCHED)))
		return 0;
	times = (double)range_profiler_runs(range, set);
	if (times > 0 && is_patched(&range->sets[set].config))
		times += PATCHED_TIMES;
	return times > 0 ? left_ns / times : 0;
}

/* The set in which a kernel runs once, if it can still be had; else RANGE_SETS. */
static enum range_set single_set(const struct range_profiler *range)
{
	for (int set = 0; set < RANGE_SETS; set++)
		if (range_profiler_runs(range, (enum range_set)set) == 1)
			return (enum range_set)set;
	return RANGE_SETS;
}

/* The most complete set, from FIRST on, by which a kernel of DURATION_NS can be measured. A single
 * run takes no longer than the program's own. */
static enum range_set set_in_time(struct range_profiler *range, enum range_set first,
                                  double duration_ns, double left_ns)
{
	for (int set = (int)first; set < RANGE_SETS; set++) {
		const double ns = longest_ns(range, (enum range_set)set, left_ns);

		if (ns > 0 && duration_ns <= ns)
			return (enum range_set)set;
	}
	return single_set(range);
}

/*
 * The set that is started first decides how often all kernels run (range_profiler_runs()): it is to
 * be the most complete one by which most of the time can be measured that the plan knows of.
 */
static enum range_set first_set(struct range_profiler *range, double left_ns)
{
	for (int set = 0; set < RANGE_SETS; set++) {
		const double ns = longest_ns(range, (enum range_set)set, left_ns);

		if (ns > 0 && launch_shapes_within((int64_t)fmin(ns, INT64_MAX / 2)) >= MOST_PART)
			return (enum range_set)set;
	}
	return single_set(range);
}

enum range_set measured_set_of(struct range_profiler *range, const struct launch *launch,
                               struct launch_shape *shape, int64_t left_ns)
{
	const enum range_set first = range->passes ? RANGE_ALL : first_set(range, (double)left_ns);
	const enum range_set single = single_set(range);
	/* One kernel of little time that must not run again has all others run once. What stands in
	 * the way, managed memory say, does so in most launches of a function. */
	const bool has_single =
	        single != RANGE_SETS && (range->passes || first == single ||
	                                 launch_shape_function_part(shape) >= MOST_PART);
	const enum replay replay =
	        replay_of(launch, shape, range->sets[RANGE_ALL].config.passes, has_single);
	enum range_set set;

	if (replay != REPLAY_ANY)
		return replay == REPLAY_ONCE ? single : RANGE_SETS;
	set = set_in_time(range, first == RANGE_SETS ? RANGE_ALL : first,
	                  (double)launch_shape_longest_ns(shape), (double)left_ns);
	if (set == RANGE_SETS)
		counter_add(COUNTER_untimely_launches, 1);
	else
		counter_add(COUNTER_shortened_launches, set != RANGE_ALL);
	return set;
}
