/* SPDX-License-Identifier: MIT */
/*
 * Rule cache-bound: warps load the same data again and again, or add to places in L2, and the
 * caches are what the kernel waits for. Any thread.
 */
#include <math.h>
#include <stdio.h>

#include "base/format.h"
#include "rules/shared/constants.h"
#include "rules/shared/fragments.h"
#include "rules/shared/kernels.h"
#include "rules/shared/slow_loop.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"
#include "trace/trace.h"

enum { SECTOR_BYTES = 32, WORD_BYTES = 4, LANES = 32 };

enum { BUSY, NEAR, WAITS, ROOM, LITTLE_ROOM, SHARED_ROOM, AGAIN, SAID };

static const struct threshold thresholds[] = {
	[BUSY] = { "cache", 60, "%" },
	[NEAR] = { "near", 50, "%" },
	[WAITS] = { "waits", 50, "%" },
	[ROOM] = { "room", 25, "%" },
	[LITTLE_ROOM] = { "little room", 15, "%" },
	[SHARED_ROOM] = { "room beside tiles", 50, "%" },
	[AGAIN] = { "again", 4, "times" },
	[SAID] = { "said", 50, "%" },
	{ .name = NULL },
};

enum cache { CACHE_L1, CACHE_L2, CACHE_SHARED };

/* What of a kernel's time a cache is in use, and the busiest of what is left once it need not be:
 * percent of their peaks. */
struct use {
	enum cache cache;
	double busy, next;
};

/* The issue slots that are in use without the loads. NAN: not known. */
static double issuing_percent(const struct kernel_profile *p)
{
	const double loads = p->global_load_requests / p->instructions;

	return p->issue_active * (loads > 0 && loads < 1 ? 1 - loads : 1);
}

/* The busiest of what computes. The SM's throughput is not: it counts the unit of loads, too. */
static double computing_percent(const struct kernel_profile *p)
{
	double busiest = fmax(issuing_percent(p), p->tensor_active);

	for (int type = 0; type < FLOP_TYPES; type++) {
		const struct roofline *roofline = &p->rooflines[type];

		busiest = fmax(busiest, 100 * roofline->flops_per_s / roofline->peak_flops_per_s);
	}
	return busiest;
}

/* The part of the time that can be won at most, for a cache that is busy; 0: it is not. */
static double room_of(const struct use *use)
{
	return use->busy >= thresholds[NEAR].value ? fmax(1 - use->next / use->busy, 0) : 0;
}

/* How much of the time its warps wait for global memory, in percent; NAN: not known. */
static double waiting_percent(const struct kernel *kernel)
{
	return kernel_stall(kernel, "long_scoreboard") + kernel_stall(kernel, "lg_throttle");
}

/*
 * How certain it is, 0 to 1, that the cache is what the kernel waits for. A cache that is nearly
 * busy enough counts, the less the farther it is from that, if warps wait for what it delivers: a
 * finding must not depend on a tenth of a percent of a counter that differs by more from launch to
 * launch.
 */
static double certainty(const struct kernel *kernel, const struct use *use)
{
	const double busy = thresholds[BUSY].value, near = thresholds[NEAR].value;

	if (use->busy >= busy)
		return 1;
	return use->cache != CACHE_SHARED && waiting_percent(kernel) >= thresholds[WAITS].value
	               ? fmax(use->busy - near, 0) / (busy - near)
	               : 0;
}

/* How certain it is, 0 to 1, that there is enough to win: the less, the closer the next busiest is.
 */
static double worth_of_room(double room)
{
	const double all = thresholds[ROOM].value, least = thresholds[LITTLE_ROOM].value;

	return fmin(fmax(100 * room - least, 0) / (all - least), 1);
}

/* Whether tiles in shared memory, which are there already, leave so much room that they are too
 * small. On tensor cores their size is two constants: what these leave unused counts, as long as
 * there is any room. */
static bool are_tiles_small(const struct kernel_profile *p, const struct use *shared)
{
	struct use tensor = *shared;

	if (!(p->tensor_active > 0))
		return 100 * room_of(shared) >= thresholds[SHARED_ROOM].value;
	tensor.next = p->tensor_active;
	return 100 * room_of(&tensor) >= thresholds[SHARED_ROOM].value &&
	       100 * room_of(shared) >= thresholds[ROOM].value;
}

/* The cache that is busier than all else. Shared memory and the L1 cache are one unit: it is the
 * cache that is busy where passes through shared memory are not most of it. */
static struct use use_of(const struct kernel_profile *p)
{
	const double computing = computing_percent(p);
	const double beyond = fmax(p->dram_percent, p->l2_throughput); /* fmax() passes over NAN */
	const struct use l1 = { CACHE_L1, p->memory_throughput, fmax(beyond, computing) };
	const struct use l2 = { CACHE_L2, p->l2_throughput, fmax(p->dram_percent, computing) };

