/* SPDX-License-Identifier: MIT */
/* Rule uncoalesced: warps ask for more sectors of memory than their data would fill. Any thread. */
#include <math.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/fragments.h"
#include "rules/shared/kernels.h"
#include "rules/shared/moving_part.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/slow_loop.h"
#include "rules/shared/worth.h"

enum { SECTOR_BYTES = 32 };

enum { NEEDED, BY_DATA, IDLE, WARPS, FULL, NARROW, HIT, MEAN, FEW, LANES, VECTOR };

static const struct threshold thresholds[] = {
	[NEEDED] = { "needed", 80, "%" }, [BY_DATA] = { "by data", 90, "%" },
	[IDLE] = { "idle", 10, "%" },     [WARPS] = { "warps", 50, "%" },
	[FULL] = { "full", 75, "%" },     [NARROW] = { "narrow", 2, "bytes" },
	[HIT] = { "hit", 90, "%" },       [MEAN] = { "mean", 50, "%" },
	[FEW] = { "few", 10, "%" },       [LANES] = { "lanes", 4, "lanes" },
	[VECTOR] = { "vector", 33, "%" }, { .name = NULL },
};

/* Sectors asked for, and how many would do. */
struct sectors {
	double asked, needed;
	bool is_at_most; /* no more are needed than that */
	bool is_width_unknown;
};

/* Loads or stores of a kernel, or its atomic operations. */
struct requests {
	double count, sectors;
	double efficiency; /* the used part of each sector's bytes, in percent; NAN: not counted */
	int narrowest_bytes, widest_bytes; /* of a lane, as the code says; 0: unknown */
};

/* Loads, and stores, of KERNEL. The bytes of loads that go to shared memory at once are not counted
 * (smsp__sass_data_bytes_mem_global_op_ld is 0 for these alone, on an H200). */
static struct requests loads_of(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct code *code = kernel->code;

	return (struct requests){
		.count = p->global_load_requests,
		.sectors = p->global_load_sectors,
		.efficiency = code && code->loads_to_shared ? NAN : p->global_load_efficiency,
		.narrowest_bytes = code ? code->narrowest_load_bytes : 0,
		.widest_bytes = code ? code->widest_load_bytes : 0,
	};
}

static struct requests stores_of(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct code *code = kernel->code;

	return (struct requests){
		.count = p->global_store_requests,
		.sectors = p->global_store_sectors,
		.efficiency = p->global_store_efficiency,
		.narrowest_bytes = code ? code->narrowest_store_bytes : 0,
		.widest_bytes = code ? code->widest_store_bytes : 0,
	};
}

/* Lanes that are active, on average. */
static double lanes_of(const struct kernel *kernel)
{
	return fmin(kernel->profile->threads_pred_on_per_inst, kernel_lanes(kernel));
}

/* What a lane accesses, on average, if as many are active as in other instructions. NAN: not
 * counted. */
static double lane_bytes(const struct kernel *kernel, const struct requests *requests)
{
	return requests->efficiency / 100 * requests->sectors * SECTOR_BYTES /
	       (requests->count * lanes_of(kernel));
}

/*
 * How many sectors would do, at most: those that the data would fill, and one more for each
 * request. An access that all lanes make to one word uses little of its sector and needs it all the
 * same. Which accesses those are is not known here. What the data would fill is what was used of
 * the sectors, and no less than neighbouring lanes, as many as are active, access at their widest:
 * sectors that idle lanes leave unused are divergence's matter. Where the bytes that were counted
 * are no more than half of the widest for each lane, most accesses are narrower: then their mean
 * counts, but at their narrowest at least.
 */
static double most_needed(const struct kernel *kernel, const struct requests *requests)
{
	double bytes = requests->widest_bytes, filled;

	if (lane_bytes(kernel, requests) <= thresholds[MEAN].value / 100 * bytes)
		bytes = fmax(requests->narrowest_bytes, lane_bytes(kernel, requests));
	filled = requests->sectors * requests->efficiency / 100;
	if (requests->widest_bytes)
		filled = fmax(filled, requests->count * lanes_of(kernel) * bytes / SECTOR_BYTES);
	return is_measured(filled) ? requests->count + filled : requests->count * SECTORS_WIDEST;
}

