/* SPDX-License-Identifier: MIT */
/* What a launch would save with another shape, as occupancy and counters say. Any thread. */
#include <math.h>

#include "kernel/recorded_launch.h"
#include "rules/shared/launches.h"
#include "rules/shared/rule.h"

const struct threshold busy_threshold[] = { { "busy", 60, "%" }, { .name = NULL } };

double launch_occupancy_with(const struct launch *launch, int threads, int registers,
                             int64_t shared_bytes)
{
	struct occupancy_launch request = launch->request;
	struct occupancy occupancy;

	if (threads >= 0)
		request.threads_per_block = threads;
	if (registers >= 0)
		request.registers_per_thread = registers;
	if (shared_bytes >= 0) {
		request.static_shared_bytes = 0;
		request.dynamic_shared_bytes = request.max_dynamic_shared_bytes = shared_bytes;
	}
	if (occupancy_compute(&launch->limits, &request, &occupancy))
		return 0;
	return 100 * occupancy.occupancy;
}

double launch_saved_by_occupancy(const struct launch *launch, double goal)
{
	double busiest = kernel_profile_busiest_part(launch->profile);
	double saved = 1 - fmax(100 * launch->occupancy.occupancy / goal, busiest);

	if (!is_measured(busiest))
		return NAN;
	return 100 * busiest < busy_threshold->value && saved > 0 ? saved : 0;
}

/* 1, less what PERCENT of a unit's peak leaves of the time; NAN, which says nothing, is 1. */
static double spare(double percent)
{
	return is_measured(percent) ? 1 - fmin(percent / 100, 1) : 1;
}

double profile_spare_traffic(const struct kernel_profile *profile)
{
	return fmin(spare(profile->dram_percent), spare(profile->l2_throughput));
}

/* Not the issue slots: CUPTI counts them against the cycles in which an SM had work. */
double profile_spare(const struct kernel_profile *profile)
{
	return fmin(profile_spare_traffic(profile),
	            fmin(spare(profile->memory_throughput), spare(profile->compute_throughput)));
}

void launch_scale(const struct check *check, struct scenario *scenario, uint32_t operation,
                  double factor)
{
	const struct trace_operations *o = &check->trace->operations;
	const struct kernel_profile *profile = &check->profiles->shapes[o->detail[operation]];
	double least_ns = (double)operation_length_ns(check->trace, operation) *
	                  (1 - profile_spare_traffic(profile));

	scenario_scale(scenario, operation, factor);
	if ((double)scenario_duration_of(scenario, operation) < least_ns)
		scenario_duration(scenario, operation, (int64_t)least_ns);
}
