/* SPDX-License-Identifier: MIT */
/* Rule small-grid: fewer blocks than the device has SMs, or than would fill them. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/kernels.h"
#include "rules/shared/launches.h"
#include "rules/shared/long_items.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/slow_loop.h"
#include "rules/shared/worth.h"

enum { SMALLER_MAX = 120, WARP = 32 };

enum { SMALL, WARPS, SERIAL, AGAIN, WORK, FILLED, EQUAL, WORKING, CONTENDED };

static const struct threshold thresholds[] = {
	[SMALL] = { "small", 50, "%" },         [WARPS] = { "warps", 2, "warps" },
	[SERIAL] = { "serial", 25, "%" },       [AGAIN] = { "serial again", 5, "%" },
	[WORK] = { "work", 1, "ms" },           [FILLED] = { "filled", 50, "%" },
	[EQUAL] = { "equal", 5, "%" },          [WORKING] = { "at work", 55, "%" },
	[CONTENDED] = { "contended", 40, "%" }, { .name = NULL },
};

/* Whether all of the grid is one warp. */
static bool is_one_warp(const struct launch *launch)
{
	return (double)launch->blocks * launch->warps < thresholds[WARPS].value;
}

/* Most of the time, kernels of other launches run as well. */
static bool runs_beside_others(const struct launch *launch)
{
	return percent_of(launch->share_ns, launch->total_ns) <=
	       100 - launch_thresholds[LAUNCH_BESIDE].value;
}

/* For so much of the run the GPU does nothing else that it is the first thing to say, whatever it
 * is. */
static bool is_long(const struct launch *launch)
{
	return 100 * launch->span_part >= thresholds[SERIAL].value;
}

/*
 * A grid of one warp may be serial by nature, or one of several that are meant to run beside each
 * other and do not, or pass time by a clock, or print a greeting. It is worth a note where it comes
 * again and again.
 */
static bool is_meant(const struct launch *launch)
{
	return (launch->stream == NONE && !runs_beside_others(launch)) ||
	       (launch->code && launch->code->waits_for_clock) ||
	       (!is_long(launch) && (launch->launches < REPEATS_MIN ||
	                             100 * launch->span_part < thresholds[AGAIN].value)) ||
	       (double)launch->total_ns < 1e6 * thresholds[WORK].value;
}

/* The part of the SMs that have no block of this kernel or of those beside it. A few are no loss: a
 * power of two of blocks, say. */
static double lost_by_idle_sms(const struct launch *launch)
{
	const double idle = 1 - launch->blocks_beside / launch->multiprocessors;

	return 100 * idle < thresholds[EQUAL].value ? 0 : idle;
}

static bool are_most_idle(const struct launch *launch)
{
	return 2 * launch->blocks_beside < launch->multiprocessors;
}

/* The part of their slots that SMs with a block less than others leave empty. */
static double unevenness(const struct launch *launch)
{
	const double per_sm = (double)launch->blocks / launch->multiprocessors;

	return 1 - per_sm / ceil(per_sm);
}

/* As many blocks on each SM, but no scheduler has a second warp to turn to while its only one
 * waits. */
static bool has_lonely_warps(const struct launch *launch)
{
	const double per_sm = (double)launch->blocks / launch->multiprocessors;

	return 100 * unevenness(launch) < thresholds[EQUAL].value &&
	       ceil(per_sm) * launch->warps <= SCHEDULERS;
}

/* The busiest unit's part of its peak on the whole GPU: issue slots are counted on the SMs that
 * have a block, and the others stay idle. */
static double busiest_of_gpu(const struct launch *launch)
{
	struct kernel_profile profile = *launch->profile;

	profile.issue_active *= fmin(1, fmax((double)launch->blocks, launch->blocks_beside) /
	                                        launch->multiprocessors);
	return kernel_profile_busiest_part(&profile);
}

/* A grid that was made for this GPU gives each SM exactly as many blocks. */
static bool is_chosen(const struct launch *launch)
{
	return launch->blocks % launch->multiprocessors == 0 && !has_lonely_warps(launch);
}

