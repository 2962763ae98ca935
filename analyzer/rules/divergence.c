/* SPDX-License-Identifier: MIT */
/* Rule divergence: branches and loops that split warps leave lanes idle. Any thread. */
#include <math.h>

#include "base/format.h"
#include "rules/shared/kernels.h"
#include "rules/shared/lone_threads.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { LANES_OF = 32, SECTOR_BYTES = 32, WORD_BYTES = 4 };

enum { GAIN, MUCH, LANES, SPLITS, LONG, TURNS, RETRIED, ALONE };

static const struct threshold thresholds[] = {
	[GAIN] = { "gain", 6, "%" },
	[MUCH] = { "much", 15, "%" },
	[LANES] = { "lanes", 24, "of 32 lanes" },
	[SPLITS] = { "splits", 20, "%" },
	[LONG] = { "long", 100, "%" },
	[TURNS] = { "in turn", 4, "of 32 lanes" },
	[RETRIED] = { "retried", 50, "%" },
	[ALONE] = { "alone", 5, "%" },
	{ .name = NULL },
};

/* Active lanes per instruction, NAN where nothing counted them. */
static double active_lanes(const struct kernel *kernel)
{
	const struct kernel_counts *c = &kernel->counts;

	if (is_measured(kernel->profile->threads_per_inst))
		return kernel->profile->threads_per_inst;
	return c->instructions > 0 ? c->thread_instructions / c->instructions : NAN;
}

/* The part of its samples in which one thread or warp of a block works alone; 0: little. */
static double alone_part(struct check *check, const struct kernel *kernel)
{
	const double part = lone_threads_part(check, kernel);

	return 100 * part >= thresholds[ALONE].value ? part : 0;
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	return kernel_is_one_warp(kernel) || is_measured(active_lanes(kernel)) ||
	                       alone_part(check, kernel) > 0
	               ? NULL
	               : NEEDS_COUNTERS;
}

/* The part of the instructions that full warps would not need. */
static double idle_part(const struct kernel *kernel)
{
	return 1 - active_lanes(kernel) / kernel_lanes(kernel);
}

/*
 * Whether warps split all over the kernel, and not only at its edges: the last steps of a tree, the
 * rows at a border. Few lanes say it themselves, and so does it if many instructions would be
 * saved: unless no branch splits a warp, since instructions that a warp executes as a whole count
 * as ones of a single lane.
 */
static bool is_split(const struct kernel *kernel, double gain)
{
	const bool has_no_split = kernel->profile->divergent_branches == 0; /* it was measured */

	return idle_part(kernel) > 1 - thresholds[LANES].value / LANES_OF ||
	       (100 * gain >= thresholds[MUCH].value && !has_no_split) ||
	       100 - kernel->profile->branch_uniform >= thresholds[SPLITS].value;
}

/* Whether some warps have so much more to do than the others that they decide how long it takes:
 * where theirs is the work of one lane each, full warps would be no sooner done. */
static bool has_long_items(const struct check *check, const struct kernel *kernel)
{
	return kernel_unevenness(check, kernel) >= thresholds[LONG].value;
}

/*
 * Whether its lanes work one after another: few are active though all schedulers execute alike, so
 * that no items are longer than others, and they go through atomic operations in a loop and wait
 * for fences, as at a lock that each lane takes by itself.
 */
static bool takes_turns(const struct check *check, const struct kernel *kernel)
{
	return active_lanes(kernel) < thresholds[TURNS].value / LANES_OF * kernel_lanes(kernel) &&
	       is_measured(kernel->profile->scheduler_instructions_max) &&
	       kernel_unevenness(check, kernel) < sm_excess_threshold->value && kernel->code &&
	       kernel->code->global_in_loops && kernel_stall(kernel, "membar") > 0;
}

/* Whether its warps split seldom, and yet have few lanes: they stay split for long. */
static bool stays_split(const struct kernel *kernel)
{
	return 100 - kernel->profile->branch_uniform < thresholds[SPLITS].value;
}

/*
 * Whether most lanes are active, and warps split all the time: sides that a few lanes take, now
 * these and then others, as at the end of a path, no order of the items fills. A reduction's lanes
 * can be put together. Which it is the counters do not tell.
 */
static bool may_be_inherent(const struct kernel *kernel)
{
	return active_lanes(kernel) >= thresholds[LANES].value / LANES_OF * kernel_lanes(kernel);
}

/* Whether nothing tells how its warps split: what each lane computes on the way may decide. */
static bool is_split_unmeasured(const struct kernel *kernel)
{
	return !is_measured(kernel->profile->branch_uniform) &&
	       !is_measured(kernel->counts.divergent_targets);
}