	const bool is_shared = 2 * p->shared_percent >= l1.busy;

	if (is_shared && are_tiles_small(p, &l1))
		return (struct use){ CACHE_SHARED, l1.busy, l1.next };
	return !is_shared && (100 * room_of(&l1) >= thresholds[ROOM].value ||
	                      room_of(&l1) > room_of(&l2))
	               ? l1
	               : l2;
}

static double loaded_bytes(const struct kernel_profile *p)
{
	return SECTOR_BYTES * p->global_load_sectors;
}

/* What a launch can have loaded at most, each byte once: what it read from device memory, and all
 * that the L2 cache may have held before. NAN: not known. */
static double most_input_bytes(const struct check *check, const struct kernel_profile *p)
{
	const int64_t l2_bytes =
	        p->device == NONE ? 0 : check->trace->devices[p->device].l2_cache_bytes;

	return l2_bytes > 0 ? p->dram_read_bytes + (double)l2_bytes : NAN;
}

static double times_loaded(const struct check *check, const struct kernel_profile *p)
{
	return loaded_bytes(p) / most_input_bytes(check, p);
}

/* How often lanes read each word from shared memory that was loaded to it, where these reads are
 * for arithmetic: an operation on floating-point numbers for every second one, at least. NAN: not
 * counted, or not so. */
static double times_read_from_tiles(const struct kernel_profile *p)
{
	const double reads = LANES * p->shared_loads;
	double flops = 0;

	for (int type = 0; type < FLOP_TYPES; type++)
		flops = fmax(flops, p->flops[type]); /* passes over NAN */
	return 2 * flops >= reads ? reads * WORD_BYTES / loaded_bytes(p) : (double)NAN;
}

/* The sectors in L2 that the atomic operations of a launch changed. NAN: not counted. */
static double atomic_sectors(const struct kernel_profile *p)
{
	return (p->l2_atomic_sectors + p->l2_reduction_sectors) / L2_COUNTS_TWICE;
}

/* Whether it is atomic operations that keep L2 busy: as much of it as loads that are not in the L1
 * cache, and stores. */
static bool is_by_atomics(const struct kernel_profile *p, const struct use *use)
{
	const double missed = is_measured(p->l1_hit) ? 1 - p->l1_hit / 100 : 1;

	return use->cache == CACHE_L2 &&
	       atomic_sectors(p) >=
	               missed * p->global_load_sectors + fmax(p->global_store_sectors, 0);
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	(void)check;
	if (kernel_is_one_warp(kernel) ||
	    fmax(p->memory_throughput, p->l2_throughput) < thresholds[NEAR].value)
		return NULL; /* whatever else was not counted: no cache is busy */
	return is_measured(p->l2_throughput) && is_measured(p->global_load_sectors) ? NULL
	                                                                            : NEEDS_MEMORY;
}

/* Of the bytes that its loads ask for, the part that lanes use. NAN: not counted. */
static double used_part(const struct check *check, const struct kernel *kernel)
{
	const double measured = kernel->profile->global_load_efficiency / 100;

	return is_measured(measured) ? measured : fragments_used_part(check, kernel);
}

/*
 * What could be won beside what uncoalesced costs. The cache has to be the busiest, and data loaded
 * again, even if every byte that is asked for were used: then it is not only the places of the
 * accesses that keep it busy. Where these cannot be chosen, fewer loads are all that helps.
 */
static double room_without_excess(const struct check *check, const struct kernel *kernel,
                                  const struct use *use)
{
	const double used = used_part(check, kernel);
	const double rest = use->busy * used;

	if (use->cache == CACHE_SHARED || is_by_atomics(kernel->profile, use) ||
	    !(1 - use->next / rest >= thresholds[ROOM].value / 100) ||
	    !(times_loaded(check, kernel->profile) * used >= thresholds[AGAIN].value))
		return 0;
	return fragments_advice(check, kernel) ? room_of(use) : (rest - use->next) / use->busy;
}

/* Of the kernel's time, 0 to 1, what the finding of a rule about it is about; 0: there is none. */
static double part_of(const struct check *check, const char *rule, uint32_t function)
{
	const struct finding *f = check_finding_of(check, rule, function);
	const int64_t total_ns = check->profiles->functions[function].total_ns;

	if (!f)
		return 0;
	return total_ns > 0 ? fmin((double)f->cost_ns / (double)total_ns, 1) : 1;
}

/* The same of rules that say why the accesses of KERNEL keep the caches busy. All of it: what they
 * say is what keeps this cache busy, or it is most of the time. */