/*
 * Far from what the device holds at a time. If no unit is busy, more warps would hide what these
 * wait for, with a block for each SM or without. If one is, or if that is not known, SMs with a
 * block less than others end early. As many on each SM, or a library's choice, are meant, unless
 * its warps are on their own.
 */
static double lost_by_underfilled(const struct launch *launch)
{
	double resident = fmax((double)launch->blocks, launch->blocks_beside);
	double filled = resident / (double)launch->wave_blocks;
	double per_sm = (double)launch->blocks / launch->multiprocessors;
	double uneven = unevenness(launch);
	double busiest = kernel_profile_busiest_part(launch->profile);

	if (100 * filled >= thresholds[FILLED].value || launch->is_library || is_chosen(launch))
		return 0;
	if (has_lonely_warps(launch) && !is_measured(busiest))
		return 1 - filled;
	if (is_measured(busiest) && 100 * busiest < busy_threshold->value)
		return 1 - fmax(filled, busiest_of_gpu(launch));
	return per_sm < 1 || has_lonely_warps(launch) || 100 * uneven < thresholds[EQUAL].value
	               ? 0
	               : fmin(uneven, profile_spare(launch->profile));
}

/* How long its warps wait at barriers, in percent; 0: seldom, or it has blocks enough. */
static double waits_at_barriers(const struct launch *launch)
{
	const double percent =
	        launch->of_function ? kernel_stall_percent(launch->of_function, "barrier") : 0;

	return percent >= LINE_WEIGHT_MIN_PERCENT && launch->warps > 1 &&
	                       launch->blocks < launch->multiprocessors
	               ? fmin(percent, 100)
	               : 0;
}

/* More SMs shorten what is done in a round, and not its end, at a barrier. */
static double judge(const struct launch *launch)
{
	const double at_work = 1 - waits_at_barriers(launch) / 100;

	if ((launch->code && launch->code->launches_kernels) ||
	    (is_one_warp(launch) && is_meant(launch)))
		return 0;
	if (runs_beside_others(launch))
		return !launch->is_library &&
		                       100 * launch->blocks_beside <
		                               thresholds[FILLED].value * launch->multiprocessors
		               ? at_work * lost_by_idle_sms(launch)
		               : 0;
	return at_work * fmax(lost_by_idle_sms(launch), lost_by_underfilled(launch));
}

/* ---- what is said ---- */

/* "one warp", "16 blocks", "1 to 127 blocks". */
static const char *name_grid(char text[NAME_MAX_BYTES], const struct launch *launch)
{
	if (launch->all_blocks.least != launch->all_blocks.most)
		snprintf(text, NAME_MAX_BYTES, "%s to %s blocks",
		         format_count(FORMAT, launch->all_blocks.least),
		         format_count(FORMAT, launch->all_blocks.most));
	else if (is_one_warp(launch))
		snprintf(text, NAME_MAX_BYTES, "one %s", launch->threads == 1 ? "thread" : "warp");
	else
		name_count(text, launch->blocks, "block", "blocks");
	return text;
}

static void say_what_is_empty(struct finding *f, const struct launch *worst, int64_t launches,
                              int64_t time_ns)
{
	if (worst->alike)
		finding_headline(f, "%s of %s and %s, in grids like its %s, for %s",
		                 name_count(NAME, launches, "launch", "launches"), f->subject,
		                 name_count(NAME, worst->alike, "other kernel", "other kernels"),
		                 name_grid(NAME, worst), format_duration(FORMAT, time_ns));
	else if (runs_beside_others(worst))
		finding_headline(f,
		                 "%s of %s with %s, %.3g blocks at the same time: at least %d of "
		                 "%d SMs have nothing to do for %s",
		                 name_count(NAME, launches, "launch", "launches"), f->subject,
		                 name_grid(NAME, worst), worst->blocks_beside,
		                 worst->multiprocessors - (int)ceil(worst->blocks_beside),
		                 worst->multiprocessors, format_duration(FORMAT, time_ns));
	else if (lost_by_underfilled(worst) > lost_by_idle_sms(worst) && !are_most_idle(worst))
		finding_headline(f, "%s of %s with %s for %s: the GPU holds %s of them at a time",
		                 name_count(NAME, launches, "launch", "launches"), f->subject,
		                 name_grid(NAME, worst), format_duration(FORMAT, time_ns),
		                 format_count(FORMAT, worst->wave_blocks));
	else
		finding_headline(
		        f, "%s of %s with %s: %s%.0f of %d SMs have nothing to do for %s",
		        name_count(NAME, launches, "launch", "launches"), f->subject,
		        name_grid(NAME, worst),
		        worst->all_blocks.least < worst->all_blocks.most ? "on average " : "",
		        worst->idle_sms, worst->multiprocessors, format_duration(FORMAT, time_ns));
}