static double samples_in_retries(const struct kernel_lines *lines, const struct kernel_line *line,
                                 const void *context)
{
	const struct kernel *kernel = ((const struct kernel_code *)context)->asked;

	(void)lines;
	return code_retried_at(kernel->code, line->pc_offset_bytes) ? (double)line->samples : 0;
}

/* Whether nothing tells at which lines lanes are idle: those with most samples may have full warps.
 * Lanes that take turns wait at a lock, where the samples are. */
static bool is_unknown_by_line(struct check *check, const struct kernel *kernel)
{
	return !(alone_part(check, kernel) > 0) &&
	       !is_measured(kernel->counts.thread_instructions) &&
	       !is_measured(kernel->counts.divergent_targets) && !takes_turns(check, kernel);
}

/*
 * Whether it is in loops that try an atomic operation again, as of floats in shared memory: there
 * the lanes that were first wait for the others, whichever way the threads take. The operations
 * have to become fewer then, which is another rule's. A lock that lanes take in turn is such a
 * loop, too: but there the lock has to go, which this rule says.
 */
static bool tries_again(struct check *check, const struct kernel *kernel)
{
	const int64_t samples = check->profiles->functions[kernel->function].samples;

	return kernel->code && samples >= SAMPLES_MIN && !takes_turns(check, kernel) &&
	       percent_of(kernel_weigh_code(check, kernel, samples_in_retries, kernel), samples) >=
	               thresholds[RETRIED].value;
}

/* Whether a launch takes as long as the longest of its lanes by itself. */
static bool is_one_chain(const struct check *check, const struct kernel *kernel)
{
	return kernel_may_be_one_chain(check, kernel) && !kernel_lanes_meet_again(check, kernel);
}

/* Why full warps need not make it shorter; NULL: they do. */
static const char *why_not_shorter(const struct check *check, const struct kernel *kernel)
{
	if (has_long_items(check, kernel))
		return "some warps have much more to do than the others: where a few long items "
		       "decide how long it takes, only splitting these over several threads wins "
		       "that";
	if (takes_turns(check, kernel))
		return "how much of what its lanes do in turn has to be in turn is not in a trace";
	if (is_one_chain(check, kernel))
		return "all warps are there at once, and each has time enough: a launch takes as "
		       "long as the longest item, however full its warp is";
	if (kernel_may_be_one_chain(check, kernel))
		return "what it takes to collect items for full warps, and whether there are "
		       "enough, is not in a trace";
	return NULL;
}

/* ---- waits that lanes cause that are done ---- */

/* Of the samples at LINE that wait for memory, in a loop, those that full warps would not have. */
static double samples_without_lanes(const struct kernel_lines *lines,
                                    const struct kernel_line *line, const void *context)
{
	static const char *const waiting[] = { "long_scoreboard", "short_scoreboard", "lg_throttle",
		                               "mio_throttle",    "tex_throttle",     NULL };
	const struct kernel_code *code = context;
	const struct kernel *kernel = code->asked;
	const struct code_instruction *instruction = kernel_code_at(code, line);
	const double active = line->threads_per_inst / kernel_lanes(kernel);

	if (!instruction || !instruction->is_in_loop)
		return 0;
	return kernel_line_samples(lines, line, waiting) *
	       (is_measured(active) ? fmax(1 - active, 0) : idle_part(kernel));
}

/*
 * What full warps save of the time, at most, where it is not the instructions that it goes with: a
 * warp goes through a loop for as long as its longest lane, and waits in each round. With full
 * warps fewer go through it, as long as memory has room for what all lanes ask for at once.
 * SAVED where nothing says that there is more.
 */
static double most_saved(struct check *check, const struct kernel *kernel, double saved)
{
	const struct kernel_profile *p = kernel->profile;
	const int64_t samples = check->profiles->functions[kernel->function].samples;
	const double moving = fmax(kernel_traffic_part(kernel), p->memory_throughput / 100);

	if (!is_measured(saved) || !is_measured(moving) || samples < SAMPLES_MIN ||
	    !(p->divergent_branches > 0) || /* it was not measured, or no lane has left others */
	    kernel_profile_known_peak(p) >= VERDICT_LATENCY_PERCENT || may_be_inherent(kernel) ||
	    why_not_shorter(check, kernel))
		return saved;
	return fmax(saved,
	            fmin(saved + kernel_weigh_code(check, kernel, samples_without_lanes, kernel) /
	                                 (double)samples,
	                 1 - moving));
}