/* So few lanes are active that neighbouring words of theirs fill hardly any more of a sector. */
static bool has_few_lanes(const struct kernel *kernel)
{
	return lanes_of(kernel) < thresholds[LANES].value;
}

/* Whether REQUESTS have no more sectors than the few lanes that are active: one each, whatever the
 * layout. What takes so few bytes that a lane needs its sector many times could take more. */
static bool is_of_few_lanes(const struct kernel *kernel, const struct requests *requests)
{
	return has_few_lanes(kernel) &&
	       !(lane_bytes(kernel, requests) <= thresholds[NARROW].value) &&
	       requests->sectors <= thresholds[LANES].value * requests->count;
}

static void add_requests(struct sectors *sectors, const struct kernel *kernel,
                         struct requests requests)
{
	if (!is_measured(requests.count) || !is_measured(requests.sectors))
		return;
	sectors->is_width_unknown |=
	        requests.count > 0 && !is_measured(requests.efficiency) && !requests.widest_bytes;
	sectors->is_at_most = true;
	sectors->asked += requests.sectors;
	sectors->needed += is_of_few_lanes(kernel, &requests)
	                           ? requests.sectors
	                           : fmin(requests.sectors, most_needed(kernel, &requests));
}

/* The requests of warps for atomic operations on global memory; of the sectors, no more than a
 * request can have: L2 counts more of those that are tried again and again, as at a lock. */
static struct requests atomics_of(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double count = p->global_atomics + p->global_reductions;
	const double sectors = (p->l2_atomic_sectors + p->l2_reduction_sectors) / L2_COUNTS_TWICE;
	const double lanes = has_few_lanes(kernel) ? lanes_of(kernel) : kernel_lanes(kernel);

	return (struct requests){
		.count = count,
		.sectors = is_measured(sectors) ? fmin(sectors, count * lanes) : NAN,
		.efficiency = NAN,
		.widest_bytes = ATOMIC_BYTES,
	};
}

static struct sectors sectors_of(const struct kernel *kernel)
{
	struct sectors sectors = { 0 };

	add_requests(&sectors, kernel, atomics_of(kernel));
	if (is_measured(kernel->counts.global_sectors) &&
	    is_measured(kernel->counts.global_sectors_ideal)) {
		sectors.asked += kernel->counts.global_sectors;
		sectors.needed += kernel->counts.global_sectors_ideal;
		sectors.is_at_most = sectors.asked > kernel->counts.global_sectors;
		return sectors;
	}
	add_requests(&sectors, kernel, loads_of(kernel));
	add_requests(&sectors, kernel, stores_of(kernel));
	return sectors;
}

/* Whether the sectors of REQUESTS are no more than there are if each lane of an access whose place
 * the data decide has a sector of its own, and the others have the fewest. Where data decide the
 * place of all, nothing else can: more lanes may be active there than on average. */
static bool is_explained(const struct kernel *kernel, const struct requests *requests,
                         const struct code_accesses *accesses)
{
	const double lanes = lanes_of(kernel);
	const double fewest = fmax(1, lanes * requests->widest_bytes / SECTOR_BYTES);
	double share;

	if (!(requests->count > 0) || !(requests->sectors > 0) ||
	    (accesses->all && accesses->by_data == accesses->all))
		return true;
	share = accesses->all ? (double)accesses->by_data / (double)accesses->all : 0;
	return requests->count * (share * lanes + (1 - share) * fewest) >=
	       thresholds[BY_DATA].value / 100 * requests->sectors;
}

/* ---- who decides where it reads and writes ---- */

/* THREADS: where a thread goes follows from its number. DATA: an index that is loaded itself
 * decides, so that no other order of the threads would need fewer sectors. */
enum places { PLACES_OF_THREADS, PLACES_OF_BOTH, PLACES_OF_DATA };