static double part_said_by_others(const struct check *check, const struct kernel *kernel,
                                  const struct use *use)
{
	const double atomics = part_of(check, "atomic-contention", kernel->function);
	const double conflicts = part_of(check, "bank-conflict", kernel->function);
	const double part = atomics + conflicts + part_of(check, "local-memory", kernel->function);

	if ((atomics > 0 && use->cache == CACHE_L2) || (conflicts > 0 && use->cache != CACHE_L2))
		return 1;
	return 100 * part >= thresholds[SAID].value ? 1 : part;
}

/* Whether data are read more often than need be, from where the cache is busy. */
static bool is_loaded_again(const struct check *check, const struct kernel_profile *p,
                            const struct use *use)
{
	const double least = thresholds[AGAIN].value;

	if (p->local_load_bytes > loaded_bytes(p)) /* NAN: none */
		return false;
	return times_loaded(check, p) >= least ||
	       (use->cache == CACHE_SHARED && times_read_from_tiles(p) >= least);
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct use use = use_of(p);
	const bool is_beside = check_finding_of(check, "uncoalesced", kernel->function);
	const double room = is_beside ? room_without_excess(check, kernel, &use) : room_of(&use);
	const double others = part_said_by_others(check, kernel, &use);
	const double worth = room * worth_of_room(room_of(&use)) * (1 - others);
	const double cost = worth * certainty(kernel, &use);
	const bool is_again = is_loaded_again(check, p, &use);
	double same;

	if (!(worth > 0))
		return (struct kernel_loss){ 0 };
	if (is_by_atomics(p, &use) && use.busy >= thresholds[BUSY].value)
		return (struct kernel_loss){
			.cost = worth,
			.saved = NAN,
			.why_not = "what remains depends on how many operations can be added up "
			           "before they go to the cache",
		};
	if (!is_again || is_by_atomics(p, &use))
		return (struct kernel_loss){ 0 };
	same = slow_loop_same_part(check, kernel->function);
	return (struct kernel_loss){
		.cost = same > 0 ? same * (1 - others) : cost,
		.saved = NAN,
		.why_not = same > 0 ? "what the loop should do, a trace does not show; the cost "
		                      "is its time"
		           : cost < room_of(&use)
		                   ? "it depends on how often a value can be used once it is loaded"
		                   : "it depends on how often a value can be used once it is "
		                     "loaded; at most the cost, since the next busiest unit needs "
		                     "the rest of the time",
	};
}

static void say_next(struct finding *f, const struct use *use)
{
	finding_fact(f, "next",
	             "the busiest of the other units is at %.0f %% of its peak, the loads' own "
	             "instructions left out",
	             use->next);
}

static void report_atomics(struct finding *f, const struct kernel_profile *p, const struct use *use)
{
	finding_headline(f, "%s: its atomic operations keep the L2 cache at %.0f %% of its peak",
	                 f->subject, use->busy);
	finding_advice(f, "Send fewer of them: let a block add up in shared memory what goes to "
	                  "the same places, with a part of the places for each block if all do "
	                  "not fit, and add that to global memory once; or sort or bin the items "
	                  "by where they go, so that neighbouring threads have the same place and "
	                  "add up within the warp first.");
	finding_fact(f, "atomics", "%s sectors changed by a launch, for %s requests of warps",
	             format_count(FORMAT, (int64_t)fmin(atomic_sectors(p), 1e15)),
	             format_count(FORMAT,
	                          (int64_t)fmin(p->global_atomics + p->global_reductions, 1e15)));
	say_next(f, use);
}

/* How often, in TEXT: three digits, or all of a larger number. */
static const char *write_times(char text[FORMAT_MAX], double times)
{
	if (times >= 1000)
		return format_count(text, (int64_t)fmin(times, 1e15));
	snprintf(text, FORMAT_MAX, "%.3g", times);
	return text;
}

static void say_again(struct finding *f, const struct use *use, double times,
                      const struct kernel_profile *p)
{
	if (use->cache == CACHE_SHARED && !(times >= thresholds[AGAIN].value))
		finding_headline(f,
		                 "%s reads each word that it loads %s times from shared memory, "
		                 "which is at %.0f %% of its peak",
		                 f->subject, write_times(FORMAT, times_read_from_tiles(p)),
		                 use->busy);
	else if (use->cache == CACHE_L2 && p->l1_hit > 0)
		finding_headline(f,
		                 "%s loads each byte at least %s times: the L1 cache has %.0f %% "
		                 "of that, and the L2 cache, which delivers the rest, is at %.0f "
		                 "%% of its peak",
		                 f->subject, write_times(FORMAT, times), p->l1_hit, use->busy);
	else
		finding_headline(f,
		                 "%s loads each byte at least %s times, and %s, which delivers "
		                 "them, is at %.0f %% of its peak",
		                 f->subject, write_times(FORMAT, times),
		                 use->cache == CACHE_L1   ? "the L1 cache"
		                 : use->cache == CACHE_L2 ? "the L2 cache"
		                                          : "shared memory",
		                 use->busy);
}

