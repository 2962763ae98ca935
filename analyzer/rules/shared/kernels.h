/* SPDX-License-Identifier: MIT */
/*
 * What the rules about the inside of kernels share: the loop over all kernels, what a kernel's time
 * goes with, the source lines that matter, and the fix of a kernel that would run faster. They
 * judge by function, since samples of warps do not know their launch; or by launch shape. Any
 * thread, one at a time.
 */
#ifndef WARPWISE_RULES_KERNELS_H
#define WARPWISE_RULES_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "code/code.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/threshold.h"
#include "rules/shared/finding.h"

/* What to record with, as rules say it when it is missing. */
#define NEEDS_COUNTERS "hardware counters (record with --metrics)"
#define NEEDS_MEMORY   "counters of memory accesses (record with --metrics=memory)"
#define NEEDS_ITS_LAUNCHES                                                               \
	"counters of the launches that take its time, and others were measured (record " \
	"--stalls and --metrics together, or with a larger --metrics-time)"
#define NEEDS_STALLS "samples of warps (record with --stalls)"

extern const struct threshold samples_threshold[], kernel_threshold[],
        peak_threshold[]; /* "samples"; "duration" and "shortest"; "peak": of the verdict */

/* Sums over all instructions of a function (--metrics=source). NAN: not counted. */
struct kernel_counts {
	double instructions;        /* executed by warps */
	double thread_instructions; /* by their active threads */
	double thread_instructions_pred_on;
	double divergent_targets; /* of branches: threads of a warp went different ways */
	double global_sectors, global_sectors_ideal;
	double shared_wavefronts, shared_wavefronts_ideal;
};

/* A function that ran on a GPU. */
struct kernel {
	const struct kernel_profile *profile;   /* of the function, or of the shape */
	const struct trace_launch_shape *shape; /* the one that took most time */
	/* Whose samples of warps are its own: those of the function for a shape that takes most of
	 * its time, since samples do not know their launch. */
	const struct kernel_profile *sampled;
	uint32_t function;
	int64_t busy_ns;    /* time in which at least one launch of it ran */
	int64_t awaited_ns; /* ... and that the run waited for: how long it is in its budget */
	bool is_untimed;    /* all its launches were measured: busy_ns is what counters say */
	int threads, warps; /* of a block of that shape; 0, 0: unknown */
	struct kernel_counts counts;
	const struct code *code;
	int64_t alike; /* other kernels that have the anti-pattern for the same cause, when it is
	                  reported */
};

/*
 * Whether the whole grid is one warp, so that no other could use what its idle lanes cost, and no
 * unit of an SM, let alone of the GPU, gets busy; or one thread, which has no lanes beside it. What
 * only several warps or lanes can have, such a kernel need not be measured for.
 */
bool kernel_is_one_warp(const struct kernel *kernel);
bool kernel_is_one_thread(const struct kernel *kernel);

/*
 * By how much the scheduler with most to do exceeds what it would have if its warps did as much as
 * the average one, in percent; NAN: not counted. Where instructions were not, SMs tell by how long
 * those with a block were active, which atomic operations and memory may make unequal, too. The
 * kernel is one of a shape, or of a function that has one.
 */
double kernel_unevenness(const struct check *check, const struct kernel *kernel);

/*
 * By how much the SM that is active for longest exceeds the average one, beyond what a last wave of
 * few blocks and an uneven number of them explain, in percent, but no more than the busiest
 * scheduler executed beyond its equal part. NAN: not counted, or the launch, of BLOCKS of WARPS,
 * has no block for each SM.
 */
double kernel_sm_excess(const struct kernel_profile *p, double blocks, double warps,
                        int multiprocessors);

/* How many times as much the busiest scheduler executed as it would have if all WARPS of each of
 * BLOCKS did as much as the average one. NAN: not counted. */
double kernel_busiest_scheduler(const struct kernel_profile *p, double blocks, double warps,
                                int multiprocessors);

/* Warps of the scheduler that has most of them, where BLOCKS of WARPS are all there at once and
 * dealt as evenly as they can be. */
double kernel_warps_per_scheduler(double blocks, double warps, int multiprocessors);

/*
 * Whether one thread's own steps may be what takes the kernel's time: all blocks are there at once,
 * and no scheduler has a second warp, or no unit has much to do, or warps hardly wait for their
 * turn. Then neither more warps nor fuller ones need make it shorter.
 */
bool kernel_may_be_one_chain(const struct check *check, const struct kernel *kernel);
extern const struct threshold chain_threshold[]; /* "chain", "turn" */
extern const struct threshold meets_threshold[];