static double excess_sectors(const struct kernel_lines *lines, const struct kernel_line *line,
                             const void *context)
{
	(void)lines;
	(void)context;
	return line->excess_sectors;
}

static double excess_by_data(const struct kernel_lines *lines, const struct kernel_line *line,
                             const void *context)
{
	const struct code_instruction *instruction = kernel_code_at(context, line);

	(void)lines;
	return instruction && instruction->is_by_data && line->excess_sectors > 0
	               ? line->excess_sectors
	               : 0;
}

/* As instructions were counted, in percent; NAN: they were not, or the code is not known. */
static double counted_by_data(struct check *check, const struct kernel *kernel)
{
	const double excess = kernel->counts.global_sectors - kernel->counts.global_sectors_ideal;

	return excess > 0 && kernel->code && kernel->code->is_known
	               ? 100 * kernel_weigh_code(check, kernel, excess_by_data, NULL) / excess
	               : NAN;
}

/* Fewer of the code's explain no more of the sectors than are left where data explain nearly all.
 */
static bool is_much_by_data(const struct code_accesses *accesses)
{
	return accesses->by_data > 0 &&
	       percent_of(accesses->by_data, accesses->all) > 100 - thresholds[BY_DATA].value;
}

static enum places places_of(struct check *check, const struct kernel *kernel)
{
	const struct code *code = kernel->code;
	const struct requests loads = loads_of(kernel), stores = stores_of(kernel);
	const double counted = counted_by_data(check, kernel);

	if (!code || !code->is_known || code->loads.by_data + code->stores.by_data <= 0)
		return PLACES_OF_THREADS;
	if (is_measured(counted))
		return counted >= thresholds[BY_DATA].value        ? PLACES_OF_DATA
		       : counted > 100 - thresholds[BY_DATA].value ? PLACES_OF_BOTH
		                                                   : PLACES_OF_THREADS;
	if (!is_much_by_data(&code->loads) && !is_much_by_data(&code->stores))
		return PLACES_OF_THREADS;
	return is_explained(kernel, &loads, &code->loads) &&
	                       is_explained(kernel, &stores, &code->stores)
	               ? PLACES_OF_DATA
	               : PLACES_OF_BOTH;
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	bool is_counted = is_measured(kernel->counts.global_sectors) ||
	                  is_measured(kernel->profile->global_load_sectors) ||
	                  is_measured(kernel->profile->global_store_sectors) ||
	                  is_measured(kernel->profile->l2_reduction_sectors);

	(void)check;
	return is_counted || kernel_is_one_thread(kernel) ? NULL : NEEDS_MEMORY;
}

/* Of the bytes that it loads and stores, the part that is not local memory: local-memory's. */
static double global_part(const struct kernel *kernel, const struct sectors *sectors)
{
	const struct kernel_profile *p = kernel->profile;
	const double local = p->local_load_bytes + p->local_store_bytes;
	const double global = SECTOR_BYTES * sectors->asked;

	return local > 0 ? global / (local + global) : 1;
}

/* The part of its time that goes with memory accesses, at most: 1 where nothing is known. */
static double memory_part(const struct kernel *kernel)
{
	double waiting =
	        kernel_stall(kernel, "long_scoreboard") + kernel_stall(kernel, "lg_throttle");
	/* Of the units that move data, shared memory's is one: where samples say how long warps
	 * waited for global memory, that is what counts. */
	double percent = is_measured(waiting) ? waiting : kernel->profile->memory_throughput;
	double part = fmax(percent / 100, kernel_traffic_part(kernel));

	return is_measured(part) ? fmin(part, 1) : 1;
}

/* Many warps ask for data, and no unit that moves them has much to do: they do not wait for
 * sectors to be moved. */
static bool is_waiting_for_else(const struct kernel_profile *p)
{
	return p->memory_throughput < thresholds[IDLE].value &&
	       p->achieved_occupancy >= thresholds[WARPS].value;
}

/* Of what device memory moves, the part that has to be moved with the fewest sectors, at most. NAN:
 * not measured. */
