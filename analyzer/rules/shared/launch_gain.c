/* SPDX-License-Identifier: MIT */
/* What a launch would save with another shape, as occupancy and counters say. Any thread. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/format.h"
#include "rules/shared/constants.h"
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

/* ---- what the same kernel does with more warps ---- */

/* The warps of an SM, at most: of any compute capability until now. */
enum { WARPS_MOST = 64 };

/* A shape that was measured and fills the device. */
struct sibling {
	uint32_t function, shape;
	const struct trace_device *device;
	int warps;   /* on an SM */
	double rate; /* instructions in a ns */
};

static int compare_siblings(const void *a, const void *b)
{
	const struct sibling *x = a, *y = b;

	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	return (x->shape > y->shape) - (x->shape < y->shape);
}

/* What BETTER times the rate with MORE times the warps is of as many times the rate. */
static double proportion(double better, double more)
{
	return fmin(fmax((better - 1) / (more - 1), 0), 1);
}

/* Compares COUNT shapes of one function on one device, by how many warps they have. */
static void compare(struct launch *all, const struct sibling *siblings, size_t count)
{
	double fastest[WARPS_MOST + 1] = { 0 };

	for (size_t i = 0; i < count; i++)
		fastest[siblings[i].warps] = fmax(fastest[siblings[i].warps], siblings[i].rate);
	for (size_t i = 0; i < count; i++) {
		const struct sibling *own = &siblings[i];
		double helps = NAN;

		for (int warps = own->warps + 1; warps <= WARPS_MOST; warps++)
			if (fastest[warps] > 0 && 100 * warps >= SIBLING_WARPS_PERCENT * own->warps)
				helps = fmax(helps, proportion(fastest[warps] / own->rate,
				                               (double)warps / own->warps));
		all[own->shape].warps_help = helps;
	}
}

int launches_compare(struct launch *all, size_t count)
{
	struct sibling *siblings = calloc(count + 1, sizeof *siblings);
	size_t measured = 0;

	if (!siblings)
		return -ENOMEM;
	for (size_t s = 0; s < count; s++) {
		const struct launch *launch = &all[s];
		const double rate = launch->profile->instructions / launch->profile->duration_ns;

		all[s].warps_help = NAN;
		if (launch->launches && launch->waves >= 1 && rate > 0 && isfinite(rate) &&
		    launch->occupancy.active_warps <= WARPS_MOST)
			siblings[measured++] =
			        (struct sibling){ launch->shape->function, (uint32_t)s,
				                  launch->device, launch->occupancy.active_warps,
				                  rate };
	}
	qsort(siblings, measured, sizeof *siblings, compare_siblings);
	for (size_t i = 0, end; i < measured; i = end) {
		for (end = i + 1; end < measured &&
		                  siblings[end].function == siblings[i].function &&
		                  siblings[end].device == siblings[i].device;)
			end++;
		compare(all, &siblings[i], end - i);
	}
	free(siblings);
	return 0;
}

double launch_speedup(const struct launch *launch, double goal)
{
	const double more = goal / (100 * launch->occupancy.occupancy);

	if (!is_measured(launch->warps_help))
		return more;
	return 100 * launch->warps_help < SIBLING_HELP_PERCENT
	               ? 1
	               : 1 + launch->warps_help * (more - 1);
}

double launch_saved_by_occupancy(const struct launch *launch, double goal)
{
	double busiest = kernel_profile_busiest_part(launch->profile);
	double saved = 1 - fmax(1 / launch_speedup(launch, goal), busiest);

	if (!is_measured(busiest) ||
	    (launch_frames_beyond_l1(launch) && !is_measured(launch->profile->l2_throughput)))
		return NAN;
	return 100 * busiest < busy_threshold->value && saved > 0 ? saved : 0;
}

int64_t launch_frames_beyond_l1(const struct launch *launch)
{
	const struct code *code = launch->code;
	const int64_t l1_bytes = launch->limits.shared_per_sm + L1_BESIDE_SHARED_BYTES;
	double bytes;

	if (!code || !code->is_known || !code->local_in_loops.all)
		return 0;
	bytes = (double)code->frame_bytes * launch->threads * launch->occupancy.blocks_per_sm;
	return bytes > (double)l1_bytes && bytes < (double)INT64_MAX ? (int64_t)bytes : 0;
}

bool launch_say_frames(struct finding *finding, const struct launch *launch)
{
	const int64_t bytes = launch_frames_beyond_l1(launch);

	if (bytes)
		finding_fact(finding, "against it",
		             "the threads on an SM have %s of local memory, more than an L1 cache "
		             "holds: with more warps it is more, and the L2 cache has to give it",
		             format_bytes(FORMAT, bytes));
	return bytes > 0;
}

/* ---- what counters leave of it ---- */

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