static void advise(struct finding *f, const struct use *use, bool waits)
{
	static const char latency[] = " Or have more loads on their way: issue those of the next "
	                              "step before this one's results are used, or let more warps "
	                              "fit (fewer registers or less shared memory for each).";

	if (use->cache == CACHE_SHARED)
		finding_advice(
		        f, "Its tiles are small for what they cost: let each thread compute more "
		           "results from what it has taken into registers (8 x 8 of a "
		           "product), with larger tiles for each block, so that a value is "
		           "read from shared memory less often. For products of matrices, a "
		           "library (cuBLAS, CUTLASS) does so, on tensor cores where the type "
		           "allows.");
	else if (use->cache == CACHE_L1)
		finding_advice(f,
		               "Load a value once and use it several times from a register: "
		               "let each thread compute several neighbouring results (a tile "
		               "of 4 x 4 or 8 x 8 of a product, several points of a stencil), "
		               "and load 16 bytes at a time (float4). Keep in shared memory "
		               "what the threads of a block share.%s",
		               waits ? latency : "");
	else
		finding_advice(f,
		               "Let each block load a tile of its input into shared memory once "
		               "and compute all from there, with several results in each "
		               "thread, so that the blocks ask the L2 cache for less. Larger "
		               "tiles ask for still less, and wider ones, along the rows, waste "
		               "fewer sectors at their edges.%s",
		               waits ? latency : "");
}

static void report_same(struct check *check, struct finding *f, const struct kernel *kernel)
{
	finding_headline(f,
	                 "%s: a loop does the same in each of its rounds, for %.0f %% of its time",
	                 f->subject, 100 * slow_loop_same_part(check, kernel->function));
	finding_advice(f, "%s", slow_loop_say(check, f, kernel->function));
	finding_fact(f, "loaded", "%s by a launch",
	             format_bytes(FORMAT, (int64_t)fmin(loaded_bytes(kernel->profile), 0x1p60)));
}

/* Whether latency is as much what it waits for: no unit binds it, and its warps wait for loads. */
static bool waits_as_well(const struct kernel *kernel, const struct use *use)
{
	return use->cache != CACHE_SHARED && use->busy < VERDICT_BOUND_PERCENT &&
	       waiting_percent(kernel) >= thresholds[WAITS].value;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct use use = use_of(p);
	const bool waits = waits_as_well(kernel, &use);

	if (is_by_atomics(p, &use)) {
		report_atomics(f, p, &use);
		return;
	}
	if (slow_loop_same_part(check, kernel->function) > 0) {
		report_same(check, f, kernel);
		return;
	}
	say_again(f, &use, times_loaded(check, p), p);
	advise(f, &use, waits);
	finding_advice_instead(f, fragments_advice(check, kernel));
	if (use.cache != CACHE_SHARED)
		finding_advice_instead(f, slow_loop_say(check, f, kernel->function));
	if (use.cache == CACHE_SHARED || 100 * room_of(&use) < thresholds[ROOM].value)
		f->severity = FINDING_NOTE;
	fragments_say_use(check, f, kernel);
	finding_fact(
	        f, "loaded",
	        "%s by a launch, of at most %s: what it read from memory, and all that fits into "
	        "the L2 cache",
	        format_bytes(FORMAT, (int64_t)fmin(loaded_bytes(p), 0x1p60)),
	        format_bytes(FORMAT, (int64_t)fmin(most_input_bytes(check, p), 0x1p60)));
	if (is_measured(p->l1_hit))
		finding_fact(f, "hits", "%.0f %% in the L1 cache", p->l1_hit);
	say_next(f, &use);
	if (check_finding_of(check, "uncoalesced", kernel->function))
		finding_fact(
		        f, "used",
		        "%.2g %% of the bytes of the sectors that its loads ask for; if all were, "
		        "each byte would still be loaded %s times",
		        100 * used_part(check, kernel),
		        write_times(FORMAT, times_loaded(check, p) * used_part(check, kernel)));
	if (waits && is_measured(p->achieved_occupancy))
		finding_fact(
		        f, "latency",
		        "no unit binds it alone: its warps wait for loads for %.0f %% of their "
		        "time, and %.0f %% of the warps that an SM holds are there",
		        waiting_percent(kernel), p->achieved_occupancy);
}

static const char *const waits[] = { "long_scoreboard", "lg_throttle", NULL };

static const struct kernel_rule kernel_rule = {
	.waits = waits,
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.is_by_shape = true,
};

static void check_cache_bound(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_cache_bound = {
	.id = "cache-bound",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, kernel_threshold, worth_threshold },
	.yields_to = { "uncoalesced", "atomic-contention", "local-memory", "bank-conflict" },
	.check = check_cache_bound,
};