static double dram_needed(const struct kernel_profile *p, const struct sectors *sectors)
{
	const double part = SECTOR_BYTES * sectors->needed / p->dram_bytes;

	return is_measured(part) ? fmin(part, 1) : NAN;
}

/* Device memory has little time left, and moves no more than what is needed: the sectors beyond
 * that come from caches, beside it. */
static bool is_moving_what_is_needed(const struct kernel_profile *p, const struct sectors *sectors)
{
	return p->dram_percent >= thresholds[FULL].value && dram_needed(p, sectors) >= 1;
}

static double excess_of(const struct sectors *sectors)
{
	return sectors->asked > 0 ? 1 - sectors->needed / sectors->asked : 0;
}

/*
 * Whether threads take the words beside their own one after another: of the sectors at least what a
 * thread with three such words uses is used each time, the L1 cache has what is too much, and
 * device memory moves no more than is needed.
 */
static bool is_too_much_in_l1(const struct kernel *kernel, const struct sectors *sectors)
{
	return 2 * kernel->profile->global_load_sectors > sectors->asked &&
	       kernel->profile->global_load_efficiency >= thresholds[VECTOR].value &&
	       kernel->profile->l1_hit >= 100 * excess_of(sectors) &&
	       dram_needed(kernel->profile, sectors) >= 1;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	struct sectors sectors = sectors_of(kernel);
	const double excess = excess_of(&sectors);

	if (excess <= 1 - thresholds[NEEDED].value / 100 ||
	    kernel_profile_is_computing(kernel->profile) || is_waiting_for_else(kernel->profile) ||
	    is_moving_what_is_needed(kernel->profile, &sectors) ||
	    check_finding_of(check, "atomic-contention", kernel->function))
		return (struct kernel_loss){ 0 };
	/* What device memory has to move in any case takes its time, all where that is not known:
	 * fmin() passes over NAN. */
	return (struct kernel_loss){
		.cost = fmin(excess * fmin(memory_part(kernel) * global_part(kernel, &sectors),
		                           moving_part(check, kernel, sectors.asked,
		                                       thresholds[IDLE].value)),
		             1 - fmin(dram_needed(kernel->profile, &sectors), 1) *
		                             kernel->profile->dram_percent / 100),
		.saved = NAN,
		.why_not = "how much faster fewer sectors are depends on which cache they came "
		           "from",
	};
}

/* Whether lanes load few bytes at a time, each from a row of its own: what it brought it finds in
 * the L1 cache the next time. */
static bool reads_rows_in_bytes(const struct kernel *kernel)
{
	const struct requests loads = loads_of(kernel);

	return lane_bytes(kernel, &loads) <= thresholds[NARROW].value &&
	       kernel->profile->l1_hit >= thresholds[HIT].value &&
	       2 * loads.sectors > sectors_of(kernel).asked;
}

/*
 * Whether the lanes of a warp make rows of neighbouring words that are shorter than a sector, since
 * the block is so narrow: each row is one sector, or two where it begins in the middle of one.
 */
static bool has_narrow_rows(const struct kernel *kernel, const struct requests *requests)
{
	const double width = kernel->shape ? kernel->shape->block[0] : 0;
	const double rows = lanes_of(kernel) / width, each = requests->sectors / requests->count;

	return width * requests->widest_bytes < SECTOR_BYTES && rows > 1 &&
	       fabs(each - rows) <= thresholds[FEW].value / 100 * rows;
}

/* The same of all that it loads and stores, in blocks of several rows. */
static bool has_narrow_blocks(const struct kernel *kernel)
{
	const struct requests loads = loads_of(kernel), stores = stores_of(kernel);

	return kernel->shape && kernel->threads > kernel->shape->block[0] &&
	       (loads.count > 0 || stores.count > 0) &&
	       (!(loads.count > 0) || has_narrow_rows(kernel, &loads)) &&
	       (!(stores.count > 0) || has_narrow_rows(kernel, &stores));
}

