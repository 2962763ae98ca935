/* SPDX-License-Identifier: MIT */
/* Chooses metrics. */
#include "counters/measured_set.h"

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

static bool is_patched(const struct metric_config *config)
{
	for (size_t i = 0; i < config->count; i++)
		if (wanted_metrics_is_patched(config->names[i]))
			return true;
	return false;
}

/* Whether a kernel of DURATION_NS, which may run as often as it takes, can be measured by SET in
 * LEFT_NS. */
static bool fits(struct range_profiler *range, enum range_set set, double duration_ns,
                 double left_ns)
{
	double times;

	if (set == RANGE_UNPATCHED &&
	    !range_profiler_has_unpatched(range, wanted_metrics(RANGE_UNPATCHED)))
		return false;
	times = (double)range_profiler_runs(range, set);
	if (times > 0 && is_patched(&range->sets[set].config))
		times += PATCHED_TIMES;
	return times > 0 && duration_ns * times <= left_ns;
}

/* The set in which a kernel runs once, if it can still be had; else RANGE_SETS. */
static enum range_set single_set(const struct range_profiler *range)
{
	for (int set = 0; set < RANGE_SETS; set++)
		if (range_profiler_runs(range, (enum range_set)set) == 1)
			return (enum range_set)set;
	return RANGE_SETS;
}

/* The set for a kernel that may run as often as it takes. A single run takes no longer than the
 * program's own. */
static enum range_set set_in_time(struct range_profiler *range, double duration_ns, double left_ns)
{
	for (int set = 0; set < RANGE_SETS; set++)
		if (fits(range, (enum range_set)set, duration_ns, left_ns))
			return (enum range_set)set;
	return single_set(range);
}

enum range_set measured_set_of(struct range_profiler *range, const struct launch *launch,
                               struct launch_shape *shape, int64_t left_ns)
{
	const enum range_set single = single_set(range);
	const enum replay replay = replay_of(launch, shape, range->sets[RANGE_ALL].config.passes,
	                                     single != RANGE_SETS);
	enum range_set set;

	if (replay != REPLAY_ANY)
		return replay == REPLAY_ONCE ? single : RANGE_SETS;
	set = set_in_time(range, (double)launch_shape_longest_ns(shape), (double)left_ns);
	if (set == RANGE_SETS)
		counter_add(COUNTER_untimely_launches, 1);
	else
		counter_add(COUNTER_shortened_launches, set != RANGE_ALL);
	return set;
}
