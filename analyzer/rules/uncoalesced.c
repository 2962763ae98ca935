/* SPDX-License-Identifier: MIT */
/* Rule uncoalesced: warps ask for more sectors of memory than their data would fill. Any thread. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { SECTORS_WIDEST = 16 }; /* a warp's request: 32 lanes of 16 bytes fill 16 sectors of 32 */

enum { NEEDED };

static const struct threshold thresholds[] = {
	[NEEDED] = { "needed", 80, "%" },
	{ .name = NULL },
};

/* Sectors asked for, and how many would do. */
struct sectors {
	double asked, needed;
	bool is_at_most; /* no more are needed than that */
	bool is_width_unknown;
};

/*
 * Loads or stores. EFFICIENCY is the used part of each sector's bytes. An access that all lanes
 * make to one word uses little of its sector and needs it all the same. Which accesses those are is
 * not known here, so that every request may need one sector beside those that its data would fill.
 */
static void add_requests(struct sectors *sectors, double requests, double asked, double efficiency)
{
	double needed;

	if (!is_measured(requests) || !is_measured(asked))
		return;
	if (is_measured(efficiency)) {
		needed = requests + asked * efficiency / 100;
	} else {
		needed = requests * SECTORS_WIDEST;
		sectors->is_width_unknown = true;
	}
	sectors->is_at_most = true;
	sectors->asked += asked;
	sectors->needed += fmin(asked, needed);
}

static struct sectors sectors_of(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	struct sectors sectors = { 0 };

	if (is_measured(kernel->counts.global_sectors) &&
	    is_measured(kernel->counts.global_sectors_ideal))
		return (struct sectors){ .asked = kernel->counts.global_sectors,
			                 .needed = kernel->counts.global_sectors_ideal };
	add_requests(&sectors, p->global_load_requests, p->global_load_sectors,
	             p->global_load_efficiency);
	add_requests(&sectors, p->global_store_requests, p->global_store_sectors,
	             p->global_store_efficiency);
	return sectors;
}

static const char *lacks(const struct check *check, const struct kernel *kernel)
{
	bool is_counted = is_measured(kernel->counts.global_sectors) ||
	                  is_measured(kernel->profile->global_load_sectors) ||
	                  is_measured(kernel->profile->global_store_sectors);

	(void)check;
	return is_counted ? NULL : NEEDS_MEMORY;
}

/* The part of its time that goes with memory accesses, at most: 1 where nothing is known. */
static double memory_part(const struct kernel *kernel)
{
	double waiting =
	        kernel_stall(kernel, "long_scoreboard") + kernel_stall(kernel, "lg_throttle");
	double percent = fmax(waiting, kernel->profile->memory_throughput);
	double part = fmax(percent / 100, kernel_traffic_part(kernel));

	return is_measured(part) ? fmin(part, 1) : 1;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	struct sectors sectors = sectors_of(kernel);
	double excess = sectors.asked > 0 ? 1 - sectors.needed / sectors.asked : 0;

	(void)check;
	if (excess <= 1 - thresholds[NEEDED].value / 100 ||
	    kernel->profile->verdict == VERDICT_COMPUTE)
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = excess * memory_part(kernel),
		.saved = NAN,
		.why_not = "how much faster fewer sectors are depends on which cache they came "
		           "from",
	};
}

static double excess_sectors(const struct kernel_lines *lines, const struct kernel_line *line,
                             const void *context)
{
	(void)lines;
	(void)context;
	return line->excess_sectors;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	struct sectors sectors = sectors_of(kernel);

	finding_headline(f, "%s: %s%.0f %% of the sectors of memory it asks for are needed",
	                 f->subject, sectors.is_at_most ? "at most " : "",
	                 100 * sectors.needed / sectors.asked);
	finding_advice(
	        f, "Let neighbouring threads access neighbouring words: swap the indices or the "
	           "loops, store structures as arrays of their members, go through a tile in "
	           "shared memory where rows become columns, at least 32 bytes wide.");
	kernel_name_lines(check, f, kernel, "excess at", excess_sectors, NULL);
	if (is_measured(p->sectors_per_load))
		finding_fact(f, "loads", "%.1f sectors for each request of a warp",
		             p->sectors_per_load);
	if (is_measured(p->sectors_per_store))
		finding_fact(f, "stores", "%.1f sectors for each request of a warp",
		             p->sectors_per_store);
	if (sectors.is_width_unknown)
		finding_fact(f, "unknown", "how wide the accesses are: record with %s",
		             "--metrics=memory,efficiency or --metrics=source");
}

static const struct kernel_rule kernel_rule = { .lacks = lacks, .judge = judge, .report = report };

static void check_uncoalesced(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_uncoalesced = {
	.id = "uncoalesced",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, kernel_threshold, worth_threshold },
	.check = check_uncoalesced,
};