/* How often a branch splits a warp, on average; NAN: not counted. */
double kernel_splits_per_warp(const struct kernel *kernel);

/*
 * Whether lanes of a warp part and meet again, in the rounds of a loop: warps execute alike, and
 * split far more often than lanes can leave the loops of the code for good, each once. Then no lane
 * runs on by itself while the others have ended.
 */
bool kernel_lanes_meet_again(const struct check *check, const struct kernel *kernel);

/* Whether a kernel takes so few times as long as the GPU needs from one to the next that starting
 * and ending it counts. */
bool kernel_is_start_and_end(const struct check *check, const struct kernel_profile *profile);
/* The same of a block of average length: its kernel's time is that of its waves. */
bool kernel_has_short_blocks(const struct check *check, const struct kernel_profile *profile);
extern const struct threshold start_and_end_threshold[]; /* "short" */

/* The excess from which on unequal work is what a kernel's other figures come from: SMs that have
 * nothing left to do look like few warps, or like long waits. */
extern const struct threshold sm_excess_threshold[]; /* "uneven" */

/* Whether warps were sampled and CUPTI knew in whose code: that of CUDA 12.4 does not on a driver
 * for 13, and takes all for the driver's. */
bool kernels_samples_are_told(const struct trace *trace);

/* Time in which at least one launch of something ran, how much of that the run waited for, and how
 * many the GPU waited for. */
struct kernel_busy {
	int64_t ns, last_end_ns, awaited_ns;
	int64_t issued;
};

/* Into FUNCTIONS and SHAPES, one for each of the trace's, which are all zero. */
void kernels_measure_busy(struct kernel_busy *functions, struct kernel_busy *shapes,
                          const struct graph *graph);

/*
 * Of the time of a kernel, parts of 0 to 1. COST: what the anti-pattern costs at most; 0: the
 * kernel does not have it. SAVED: what the fix is predicted to save; NAN: not predicted, and
 * WHY_NOT says why.
 */
struct kernel_loss {
	double cost, saved;
	const char *why_not;
};

struct kernel_rule {
	/* What is missing to judge KERNEL ("samples of ..."), or NULL. */
	const char *(*lacks)(struct check *check, const struct kernel *kernel);
	struct kernel_loss (*judge)(struct check *check, const struct kernel *kernel);
	/* Writes headline, advice and facts. */
	void (*report)(struct check *check, struct finding *finding, const struct kernel *kernel);
	/* What KERNEL, which loses something, has it from: kernels of one cause share a finding,
	 * whose headline is about the costliest. NULL, and NULL returned: each has its own. A
	 * static text. By shape, those that lose enough by themselves; KERNEL is the worst shape.
	 */
	const char *(*cause)(struct check *check, const struct kernel *kernel);
	/* Where its time goes is not where it loses it, and nothing else says where that is: no
	 * lines are named. NULL: never. */
	bool (*has_no_place)(struct check *check, const struct kernel *kernel);
	bool leaves_small; /* of one cause, too, kernels whose time is worth no finding by itself */
	const char *const *waits; /* as kernel_name_hottest() has them; NULL: of all its time */
	bool is_about_library;    /* about code of a library that was inlined: what its user can do,
	                             REPORT says. Not by shape */
	bool is_by_shape; /* each shape that was measured is judged on its own: kernel->counts and
	                     code are not set. The finding is about the function, with the sum of
	                     what its shapes lose, and what the worst of them shows */
};

/*
 * Judges every kernel that takes a share of the time that matters, except those of libraries whose
 * user could change nothing (check_may_change()), and adds a finding for each one that loses
 * enough. Abstains for those that cannot be judged.
 */
void kernels_check(struct check *check, const struct kernel_rule *rule);

/* The launches of the finding's kernels take that much less, on top of what SCENARIO changes. */
void kernels_fix(const struct check *check, const struct finding *finding,
                 struct scenario *scenario);

/* The lanes of a warp that can be active, on average: 32, less in blocks of other than whole
 * warps. */
double kernel_lanes(const struct kernel *kernel);

/* ---- what a kernel's time goes with ---- */

/*
 * The part of the kernel's time that shrinks as its warps execute fewer instructions: the largest
 * of
 *   issue slots in use:         cycles in which a scheduler issued an instruction
 *   the busiest unit of the SM: a pipe that takes an instruction every second cycle is full at half
 *                               of the slots
 *   samples of warps:           those that were executing or waited for their turn, an earlier
 *                               result of fixed latency, a pipe or the next instruction; the others
 *                               waited for memory, barriers or other warps, and would still do so
 * Of a kernel that is bound by latency no unit decides, and where moving data takes more of a peak
 * than computing no instruction does: the samples alone count, if there are any.
 * Fewer instructions take that part of the time in proportion, and leave the rest (Amdahl's law).
 * NAN: none of them is known.
 */