/*
 * How many of the blocks of a grid that gives each SM one at most are at work, on average, while a
 * launch runs: SMs count the cycles in which they have a warp. NAN: unknown, or there are more.
 */
static double working_blocks(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;

	if (!p || launch->blocks < 2 || launch->blocks > launch->multiprocessors ||
	    !(p->active_cycles_max > 0))
		return NAN;
	return p->active_cycles / p->active_cycles_max * launch->multiprocessors;
}

/* Whether it has blocks enough for more than is done: what is missing is not blocks. */
static bool has_idle_blocks(const struct launch *launch)
{
	return 100 * working_blocks(launch) <= thresholds[WORKING].value * (double)launch->blocks;
}

/* Not even blocks of one warp would give each SM one. */
static bool has_few_threads(const struct launch *launch)
{
	return launch->blocks * launch->warps < launch->multiprocessors;
}

/* Whether its warps may keep one another from what their SM has: else any SM does as well. */
static bool may_contend(const struct launch *launch)
{
	const struct kernel_profile *p = launch->profile;

	return !p || !(fmax(p->issue_active, p->busy_at_work) < thresholds[CONTENDED].value);
}

/* Whether the threads of a block work together in steps, as its code shows. */
static bool meets_in_loops(const struct launch *launch)
{
	return launch->code && launch->code->meets_in_loops;
}

/* Whether they do that in so few blocks that several need more than __syncthreads(). */
static bool works_in_steps(const struct launch *launch)
{
	return launch->blocks < launch->multiprocessors && launch->warps >= 2 &&
	       (waits_at_barriers(launch) > 0 || (launch->blocks == 1 && meets_in_loops(launch)));
}

/* The largest block with which its threads are a block for each SM; empty: its own is. */
static const char *smaller_blocks(char text[SMALLER_MAX], const struct launch *launch)
{
	const int64_t warps = launch->blocks * launch->warps / launch->multiprocessors;

	*text = '\0';
	if (lost_by_idle_sms(launch) > 0 && warps >= 1 && warps < launch->warps &&
	    may_contend(launch) && !meets_in_loops(launch))
		snprintf(text, SMALLER_MAX,
		         " In blocks of %" PRId64
		         " its threads reach all of them, if those of a block need "
		         "not work together.",
		         WARP * warps);
	return text;
}

/* How many SMs its threads reach in blocks of one warp, where these are too few for all; empty: no
 * more than they do. */
static const char *smallest_blocks(char text[SMALLER_MAX], const struct launch *launch)
{
	*text = '\0';
	if (launch->warps > 1 && may_contend(launch) && !meets_in_loops(launch))
		snprintf(text, SMALLER_MAX,
		         " In blocks of %d they reach %" PRId64 " SMs instead of %" PRId64
		         ", if those of a block need not work together.",
		         WARP, launch->blocks * launch->warps, launch->blocks);
	return text;
}

