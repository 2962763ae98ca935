/* SPDX-License-Identifier: MIT */
/* Whether some warps, schedulers or SMs have more to do than others. Any thread. */
#include <math.h>

#include "base/statistics.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/constants.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"

const struct threshold sm_excess_threshold[] = { { "uneven", 25, "%" }, { .name = NULL } };

enum { CHAIN, TURN };

const struct threshold chain_threshold[] = {
	[CHAIN] = { "chain", 25, "%" },
	[TURN] = { "turn", 10, "%" },
	{ .name = NULL },
};

const struct threshold meets_threshold[] = { { "meets", 4, "times" }, { .name = NULL } };

double kernel_warps_per_scheduler(double blocks, double warps, int multiprocessors)
{
	return ceil(ceil(blocks / multiprocessors) * warps / SCHEDULERS);
}

double kernel_busiest_scheduler(const struct kernel_profile *p, double blocks, double warps,
                                int multiprocessors)
{
	return p->scheduler_instructions_max /
	       (p->instructions / (blocks * warps) *
	        kernel_warps_per_scheduler(blocks, warps, multiprocessors));
}

bool kernel_may_be_one_chain(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double busiest = kernel_profile_busiest_part(p);

	if (p->device == NONE || !kernel->shape || !kernel->warps || !(p->waves <= 1))
		return false;
	return 100 * busiest < chain_threshold[CHAIN].value ||
	       (100 * busiest < VERDICT_LATENCY_PERCENT &&
	        kernel_stall(kernel, "not_selected") < chain_threshold[TURN].value) ||
	       kernel_warps_per_scheduler((double)recorded_volume(kernel->shape->grid),
	                                  kernel->warps,
	                                  check->trace->devices[p->device].multiprocessors) <= 1;
}

double kernel_splits_per_warp(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	return kernel->shape && kernel->warps
	               ? p->divergent_branches /
	                         ((double)recorded_volume(kernel->shape->grid) * kernel->warps)
	               : NAN;
}

bool kernel_lanes_meet_again(const struct check *check, const struct kernel *kernel)
{
	const struct code *code = kernel->code;

	return code && code->is_known && code->backward_branches &&
	       kernel_unevenness(check, kernel) < sm_excess_threshold->value &&
	       kernel_splits_per_warp(kernel) >= meets_threshold->value * kernel_lanes(kernel) *
	                                                 (double)code->backward_branches;
}

double kernel_unevenness(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	double blocks, of_warps, of_blocks;
	int multiprocessors;

	if (p->device == NONE || !kernel->shape)
		return NAN;
	multiprocessors = check->trace->devices[p->device].multiprocessors;
	blocks = (double)recorded_volume(kernel->shape->grid);
	of_warps = kernel_busiest_scheduler(p, blocks, kernel->warps, multiprocessors);
	of_blocks = p->active_cycles_max / (p->active_cycles * fmax(1, multiprocessors / blocks));
	return 100 * ((is_measured(of_warps) ? of_warps : of_blocks) - 1);
}

/* How much longer the busiest SM has a block than the average one if blocks are equal. */
static double even_excess(double per_sm, double waves)
{
	return fmax(ceil(per_sm) / per_sm, waves > 1 ? ceil(waves) / waves : 1);
}

double kernel_sm_excess(const struct kernel_profile *p, double blocks, double warps,
                        int multiprocessors)
{
	const double per_sm = blocks / multiprocessors;
	const double excess =
	        p->active_cycles_max / p->active_cycles / even_excess(per_sm, p->waves);

	/* Where all executed as much, something else holds some blocks. */
	return per_sm < 1 ? NAN
	                  : 100 * (fmin(excess, kernel_busiest_scheduler(p, blocks, warps,
	                                                                 multiprocessors)) -
	                           1);
}