double kernel_instruction_part(const struct kernel *kernel);

/* The part of its time in which device memory or the L2 cache is in use; NAN: unknown. */
double kernel_traffic_part(const struct kernel *kernel);

/*
 * What is saved of its time when PART of its instructions need not be executed: limited by what its
 * time goes with, and by its traffic, which stays. NAN: unknown.
 */
double kernel_saved_by_instructions(const struct kernel *kernel, double part);

/*
 * How much of the time its warps were in the state with that LABEL, in percent. NAN: not known, or
 * from too few samples.
 */
double kernel_stall(const struct kernel *kernel, const char *label);

/* Whether a warp in the state with that LABEL executes, or waits only because of what is executed:
 * its turn, a result of fixed latency, a pipe, instructions. */
bool kernel_stall_is_executing(const char *label);

/* ---- source lines ---- */

/* What LINE has of the problem, in units of the rule's own; 0 or NAN: nothing. */
typedef double kernel_line_weight(const struct kernel_lines *lines, const struct kernel_line *line,
                                  const void *context);

/*
 * Adds a fact LABEL that names the source lines with the largest weights and their shares, and
 * makes the first one the finding's location. Nothing where no line is known.
 */
void kernel_name_lines(struct check *check, struct finding *finding, const struct kernel *kernel,
                       const char *label, kernel_line_weight *weight, const void *context);
/* The same of warps that wait at barriers: they were sampled behind them. */
void kernel_name_barriers(struct check *check, struct finding *finding, const struct kernel *kernel,
                          const char *label, kernel_line_weight *weight, const void *context);
/* Adds a fact with the lines of the loads that warps wait for at others, and makes the first one
 * the finding's location. Nothing where most of these are not known. */
void kernel_name_loads(struct check *check, struct finding *finding, const struct kernel *kernel);
/* The same of the loads alone whose place was itself loaded, as in x[column[i]]. */
void kernel_name_data_loads(struct check *check, struct finding *finding,
                            const struct kernel *kernel);
/* A weight: the samples of LINE in one of the states CONTEXT, labels that end with NULL; NULL: all.
 */
double kernel_line_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                           const void *context);
/* What counts of the samples in the state STALL: 0 to 1. */
typedef double kernel_stall_weight(const struct trace_stall_reason *stall, const void *context);
/* The samples of LINE that count. */
double kernel_line_stalls(const struct kernel_lines *lines, const struct kernel_line *line,
                          kernel_stall_weight *weight, const void *context);
/* How often LINE was executed by warps: as it was counted, or else by its samples. */
double kernel_line_executions(const struct kernel_line *line);
/* Whether the schedulers or an arithmetic pipe are what the kernel of P has most of: warps queue
 * for these wherever they come to them, and what is executed most is what takes the time. */
bool kernel_is_told_by_issue(const struct kernel_profile *p);
/* The states of warps that issue, for kernel_line_samples(). */
extern const char *const kernel_issued[];
/*
 * The same by samples, for a finding that names no line of its own: where its warps wait for one of
 * the REASONS, labels that end with NULL. Without these, where the kernel spends its time.
 */
void kernel_name_hottest(struct check *check, struct finding *finding, const struct kernel *kernel,
                         const char *const *reasons);

/* The lines of FUNCTION with most of its samples in one of the states REASONS, labels that end with
 * NULL, or, NULL, in all, in words, in TEXT of SIZE bytes: "step.cu:12 (40 %) and pow() (9 %)"; ""
 * where there are few samples, no lines, or none that has much. Returns 0 or -ENOMEM. */
int kernel_hottest_lines(char *text, size_t size, const struct kernel_profiles *profiles,
                         uint32_t function, const char *const *reasons);

/* The instructions of a kernel, and what the rule asks about them: what the weights of the two
 * below have for a context. */
struct kernel_code {
	struct code_instruction *items;
	size_t count;
	const void *asked;
};

/* The instruction of CODE at LINE; NULL: it is not known. */
const struct code_instruction *kernel_code_at(const struct kernel_code *code,
                                              const struct kernel_line *line);

/* The sum of the weights of all instructions of KERNEL; 0 where its code is not known. */
double kernel_weigh_code(struct check *check, const struct kernel *kernel,
                         kernel_line_weight *weight, const void *asked);
/* kernel_name_lines() for such weights. */
void kernel_name_code(struct check *check, struct finding *finding, const struct kernel *kernel,
                      const char *label, kernel_line_weight *weight, const void *asked);

#endif