static void advise_wider_blocks(struct finding *f, const struct kernel *kernel)
{
	const int32_t *block = kernel->shape->block;

	finding_advice(f,
	               "Its blocks are %d wide in x (%d x %d x %d threads), and only as many lanes "
	               "of a warp take neighbouring words: make blockDim.x 32, and the other sides "
	               "as much shorter. A tile in shared memory has to be as wide.",
	               block[0], block[0], block[1], block[2]);
}

/* Adds the fact LABEL: how many sectors REQUESTS have each, of those ASKED in all, if that is more
 * than they need. */
static void add_fact(struct finding *f, const char *label, const struct kernel *kernel,
                     const struct requests *requests, double asked)
{
	if (!(requests->count > 0) || !(requests->sectors >= thresholds[FEW].value / 100 * asked) ||
	    is_of_few_lanes(kernel, requests) || most_needed(kernel, requests) >= requests->sectors)
		return;
	if (is_measured(requests->efficiency))
		finding_fact(f, label,
		             "%.1f sectors for each request of a warp, of whose bytes %.2g %% are "
		             "used",
		             requests->sectors / requests->count, requests->efficiency);
	else
		finding_fact(f, label, "%.1f sectors for each request of a warp",
		             requests->sectors / requests->count);
}

static void add_accesses(struct finding *f, const char *what, const struct code_accesses *accesses)
{
	if (accesses->by_data)
		finding_fact(f, "by data", "%lld of %lld %s have a place that loaded data decide",
		             (long long)accesses->by_data, (long long)accesses->all, what);
}

static const char also_by_data[] =
        "Where data that are loaded decide the place, as in x[column[i]] or in a search, that "
        "changes "
        "nothing: sort or bin the items by it, or let each block load a small table into shared "
        "memory first.";

static void advise(struct finding *f, const struct kernel *kernel, const struct sectors *sectors,
                   enum places places)
{
	const struct requests atomics = atomics_of(kernel);

	if (2 * atomics.sectors > sectors->asked)
		finding_advice(f, "Let the atomic operations of a warp go to neighbouring words: "
		                  "sort or bin the items first, so that those of a warp belong "
		                  "together, or add up in shared memory, part by part of the "
		                  "result, and write each part once.");
	else if (reads_rows_in_bytes(kernel))
		finding_advice(f, "A thread asks for the same sector again and again, for few "
		                  "bytes of it: let neighbouring threads take neighbouring "
		                  "elements, each in steps of as many as there are threads. Where "
		                  "a thread needs a row of its own, let the block read its rows "
		                  "into shared memory first, neighbouring threads neighbouring "
		                  "words; or, if each row begins at a multiple of 16 bytes, load "
		                  "16 bytes at a time (uint4) and take the bytes from "
		                  "registers: elsewhere such a load fails.");
	else if (places == PLACES_OF_DATA)
		finding_advice(
		        f,
		        "Where it reads and writes, the data that it loads decide, by an index as "
		        "in x[column[i]] or by comparisons as in a binary search: no other order "
		        "of threads or loops needs fewer sectors. Fewer are needed where the data "
		        "can be put into another order, "
		        "so that neighbouring items refer to neighbouring ones (rows of a matrix "
		        "renumbered, particles sorted by cell, look-ups sorted or binned by their "
		        "index), where a table is small enough for each block to load it into "
		        "shared memory first, or where a smaller type leaves more of it in the "
		        "cache. Where they are random by nature, it is as it should be.");
	else if (has_narrow_blocks(kernel))
		advise_wider_blocks(f, kernel);
	else if (is_too_much_in_l1(kernel, sectors))
		finding_advice(
		        f,
		        "The L1 cache has the sectors that are asked for again: what they cost is "
		        "requests. Where a thread takes neighbouring words one after another (of a "
		        "window, of a structure), let it load them at once, as float2, float4 or "
		        "an aligned structure. Else let neighbouring threads access neighbouring "
		        "words: swap the indices or the loops.");
	else
		finding_advice(
		        f,
		        "Let neighbouring threads access neighbouring words: swap the indices or "
		        "the loops, or store structures as arrays of their members. Where each "
		        "thread goes through a row of its own, give each row to a warp: its lanes "
		        "take neighbouring words, and put together what they found by shuffles. "
		        "Where rows become columns, go through a tile in shared memory, at least "
		        "32 bytes wide.");
}

