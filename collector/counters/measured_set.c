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

/* So long do all passes of SET take for a kernel of DURATION_NS. */
static double need_ns(const struct range_profiler *range, enum range_set set, double duration_ns)
{
	const struct metric_config *config = &range->sets[set].config;
	bool is_patched = false;

	for (size_t i = 0; i < config->count && !is_patched; i++)
		is_patched = wanted_metrics_is_patched(config->names[i]);
	return duration_ns * ((double)config->passes + (is_patched ? PATCHED_TIMES : 0));
}

/* Of a kernel that may run as often as it takes. */
static enum range_set set_in_time(struct range_profiler *range, double duration_ns, double left_ns)
{
	const enum range_set single = range_profiler_once(range);

	if (need_ns(range, RANGE_ALL, duration_ns) <= left_ns)
		return RANGE_ALL;
	if (range_profiler_has_unpatched(range, wanted_metrics(RANGE_UNPATCHED)) &&
	    need_ns(range, RANGE_UNPATCHED, duration_ns) <= left_ns)
		return RANGE_UNPATCHED;
	return single != RANGE_SETS ? single : RANGE_ALL;
}

enum range_set measured_set_of(struct range_profiler *range, const struct launch *launch,
                               struct launch_shape *shape, int64_t left_ns)
{
	const enum range_set single = range_profiler_once(range);
	const enum replay replay = replay_of(launch, shape, range->sets[RANGE_ALL].config.passes,
	                                     single != RANGE_SETS);
	const double longest_ns = (double)launch_shape_longest_ns(shape);
	enum range_set set;

	if (replay != REPLAY_ANY)
		return replay == REPLAY_ONCE ? single : RANGE_SETS;
	set = set_in_time(range, longest_ns, (double)left_ns);
	counter_add(COUNTER_shortened_launches, set != RANGE_ALL);
	return set;
}