/*
 * The part of its time that full warps save at most, where a cache decides and most of what it
 * moves is local memory: that lies word by word for neighbouring lanes, so that a full warp moves
 * no more sectors than its words have, where a few lanes move some each. They need the same places
 * of their arrays for that. 0: not so, or not counted.
 */
static double saved_of_cache(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double local = p->local_load_bytes + p->local_store_bytes;
	const double global = SECTOR_BYTES * (p->global_load_sectors + p->global_store_sectors);
	const double busy = fmax(p->l2_throughput, p->memory_throughput);
	const double per_lane = local / (p->local_loads + p->local_stores) / active_lanes(kernel);
	const double part = 1 - WORD_BYTES / per_lane;

	return local > global && busy >= VERDICT_LATENCY_PERCENT &&
	                       !(busy < kernel_profile_known_peak(p)) && part > 0
	               ? fmin(busy / 100, 1) * part
	               : 0;
}

static struct kernel_loss judge_lanes(struct check *check, const struct kernel *kernel)
{
	const double idle = idle_part(kernel), saved = kernel_saved_by_instructions(kernel, idle);
	const double most = most_saved(check, kernel, saved);
	const double gain = is_measured(most) ? (saved + most) / 2 : idle;
	const char *why_not = why_not_shorter(check, kernel);

	if (100 * gain < thresholds[GAIN].value || !is_split(kernel, gain) ||
	    kernel_is_one_warp(kernel) || tries_again(check, kernel))
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		.cost = is_measured(most) ? most : idle,
		.saved = why_not || !is_measured(saved) ? NAN : gain,
		.why_not = why_not ? why_not
		                   : "how much of the time goes with the number of instructions is "
		                     "not known (record with --metrics)",
	};
}

/* Whether what one thread of a block does alone is more than what its lanes lose otherwise. */
static bool is_mostly_alone(struct check *check, const struct kernel *kernel)
{
	const double part = alone_part(check, kernel);

	return part > 0 && !(part < judge_lanes(check, kernel).cost);
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	if (is_mostly_alone(check, kernel))
		return (struct kernel_loss){
			.cost = alone_part(check, kernel),
			.saved = NAN,
			.why_not = "whether a round needs what the one before it computed is not "
			           "in a trace",
		};
	return judge_lanes(check, kernel);
}

/* ---- what is said ---- */

static double divergent_branches(const struct kernel_lines *lines, const struct kernel_line *line,
                                 const void *context)
{
	(void)lines;
	(void)context;
	return line->branch_targets_divergent;
}

/* Instructions times the lanes that were idle in them. */
static double idle_lanes(const struct kernel_lines *lines, const struct kernel_line *line,
                         const void *context)
{
	const struct kernel *kernel = context;

	(void)lines;
	return line->inst_executed * kernel_lanes(kernel) - line->thread_inst_executed;
}

/* Where its threads put together what they have, step by step. */
static const char retire[] =
        " In a reduction let the first threads of the block do the work, so that "
        "whole warps retire.";

static bool may_reduce(const struct kernel *kernel)
{
	return kernel->code && kernel->code->meets_in_loops;
}

static void advise(const struct check *check, struct finding *f, const struct kernel *kernel)
{
	if (takes_turns(check, kernel))
		finding_advice(
		        f, "Its lanes take turns, as behind a lock that each takes by itself: all "
		           "warps execute alike, with few lanes. Do with all lanes at once what "
		           "needs no lock, before it. Replace the lock by an atomic operation on "
		           "what it protects (atomicExch() of the head of a list, atomicCAS() on "
		           "the entry itself, atomicAdd() for a place in a buffer). Or let one "
		           "thread do it for all items that go to the same place: sort by place, "
		           "or find them in the warp (__match_any_sync()).");
	else if (has_long_items(check, kernel) || is_one_chain(check, kernel))
		finding_advice(
		        f, "Give long items more threads: a warp or a block for each of them, a "
		           "thread for each short one (two launches, or queues by length); or let "
		           "the threads of a warp share an item. Sorting alone puts the long ones "
		           "into one warp, which takes as long as the longest.");
	else if (kernel_lanes_meet_again(check, kernel) && !may_reduce(kernel))
		finding_advice(
		        f, "Its lanes part and meet again in the rounds of a loop, as at a test "
		           "that few of them pass, or at an inner loop: a warp goes through the "
		           "long side whenever one lane has to. Collect first, and compute then "
		           "with full warps: let each warp note what passes the test (its index, "
		           "in shared memory, at a place from __ballot_sync() and __popc()), and "
		           "compute for 32 of these at a time. Or sort the items (into cells, by "
		           "the outcome of the test), so that neighbouring lanes pass together.");
	else if (stays_split(kernel))
		finding_advice(
		        f, "Its warps split seldom and stay split for long, in loops of unequal "
		           "length or on a long side of a branch. Sort or bin the items by length, "
		           "or by the way they take; let a thread take several items, and the next "
		           "one as soon as it is done (from a counter, atomicAdd()), so that it "
		           "does not wait for the longest of its warp; branch on what is equal for "
		           "32 neighbouring threads.");
	else
		finding_advice(
		        f,
		        "Let the threads of a warp take the same way: branch on what is equal "
		        "for 32 neighbouring threads, sort or bin the items by the way they "
		        "take, give threads of a warp loops of equal length, or more items "
		        "each, so that their lengths even out.%s",
		        may_reduce(kernel) ? retire : "");
}