/* It has threads for all SMs, or nearly. */
static void advise_blocks(struct finding *f, const struct launch *worst)
{
	char smaller[SMALLER_MAX];

	if (worst->blocks >= worst->multiprocessors)
		finding_advice(f,
		               "The GPU holds %s of these blocks at a time. Where a thread takes "
		               "several items in a loop, launch one for each; where it has one, "
		               "divide the turns of its loop among several threads, which put "
		               "their results together at the end. What a block has to do "
		               "whatever the grid, more of its threads can share.",
		               format_count(FORMAT, worst->wave_blocks));
	else
		finding_advice(f,
		               "Launch at least one block for each of the %d SMs, better %s, "
		               "which the GPU holds at a time.%s Where a block has as much to do "
		               "whatever the grid, let more of its threads share that. If there "
		               "is not that much work, run other kernels beside it, in streams of "
		               "their own, or give it to a kernel that runs anyway.",
		               worst->multiprocessors, format_count(FORMAT, worst->wave_blocks),
		               smaller_blocks(smaller, worst));
}

static void advise_few_threads(struct finding *f, const struct launch *worst)
{
	char smaller[SMALLER_MAX];

	if (works_in_steps(worst)) {
		finding_advice(
		        f,
		        "All its threads are %s warps, fewer than the GPU has SMs, and a barrier "
		        "keeps their steps in order. Divide each step among at least one block for "
		        "each of the %d SMs (of a table that is filled along diagonals: a tile for "
		        "each), with a launch for each step, or a barrier of the whole grid "
		        "(a cooperative launch, grid.sync()) behind it. Items that need nothing of "
		        "one another can have a block each, in one launch.",
		        format_count(FORMAT, worst->blocks * worst->warps), worst->multiprocessors);
		return;
	}
	finding_advice(
	        f,
	        "All its threads are %s warps, fewer than the GPU has SMs.%s If a thread takes "
	        "several items in a loop, launch one for each, in at least one block for each of "
	        "the %d SMs. If it has one, divide the turns of its loop among several threads, "
	        "which put their results together at the end: lanes of one warp where each thread "
	        "now goes through a row of its own, else other warps. If there is not that much "
	        "work, and a launch does not need what the one before it left, put the items of "
	        "several into one, or run them at the same time, in streams of their own.",
	        format_count(FORMAT, worst->blocks * worst->warps), smallest_blocks(smaller, worst),
	        worst->multiprocessors);
}

static void say_what_to_do(struct finding *f, const struct launch *worst)
{
	if (has_idle_blocks(worst)) {
		finding_fact(f, "at work",
		             "%.3g of its %s blocks on average while a launch runs: the others end "
		             "early, or have nothing to do",
		             working_blocks(worst), format_count(FORMAT, worst->blocks));
		finding_advice(
		        f,
		        "First find out why: a test that lets most blocks return at once, or a "
		        "share "
		        "of each thread that does not depend on the grid, leaves further blocks as "
		        "idle. Where some items take much longer than others, divide these. Then "
		        "launch at least one block for each of the %d SMs.",
		        worst->multiprocessors);
		return;
	}
	if (!is_one_warp(worst) && long_items_has(worst))
		finding_advice(f,
		               "The longest item decides how long a launch takes, and the GPU has "
		               "room for many more beside it. Split long items over several "
		               "threads. Where a launch does not need what the one before it "
		               "left, put the items of several into one, or run them at the same "
		               "time, in streams of their own. The GPU holds %s of these blocks "
		               "at a time.",
		               format_count(FORMAT, worst->wave_blocks));
	else if (is_one_warp(worst))
		finding_advice(f,
		               "Give the work to many threads, in at least one block for each "
		               "of the %d SMs: the GPU hides the waits of some behind the work "
		               "of others, and has nothing else to do meanwhile. Sums, scans "
		               "and sorts have parallel forms (CUB, Thrust). Work that is "
		               "serial by nature is faster on the host, if its data need not be "
		               "copied there.",
		               worst->multiprocessors);
	else if (has_few_threads(worst))
		advise_few_threads(f, worst);
	else
		advise_blocks(f, worst);
}

/* What one block does in steps, several cannot without more than __syncthreads(). */
static void say_barriers(struct finding *f, const struct launch *worst)
{
	const double percent = waits_at_barriers(worst);
	const bool is_waiting = percent > 0;
	char part[NAME_MAX_BYTES] = "in a loop of its code";

	if (!works_in_steps(worst))
		return;
	if (is_waiting)
		snprintf(part, sizeof part,
		         "its warps wait at them %.0f %% of the time, which is not counted here",
		         percent);
	finding_fact(f, "barriers",
	             "%s: where they keep the steps of a loop in order, several blocks need a "
	             "launch for each step, or a barrier of the whole grid (a cooperative "
	             "launch), since __syncthreads() waits for the threads of one block alone",
	             part);
}