static void say_who_decides(struct check *check, struct finding *f, const struct kernel *kernel,
                            enum places places)
{
	const double counted = counted_by_data(check, kernel);

	if (places == PLACES_OF_THREADS)
		return;
	if (places == PLACES_OF_DATA)
		f->severity = FINDING_NOTE;
	if (is_measured(counted)) {
		finding_fact(f, "by data",
		             "%.0f %% of the sectors in excess are of accesses whose place loaded "
		             "data decide",
		             counted);
		return;
	}
	add_accesses(f, "loads", &kernel->code->loads);
	add_accesses(f, "stores", &kernel->code->stores);
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct requests atomics = atomics_of(kernel);
	const struct requests loads = loads_of(kernel), stores = stores_of(kernel);
	const struct sectors sectors = sectors_of(kernel);
	const enum places places = places_of(check, kernel);

	if (kernel->alike)
		finding_headline(f,
		                 "%s and %s: %s%.0f %% of the sectors of memory that the first "
		                 "asks for are needed",
		                 f->subject,
		                 name_count(NAME, kernel->alike, "other kernel", "other kernels"),
		                 sectors.is_at_most ? "at most " : "",
		                 100 * sectors.needed / sectors.asked);
	else
		finding_headline(f, "%s: %s%.0f %% of the sectors of memory it asks for are needed",
		                 f->subject, sectors.is_at_most ? "at most " : "",
		                 100 * sectors.needed / sectors.asked);
	advise(f, kernel, &sectors, places);
	if (places == PLACES_OF_THREADS)
		finding_advice_instead(f, fragments_advice(check, kernel));
	finding_advice_then(f, places == PLACES_OF_BOTH ? also_by_data : NULL);
	finding_advice_then(f, slow_loop_say_again(check, f, kernel->function));
	say_who_decides(check, f, kernel, places);
	fragments_say_use(check, f, kernel);
	if (is_too_much_in_l1(kernel, &sectors)) {
		f->severity = FINDING_NOTE;
		finding_fact(f, "in the cache", "L1 has %.0f %% of the sectors",
		             kernel->profile->l1_hit);
	}
	kernel_name_lines(check, f, kernel, "excess at", excess_sectors, NULL);
	if (!f->file && places == PLACES_OF_DATA)
		kernel_name_data_loads(check, f, kernel);
	add_fact(f, "loads", kernel, &loads, sectors.asked);
	add_fact(f, "stores", kernel, &stores, sectors.asked);
	add_fact(f, "atomics", kernel, &atomics, sectors.asked);
	if (sectors.is_width_unknown)
		finding_fact(f, "unknown", "how wide the accesses are: record with %s",
		             "--metrics=memory,efficiency or --metrics=source");
}

/* What to do where data decide is the same for all such kernels, as for the variants of a search.
 * Others have places of their own that need another order each. */
static const char *cause(struct check *check, const struct kernel *kernel)
{
	const struct sectors sectors = sectors_of(kernel);

	return 2 * atomics_of(kernel).sectors > sectors.asked || reads_rows_in_bytes(kernel) ||
	                       places_of(check, kernel) != PLACES_OF_DATA
	               ? NULL
	               : "data";
}

static const char *const waits[] = { "long_scoreboard", "lg_throttle", NULL };

static const struct kernel_rule kernel_rule = {
	.waits = waits,
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.cause = cause,
	.leaves_small = true,
};

static void check_uncoalesced(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_uncoalesced = {
	.id = "uncoalesced",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, peak_threshold, kernel_threshold, worth_threshold },
	.yields_to = { "atomic-contention" },
	.check = check_uncoalesced,
	.is_about_code = true,
};
