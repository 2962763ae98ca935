/* SPDX-License-Identifier: MIT */
/* Rule bank-conflict: lanes of a warp access different words of one bank of shared memory. Any
 * thread. */
#include <math.h>

#include "base/format.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/constants.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum { EXCESS, FEWEST, MOST, STORES, ROWS };

static const struct threshold thresholds[] = {
	[EXCESS] = { "excess", 20, "%" },   [FEWEST] = { "fewest", 3.2, "passes" },
	[MOST] = { "most", 3.9, "passes" }, [STORES] = { "stores", 1.2, "passes" },
	[ROWS] = { "rows", 10, "%" },       { .name = NULL },
};

/* Passes of accesses to shared memory, and those in excess. */
struct passes {
	double all, excess;
};

static void add_passes(struct passes *passes, double all, double excess)
{
	if (!is_measured(all) || !is_measured(excess))
		return;
	passes->all += all;
	passes->excess += excess;
}

static struct passes passes_of(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct kernel_counts *c = &kernel->counts;
	struct passes passes = { 0 };

	if (is_measured(c->shared_wavefronts) && is_measured(c->shared_wavefronts_ideal))
		return (struct passes){ c->shared_wavefronts,
			                c->shared_wavefronts - c->shared_wavefronts_ideal };
	add_passes(&passes, p->shared_load_wavefronts, p->shared_load_conflicts);
	add_passes(&passes, p->shared_store_wavefronts, p->shared_store_conflicts);
	return passes;
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	bool is_counted = is_measured(kernel->counts.shared_wavefronts) ||
	                  is_measured(kernel->profile->shared_load_conflicts) ||
	                  is_measured(kernel->profile->shared_store_conflicts);

	(void)check;
	return is_counted || kernel_is_one_thread(kernel) ? NULL : NEEDS_MEMORY;
}

/*
 * The part of its time that goes with shared memory, at most: samples of warps that waited for it,
 * else the throughput of memory, of which shared memory is one unit. 1 where nothing is known.
 */
static double shared_part(const struct kernel *kernel)
{
	double waiting =
	        kernel_stall(kernel, "short_scoreboard") + kernel_stall(kernel, "mio_throttle");
	double part = (is_measured(waiting) ? waiting : kernel->profile->memory_throughput) / 100;

	return is_measured(part) ? fmin(part, 1) : 1;
}

/*
 * The part of its cycles that the passes in excess take, at one a cycle and SM (the bandwidth of
 * shared memory: CUDA C++ Programming Guide, "each bank has a bandwidth of 32 bits per clock
 * cycle"). NAN: not counted.
 */
static double excess_cycles_part(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	double cycles = kernel_profile_metric(check->profiles, p, "sm__cycles_elapsed.max");
	double sms = p->device == NONE ? NAN : check->trace->devices[p->device].multiprocessors;
	double blocks = kernel->shape ? (double)recorded_volume(kernel->shape->grid) : NAN;

	return (p->shared_load_conflicts + p->shared_store_conflicts) /
	       (fmin(sms, blocks) * cycles);
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	struct passes passes = passes_of(kernel);
	double excess = passes.all > 0 ? passes.excess / passes.all : 0;

	if (100 * excess <= thresholds[EXCESS].value ||
	    kernel_profile_is_computing(kernel->profile) ||
	    kernel_profile_is_moving(kernel->profile))
		return (struct kernel_loss){ 0 };
	return (struct kernel_loss){
		/* fmin() passes over NAN */
		.cost = fmin(excess * shared_part(kernel), excess_cycles_part(check, kernel)),
		.saved = NAN,
		.why_not = "how much of the passes hides behind other work is not known",
	};
}

static double excess_passes(const struct kernel_lines *lines, const struct kernel_line *line,
                            const void *context)
{
	(void)lines;
	(void)context;
	return line->excess_wavefronts;
}

/* Adds the fact LABEL: of COUNT requests, so many WAVEFRONTS each. Those whose lanes are all
 * switched off have none. */
static void add_fact(struct finding *f, const char *label, double count, double wavefronts)
{
	if (count > 0 && wavefronts >= count)
		finding_fact(f, label, "%.1f passes for each request of a warp",
		             wavefronts / count);
}

/*
 * Loads take as many passes as random addresses do, and stores hardly more than one: strides give
 * other numbers, which are powers of two most often. 32 addresses that are random hit the fullest
 * of 32 banks 3.53 times, on average. Matrices for tensor cores lie in rows.
 */
static bool is_random(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double loads = p->shared_load_wavefronts / p->shared_loads;
	const double stores =
	        p->shared_stores > 0 ? p->shared_store_wavefronts / p->shared_stores : 0;

	if (kernel->code && kernel->code->loads_matrices)
		return false;
	return loads >= thresholds[FEWEST].value && loads <= thresholds[MOST].value &&
	       stores <= thresholds[STORES].value;
}