/* Whether its launches, in the null stream, hold other streams back. */
static bool is_a_barrier(const struct check *check, const struct launch *launch)
{
	return launch->stream != NONE &&
	       check->trace->streams[launch->stream].type == STREAM_NULL &&
	       check_finding_of(check, "default-stream-barrier", NONE);
}

static launch_report report;

static const struct launch_rule launch_rule = {
	.judge = judge,
	.report = report,
	.pools = true,
	.judges_beside = true,
	.binding = "atomic-contention",
	.least = &thresholds[SMALL],
};

/* More blocks wait for the same places as these do. */
static void say_what_binds(const struct check *check, struct finding *f)
{
	const double left = check_part_left(check, launch_rule.binding, f->function);

	if (left < 1)
		finding_fact(f, "atomics",
		             "%.0f %% of the time goes with atomic operations that wait for one "
		             "another, and more blocks wait for the same places: that part is not "
		             "counted here",
		             100 * (1 - left));
}

/* Where most of the cost is that of waits behind its launches, another finding may end these. */
static void say_waits_behind(const struct check *check, struct finding *f,
                             const struct launch *worst)
{
	const struct shape_time *time =
	        &check->graph->shapes[worst->shape - check->trace->launch_shapes];

	if (time->behind_ns > time->ns)
		finding_fact(f, "behind it",
		             "others wait for %s behind these launches: what ends those waits "
		             "takes as much of this cost away",
		             format_duration(FORMAT, time->behind_ns));
}

/* What more blocks do not shorten, where that is more than what blocks are there already do: the
 * work of the busiest unit, less where that has more to do than it needs. */
static void say_what_stays(const struct check *check, struct finding *f, const struct launch *worst)
{
	const struct kernel_profile *p = worst->profile;
	const double filled =
	        fmax((double)worst->blocks, worst->blocks_beside) / (double)worst->wave_blocks;
	const double busiest = busiest_of_gpu(worst);
	const bool is_moving = p->memory_throughput >= 100 * busiest;

	if (lost_by_underfilled(worst) <= lost_by_idle_sms(worst) || !(busiest > filled) ||
	    100 * busiest < LINE_WEIGHT_MIN_PERCENT)
		return;
	finding_fact(f, "limit",
	             "%.0f %% of its time stays, in which its busiest unit%s%s%s is in use%s",
	             100 * busiest, is_moving ? " (" : "",
	             is_moving ? kernel_profile_memory_unit(p) : "", is_moving ? ")" : "",
	             is_moving && check_finding_of(check, "uncoalesced", f->function)
	                     ? "; less where uncoalesced accesses are fixed as well"
	                     : "");
}

/* Whether another rule has found something that may be won. */
static bool promises_some(const struct finding *other)
{
	return other && !other->is_explanation;
}

/*
 * Whether its threads each go through neighbouring words of their own in a loop, so that those of a
 * warp are far apart: most of the lanes of a load have a sector of their own. Not where each word
 * says where the next one is; and of few threads say_what_to_do() has it.
 */
static bool has_row_of_each_thread(const struct check *check, const struct launch *launch)
{
	const struct finding *other =
	        check_finding_of(check, "uncoalesced", launch->shape->function);
	const struct kernel_profile *p = launch->profile;
	const struct code *code = launch->code;

	if (!other || other->severity == FINDING_NOTE || !code->is_known ||
	    !code->global_in_loops || has_few_threads(launch))
		return false;
	for (int i = 0; i < code->loops_count; i++)
		if (code->loops[i].kind == LOOP_CHAIN)
			return false;
	return p->global_load_sectors > SECTORS_WIDEST * p->global_load_requests;
}

