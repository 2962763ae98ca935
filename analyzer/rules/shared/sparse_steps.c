/* SPDX-License-Identifier: MIT */
/* Kernels that look at all and change next to nothing. Any thread. */
#include "rules/shared/sparse_steps.h"

#include <math.h>

#include "base/format.h"
#include "rules/shared/constants.h"

enum { SECTOR_BYTES = 32 };

static const char advice[] =
        "If it looks at the same items in each launch, let a launch write those that have "
        "something to do in the next one into a list (atomicAdd() on its length, once for each "
        "warp), and start threads for these alone.";

/* Requests of warps that may have changed something. */
static double changing(const struct kernel_profile *p)
{
	return p->global_store_requests + p->global_atomics + p->global_reductions;
}

/* NAN, where something was not counted: false. */
static bool is_sparse(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;
	const double warps = (double)launch->blocks * launch->warps;

	return launch->launches >= SPARSE_LAUNCHES &&
	       100 * changing(p) <= SPARSE_WARPS_PERCENT * warps &&
	       p->global_load_requests >= warps / 2 && p->global_load_requests <= 2 * warps &&
	       p->instructions <= SPARSE_INSTRUCTIONS * warps;
}

void sparse_steps_say(struct finding *f, const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;

	if (!is_sparse(launch))
		return;
	finding_fact(
	        f, "changes",
	        "%s of its %s warps store something, of the %s that a launch loads; it is "
	        "launched %s times",
	        format_count(FORMAT, (int64_t)ceil(changing(p))),
	        format_count(FORMAT, launch->blocks * launch->warps),
	        format_bytes(FORMAT, (int64_t)fmin(SECTOR_BYTES * p->global_load_sectors, 0x1p60)),
	        format_count(FORMAT, launch->launches));
	finding_advice_then(f, advice);
}