/* Whether COUNT requests take as many passes as they have ROWS. */
static bool is_a_pass_a_row(double passes, double count, unsigned rows)
{
	return count > 0 && fabs(passes / count / rows - 1) <= thresholds[ROWS].value / 100;
}

/*
 * A block narrower than a warp, whose warps cover several rows of so many lanes: where a request
 * takes as many passes as it has rows, all of them or those that load, these share banks. 0: that
 * is not so.
 */
static unsigned lanes_of_rows(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const unsigned lanes = kernel->shape ? (unsigned)kernel->shape->block[0] : 0;
	const double loads = p->shared_load_wavefronts,
	             stores = fmax(p->shared_store_wavefronts, 0);

	if (!lanes || lanes >= BANKS || BANKS % lanes != 0 || kernel->shape->block[1] <= 1)
		return 0;
	return is_a_pass_a_row(loads, p->shared_loads, BANKS / lanes) ||
	                       is_a_pass_a_row(loads + stores,
	                                       p->shared_loads + fmax(p->shared_stores, 0),
	                                       BANKS / lanes)
	               ? lanes
	               : 0;
}

static void advise(struct finding *f, const struct kernel *kernel, bool is_random)
{
	const unsigned lanes = lanes_of_rows(kernel);

	if (!is_random && lanes)
		finding_advice(
		        f,
		        "A warp of these blocks covers %u rows of %u lanes, which share banks: let "
		        "the rows of the array be %u words longer than a multiple of "
		        "32, "
		        "so that those of a warp lie beside each other, or take blocks that are 32 "
		        "wide. To make the rows a word longer does not do here.",
		        BANKS / lanes, lanes, lanes);
	else if (is_random)
		finding_advice(
		        f, "If the lanes read random places, padding does not help: 32 of them in "
		           "32 banks take 3.5 passes on average. Read fewer words then: keep "
		           "narrower values, two or four in a word; use each one several times "
		           "while it is in a register; or count how often each place is drawn, "
		           "and go through the data in order. If the places are no random ones, "
		           "pad the rows (float tile[32][33]).");
	else if (kernel->code && kernel->code->loads_matrices)
		finding_advice(
		        f,
		        "It loads tiles for tensor cores (ldmatrix; load_matrix_sync() does), "
		        "eight rows of 16 bytes at a time: let these be in different banks. Pad "
		        "each row of a tile by 16 bytes (8 halves), so that it is an odd number "
		        "of such pieces long, and pass the new length as the leading dimension; "
		        "or permute the pieces of a row (piece ^ row %% 8). Rows have to begin at "
		        "multiples of 16 bytes still: a single word more does not do here.");
	else
		finding_advice(
		        f, "Let the lanes of a warp touch 32 banks. In a tile, pad the rows so "
		           "that each is an odd number of four-byte words long (float "
		           "tile[32][33]), or permute its columns (column ^ row). In a scan or a "
		           "tree with strides of powers of two, add index / 32 to each index, or "
		           "exchange by shuffles instead (cub::BlockScan, cub::BlockReduce).");
}

static const char *const waits[] = { "short_scoreboard", "mio_throttle", NULL };

/* Whether warps at it wait for shared memory, or for their turn there: shuffles and what else takes
 * its way have no conflicts. */
static bool is_of_shared_memory(const struct code_instruction *code)
{
	const uint32_t shared = 1u << INSTRUCTION_SHARED | 1u << INSTRUCTION_SHARED_ATOMIC;

	return (shared >> code->kind & 1) || code->awaits & shared;
}

static double samples_waiting(const struct kernel_lines *lines, const struct kernel_line *line,
                              const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	return instruction && is_of_shared_memory(instruction)
	               ? kernel_line_samples(lines, line, waits)
	               : 0;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	struct passes passes = passes_of(kernel);

	finding_headline(f,
	                 "%s: %.0f %% of the passes of its shared memory accesses are conflicts%s",
	                 f->subject, 100 * passes.excess / passes.all,
	                 is_random(kernel) ? ", as many as random addresses have" : "");
	advise(f, kernel, is_random(kernel));
	if (is_random(kernel)) {
		f->severity = FINDING_NOTE;
		f->is_explanation = true;
	}
	kernel_name_lines(check, f, kernel, "conflicts at", excess_passes, NULL);
	if (!f->file && p->samples >= SAMPLES_MIN)
		kernel_name_code(check, f, kernel, "waits at", samples_waiting, NULL);
	finding_fact(f, "passes", "%.3g for each that would do",
	             passes.all / fmax(passes.all - passes.excess, 1));
	add_fact(f, "loads", p->shared_loads, p->shared_load_wavefronts);
	add_fact(f, "stores", p->shared_stores, p->shared_store_wavefronts);
}

static const struct kernel_rule kernel_rule = {
	.waits = waits,
	.lacks = lacks,
	.judge = judge,
	.report = report,
};

static void check_bank_conflict(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_bank_conflict = {
	.id = "bank-conflict",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, kernel_threshold, worth_threshold },
	.check = check_bank_conflict,
	.is_about_code = true,
};