/* Several parts on each SM win up to all that is empty; how much, one grid alone tells. */
static void say_why_not(struct finding *f, const struct launch *worst)
{
	const double idle = lost_by_idle_sms(worst);
	const double filled =
	        fmax((double)worst->blocks, worst->blocks_beside) / (double)worst->wave_blocks;
	const double empty = 1 - fmax(filled, busiest_of_gpu(worst)); /* passes over NAN */
	char most[NAME_MAX_BYTES] = "";

	if (lost_by_underfilled(worst) > idle) {
		finding_not_predicted(f,
		                      "a launch does not show whether its work can be divided "
		                      "further; if it can, its launches take at most %s less",
		                      format_duration(FORMAT, f->cost_ns));
		return;
	}
	if (launch_frames_beyond_l1(worst)) { /* more on an SM need more of the L2 cache */
		finding_not_predicted(f,
		                      "a launch does not show whether its work can be divided "
		                      "further; if it can, into equal parts for %d SMs, its "
		                      "launches take %s less",
		                      worst->multiprocessors, format_duration(FORMAT, f->cost_ns));
		return;
	}
	if (!worst->alike && worst->all_blocks.least == worst->all_blocks.most && empty > idle)
		snprintf(most, sizeof most, ", at most %s,",
		         format_duration(FORMAT, (int64_t)((double)f->cost_ns * empty / idle)));
	finding_not_predicted(f,
	                      "a launch does not show whether its work can be divided further; if "
	                      "it can, into equal parts for %d SMs, its launches take %s less, and "
	                      "more%s where several on each SM hide one another's waits",
	                      worst->multiprocessors, format_duration(FORMAT, f->cost_ns), most);
}

static void report(struct check *check, struct finding *f, const struct launch *worst,
                   int64_t launches, int64_t time_ns)
{
	say_what_is_empty(f, worst, launches, time_ns);
	say_what_to_do(f, worst);
	if (has_row_of_each_thread(check, worst))
		finding_advice_first(f, "Where each thread goes through a row of its own, give the "
		                        "row to a warp: these are 32 times as many threads, and "
		                        "neighbouring lanes take neighbouring words, which is what "
		                        "uncoalesced asks for, too.");
	finding_advice_first(f, slow_loop_say_again(check, f, worst->shape->function));
	say_barriers(f, worst);
	finding_fact(f, "kernel time", "%s", format_duration(FORMAT, time_ns));
	say_what_binds(check, f);
	say_what_stays(check, f, worst);
	say_waits_behind(check, f, worst);
	if (is_one_warp(worst) && !is_long(worst))
		f->severity = FINDING_NOTE;
	if (long_items_has(worst))
		long_items_say(f, worst);
	if (has_lonely_warps(worst)) {
		finding_fact(f, "warps",
		             "no more than %d on an SM, one for each of its schedulers, which has "
		             "nothing else to do while that one waits",
		             SCHEDULERS);
		if (!is_measured(kernel_profile_busiest_part(worst->profile)))
			f->severity = FINDING_NOTE; /* a unit may be busy with them */
	}
	if (!runs_beside_others(worst) && worst->blocks_beside > (double)worst->blocks * 1.01)
		finding_fact(f, "beside it", "%.3g blocks of other kernels on average",
		             worst->blocks_beside - (double)worst->blocks);
	if (is_a_barrier(check, worst)) {
		f->severity = FINDING_NOTE; /* without it, the others run beside it */
		finding_fact(f, "instead", "beside the other streams: see default-stream-barrier");
	}
	if (check_finding_of(check, "shared-stream", NONE))
		finding_fact(f, "instead", "beside those of other threads: see shared-stream");
	if (promises_some(check_finding_of(check, "serial-kernels", NONE)))
		finding_fact(f, "instead", "several at the same time: see serial-kernels");
	say_why_not(f, worst);
}

static void check_small_grid(struct check *check)
{
	launches_check(check, &launch_rule);
}

const struct rule rule_small_grid = {
	.id = "small-grid",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, launch_thresholds, busy_threshold, sm_excess_threshold,
	                worth_threshold },
	.yields_to = { "serial-kernels", "default-stream-barrier", "shared-stream",
	               "atomic-contention", "uncoalesced" },
	.check = check_small_grid,
};
