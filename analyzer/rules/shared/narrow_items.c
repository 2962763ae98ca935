/* SPDX-License-Identifier: MIT */
/* Kernels whose threads have one small element each. Any thread. */
#include "rules/shared/narrow_items.h"

#include <math.h>
#include <stdio.h>

#include "base/format.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"

const struct threshold narrow_items_thresholds[] = {
	[NARROW_BYTES] = { "narrow", 2, "bytes" },
	[NARROW_WORD] = { "word", 4, "bytes" },
	[NARROW_ISSUING] = { "issuing", VERDICT_LATENCY_PERCENT, "%" },
	[NARROW_MEMORY] = { "memory", 50, "%" },
	[NARROW_SECTORS] = { "sectors", 4, "sectors" },
	[NARROW_EACH] = { "each access", 25, "instructions" },
	{ .name = NULL },
};

static double accesses(const struct code *code)
{
	return (double)(code->loads.all + code->stores.all);
}

/* Whether a thread goes once through code that moves little at a time, at places that are computed.
 */
static bool has_narrow_code(const struct code *code)
{
	const int widest = code->widest_load_bytes > code->widest_store_bytes
	                           ? code->widest_load_bytes
	                           : code->widest_store_bytes;

	return code->is_known && !code->instructions_in_loops && code->loads.all &&
	       code->stores.all && !code->loads.by_data && !code->stores.by_data &&
	       !code->global_atomics && !code->shared_atomics && !code->multiplies_matrices &&
	       widest <= narrow_items_thresholds[NARROW_WORD].value &&
	       (double)code->global_bytes <=
	               narrow_items_thresholds[NARROW_BYTES].value * accesses(code);
}

/* The instructions of a warp. NAN: not counted. */
static double instructions_of_warp(const struct launch *launch)
{
	return launch->profile->instructions / ((double)launch->blocks * launch->warps);
}

bool narrow_items_has(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;

	return launch->code && has_narrow_code(launch->code) && !launch->is_library &&
	       p->issue_active >= narrow_items_thresholds[NARROW_ISSUING].value &&
	       p->dram_percent < narrow_items_thresholds[NARROW_MEMORY].value &&
	       p->global_load_sectors <=
	               narrow_items_thresholds[NARROW_SECTORS].value * p->global_load_requests &&
	       !(p->shared_loads + p->shared_stores > 0) &&
	       instructions_of_warp(launch) <= narrow_items_thresholds[NARROW_EACH].value *
	                                               accesses(launch->code); /* NAN: false */
}

double narrow_items_cost(const struct launch *launch)
{
	return fmax(1 - launch->profile->dram_percent / DRAM_ATTAINABLE_PERCENT, 0);
}

void narrow_items_report(struct finding *f, const struct launch *worst, const char *launches)
{
	const struct kernel_profile *p = worst->profile;
	char others[NAME_MAX_BYTES] = "";

	if (worst->alike)
		snprintf(others, sizeof others, " and %s",
		         name_count(NAME, worst->alike, "other kernel", "other kernels"));
	f->severity = FINDING_NOTE;
	finding_headline(f,
	                 "%s of %s%s: a thread moves %s in %s, for %.0f instructions, and issuing "
	                 "these is what takes the time",
	                 launches, f->subject, others,
	                 format_bytes(FORMAT, worst->code->global_bytes),
	                 name_count(NAME, llround(accesses(worst->code)), "access", "accesses"),
	                 instructions_of_warp(worst));
	finding_fact(f, "issuing", "in %.0f %% of the cycles; GPU memory at %.0f %% of its peak",
	             p->issue_active, p->dram_percent);
}

void narrow_items_advise(struct finding *f)
{
	finding_advice(f, "Give each thread several neighbouring elements, 4 to 16 bytes of "
	                  "them, that it loads and stores at once (char4, short2, uint4, "
	                  "after a cast of the pointer where the rows allow it): they share "
	                  "one index, its checks and its loads, and as many times fewer "
	                  "blocks start.");
}