/* How far off the gain may be, beside what it is computed from. */
static void say_range(struct finding *f, const struct kernel *kernel, double saved, double most)
{
	if (most > saved) {
		f->uncertain_ns = (int64_t)((1 - saved / most) / 2 * (double)f->cost_ns);
		finding_fact(f, "range",
		             "%.0f to %.0f %% of its time: in loops, its warps wait for memory as "
		             "often as the longest of their lanes; full warps would wait less "
		             "often, if memory keeps up",
		             100 * saved, 100 * most);
	} else if (saved > 0 && saved_of_cache(kernel) > saved) {
		f->uncertain_ns =
		        (int64_t)((saved_of_cache(kernel) / saved - 1) * (double)f->cost_ns);
		finding_fact(f, "range",
		             "up to %.0f %% of its time, if the lanes of full warps need the same "
		             "places of their local arrays: a cache decides how long it takes, and "
		             "lanes that need other places move more",
		             100 * saved_of_cache(kernel));
	} else if (may_be_inherent(kernel)) {
		f->uncertain_ns = f->cost_ns / 2; /* between nothing and all of it */
		finding_fact(f, "at most",
		             "if all lanes can be filled: sides that a few lanes take, now these "
		             "and then others, cannot");
	} else if (is_split_unmeasured(kernel) && !may_reduce(kernel)) {
		f->uncertain_ns = f->cost_ns / 2;
		finding_fact(f, "at most",
		             "if an order of the items is known in which warps stay together: how "
		             "they split was not measured (record with --metrics=source)");
	}
}

static void report_lanes(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double part = kernel_instruction_part(kernel);
	const double saved = kernel_saved_by_instructions(kernel, idle_part(kernel));
	const double most = most_saved(check, kernel, saved);

	finding_headline(f, "%s: %.1f of %.0f lanes active in an instruction, on average",
	                 f->subject, active_lanes(kernel), kernel_lanes(kernel));
	advise(check, f, kernel);
	if (has_long_items(check, kernel))
		finding_fact(f, "unequal",
		             "the scheduler or SM with most to do has %s with equal work",
		             name_excess(NAME, kernel_unevenness(check, kernel), "more", "much"));
	else if (takes_turns(check, kernel))
		finding_fact(f, "in turn",
		             "all schedulers execute as much, but for %.0f %%, and warps wait for "
		             "memory fences %.0f %% of the time",
		             kernel_unevenness(check, kernel), kernel_stall(kernel, "membar"));
	else if (is_one_chain(check, kernel))
		f->severity = FINDING_NOTE; /* no other warp waits for what idle lanes take */
	say_range(f, kernel, saved, most);
	if (kernel_lanes_meet_again(check, kernel))
		finding_fact(f, "splits",
		             "%s times in a warp, on average: far more often than lanes can leave "
		             "its loops, each once",
		             format_count(FORMAT, (int64_t)kernel_splits_per_warp(kernel)));
	kernel_name_lines(check, f, kernel, "splits at", divergent_branches, NULL);
	kernel_name_lines(check, f, kernel, "idle lanes", idle_lanes, kernel);
	if (is_measured(p->branch_uniform))
		finding_fact(f, "branches", "%.1f %% of targets were taken by all threads alike",
		             p->branch_uniform);
	if (is_measured(part))
		finding_fact(f, "limit", "%.0f %% of its time goes with the instructions executed",
		             100 * part);
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	if (is_mostly_alone(check, kernel))
		lone_threads_report(check, f, kernel);
	else
		report_lanes(check, f, kernel);
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.has_no_place = is_unknown_by_line,
};

static void check_divergence(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_divergence = {
	.id = "divergence",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, sm_excess_threshold, chain_threshold, meets_threshold,
	                kernel_threshold, worth_threshold },
	.check = check_divergence,
	.is_about_code = true,
	.fix = kernels_fix,
};
