/* SPDX-License-Identifier: MIT */
/* In how much of a kernel's time sectors of memory are moved. Any thread. */
#include "rules/shared/moving_part.h"

#include <math.h>

#include "trace/trace.h"

double moving_part(const struct check *check, const struct kernel *kernel, double sectors,
                   double idle_percent)
{
	const struct kernel_profile *p = kernel->profile;
	const bool are_loads = 2 * p->global_load_sectors > sectors;
	const double waits_from = are_loads ? peak_threshold->value : idle_percent;
	/* fmax() passes over NAN */
	const double busiest = fmax(fmax(p->memory_throughput, p->l2_throughput), p->dram_percent);
	double taken;

	if (!is_measured(p->memory_throughput) || busiest >= waits_from ||
	    p->device >= check->trace->devices_count)
		return 1;
	taken = sectors / p->active_cycles / check->trace->devices[p->device].multiprocessors;
	if (!is_measured(taken))
		return 1;
	return fmin(fmax(fmax(taken, busiest / 100), kernel_stall(kernel, "lg_throttle") / 100), 1);
}
