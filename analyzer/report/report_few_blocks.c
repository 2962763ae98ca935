/* SPDX-License-Identifier: MIT */
/* What the GPU's own work is above all, in a run that is mostly done once. Any thread. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/shorten.h"
#include "kernel/kernel_library.h"
#include "kernel/recorded_launch.h"
#include "report/report_parts.h"
#include "rules/shared/constants.h"
#include "rules/shared/worth.h"

/* Of the program time: what is done once, before loops or by a compiler. Behind so much of it no
 * rule speaks of kernels; of what they take, one that is HALF_PERCENT, in long launches of few
 * blocks, is what longer runs are about. */
enum { ONCE_PERCENT = 50, HALF_PERCENT = 50, LONG_LAUNCH_NS = 100000, WARP = 32 };

enum { SHOWN_COLUMNS = 48 }; /* as findings show names */

static bool is_mostly_once(const struct report_process *p)
{
	const int64_t before_ns = sum_saturated(p->own[OWN_BEFORE].ns, p->own[OWN_ONCE].ns);
	const int64_t once_ns = before_ns > p->compiling.ns ? before_ns : p->compiling.ns;

	return percent_of(once_ns, p->program_ns) >= ONCE_PERCENT;
}

/* The launches of KERNEL, again and again, leave most of the GPU without a block, and are too
 * little of the run for rules to judge them. A single warp may be serial by nature. */
static bool has_few_blocks(const struct report_process *p, const struct report_kernel *kernel)
{
	const int64_t blocks = recorded_volume(kernel->grid);

	return p->devices_count == 1 &&
	       percent_of(kernel->statistics.total, p->main_ns) < worth_threshold->value &&
	       blocks * recorded_volume(kernel->block) > WARP &&
	       2 * blocks < p->devices[0].multiprocessors &&
	       kernel->statistics.count >= REPEATS_MIN &&
	       statistics_average(&kernel->statistics) >= LONG_LAUNCH_NS &&
	       !kernel_communicates(kernel->mangled);
}

void report_say_few_blocks(struct report *report, struct report_process *p)
{
	const struct report_kernel *kernel = p->kernels; /* the most time first */
	char *shown;
	int64_t blocks;

	if (!p->kernels_count || kernel->share_percent < HALF_PERCENT || !is_mostly_once(p) ||
	    !has_few_blocks(p, kernel) || report_naming(report, p, kernel).first)
		return;
	shown = function_shorten(kernel->name, SHOWN_COLUMNS);
	if (!shown)
		return;
	blocks = recorded_volume(kernel->grid);
	p->main_kernel.name = report_text(report, "%s", shown);
	p->main_kernel.percent = kernel->share_percent;
	p->main_kernel.text = report_text(
	        report,
	        "%s has %s of the time in kernels, %s in %s launches of %s block%s: %" PRId64
	        " of %d SMs have no block of it; that is little of this run, most of "
	        "which is done once, but not of what a longer one repeats",
	        shown, format_percent(FORMAT, kernel->share_percent),
	        format_duration(FORMAT, kernel->statistics.total),
	        format_count(FORMAT, kernel->statistics.count), format_count(FORMAT, blocks),
	        blocks == 1 ? "" : "s", p->devices[0].multiprocessors - blocks,
	        p->devices[0].multiprocessors);
	free(shown);
}
