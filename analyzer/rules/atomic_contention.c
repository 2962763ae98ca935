/* SPDX-License-Identifier: MIT */
/* Rule atomic-contention: atomic operations that wait for one another. Any thread. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/text.h"
#include "code/code.h"
#include "rules/shared/atomic_part.h"
#include "rules/shared/constants.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

enum { SECTOR_BYTES = 32 };

enum { DOMINANT, THERE, BUSY, REQUESTS, MOSTLY, SERIAL, SPREAD, SENT, IDLE, LOADS, REACH };

static const struct threshold thresholds[] = {
	[DOMINANT] = { "dominant", 30, "%" }, [THERE] = { "there", 25, "%" },
	[BUSY] = { "busy", 60, "%" },         [REQUESTS] = { "requests", 25, "%" },
	[MOSTLY] = { "mostly", 50, "%" },     [SERIAL] = { "serial", 25, "%" },
	[SPREAD] = { "spread", 400, "%" },    [SENT] = { "sent", 50, "%" },
	[IDLE] = { "idle", 25, "%" },         [LOADS] = { "loads", 4000, "cycles" },
	[REACH] = { "reach", 8, "GiB" },      { .name = NULL },
};

/* States of a warp whose atomic operations queue. Waiting for data is not one: an operation needs
 * the value that was loaded just before. */
static const char *const queueing_global[] = { "lg_throttle", "drain", "membar", NULL };
/* At the operations themselves; elsewhere shared memory queues so. */
static const char *const queueing_there[] = { "lg_throttle", "drain", "membar", "mio_throttle",
	                                      NULL };
static const char *const queueing_shared[] = { "mio_throttle", "short_scoreboard", NULL };

/* Of the kernel's samples, in percent. */
struct queueing {
	double global, shared;
	double there;   /* of `global`: at the operations themselves */
	double retries; /* of both: in loops that try an operation again, whatever warps do there */
	double locks;   /* of `retries`: to take a lock */
	double global_locks;              /* of them: in global memory */
	double issued, issued_in_retries; /* instructions */
	double at_atomics, at_counters;   /* on global memory, and of them at such */
};

static bool is_of_earlier_function(const void *item, const void *key)
{
	return ((const struct trace_pc_sample *)item)->function < *(const uint32_t *)key;
}

/* The position of the first sample of FUNCTION: they are in order of function. */
static size_t first_sample(const struct trace *trace, uint32_t function)
{
	return lower_bound(&function, trace->pc_samples, trace->pc_samples_count,
	                   sizeof *trace->pc_samples, is_of_earlier_function);
}

static bool is_at_shared_atomic(const struct code *code, int64_t offset_bytes)
{
	for (int i = 0; i < RESULT_INSTRUCTIONS; i++) {
		const struct code_atomic *atomic =
		        code_atomic_at(code, offset_bytes - (int64_t)i * CODE_INSTRUCTION_BYTES);

		if (atomic)
			return atomic->is_shared;
	}
	return false;
}

/* Adds a sample that is PERCENT of the kernel's, for REASON at ATOMIC or, NULL, elsewhere. */
static void add_global(struct queueing *found, const struct code *code, const char *reason,
                       const struct code_atomic *atomic, double percent)
{
	const bool is_there = atomic && !atomic->is_shared;

	if (!text_is_one_of(reason, is_there ? queueing_there : queueing_global))
		return;
	found->global += percent;
	/* A warp that ends waits for what it has sent, and without stores that is these. */
	if (is_there || (strcmp(reason, "drain") == 0 && !code->stores.all))
		found->there += percent;
}

/* Adds a sample that is PERCENT of the kernel's, of a loop that tries RETRIED again. */
static void add_retry(struct queueing *found, const struct code_atomic *retried, double percent)
{
	found->retries += percent;
	const double lock = retried->takes_lock ? percent : 0;

	found->locks += lock;
	if (retried->is_shared) {
		found->shared += percent;
	} else {
		found->global += percent;
		found->there += percent;
		found->global_locks += lock;
	}
}

/*
 * Full queues: of the whole kernel for global memory, since the accesses between atomic operations
 * queue behind them, if warps wait at these, too, and not at other accesses alone; at the
 * operations themselves, and for their results, for shared memory. And loops that try again what
 * another thread was faster with.
 */
static struct queueing queueing_of(const struct trace *trace, const struct kernel *kernel)
{
	struct queueing found = { 0 };

	if (kernel->profile->samples < SAMPLES_MIN)
		return found;
	for (size_t i = first_sample(trace, kernel->function);
	     i < trace->pc_samples_count && trace->pc_samples[i].function == kernel->function;
	     i++) {
		const struct trace_pc_sample *sample = &trace->pc_samples[i];
		const struct trace_stall_reason *reason = &trace->stall_reasons[sample->reason];
		const struct code_atomic *atomic =
		        code_atomic_at(kernel->code, sample->pc_offset_bytes);
		const struct code_atomic *retried =
		        code_retried_at(kernel->code, sample->pc_offset_bytes);
		double percent = 100 * (double)sample->samples / (double)kernel->profile->samples;

		/* Who waits at a barrier is seen behind it, which may be where such a loop begins.
		 */
		if (reason->is_subset || strcmp(reason->label, "barrier") == 0)
			continue;
		if (atomic && !atomic->is_shared) {
			found.at_atomics += percent;
			found.at_counters += atomic->is_counter ? percent : 0;
		}
		if (reason->is_issuing) {
			found.issued += percent;
			found.issued_in_retries += retried ? percent : 0;
		}
		if (retried)
			add_retry(&found, retried, percent);
		if (retried || reason->is_issuing)
			continue;
		if (kernel->code->global_atomics)
			add_global(&found, kernel->code, reason->label, atomic, percent);
		if (text_is_one_of(reason->label, queueing_shared) &&
		    is_at_shared_atomic(kernel->code, sample->pc_offset_bytes))
			found.shared += percent;
	}
	if (100 * found.there < thresholds[THERE].value * found.global)
		found.global = 0;
	return found;
}

/* How often a warp asked for an atomic operation on global memory. NAN: not counted. */
static double requests(const struct kernel *kernel)
{
	return kernel->profile->global_atomics + kernel->profile->global_reductions;
}

/* That many operations would take, one in each cycle, in percent of the kernel's time. */
static double serial_percent(const struct check *check, const struct kernel *kernel,
                             double operations)
{
	const struct kernel_profile *p = kernel->profile;
	double duration_ns = is_measured(p->time_ns) ? p->time_ns : p->duration_ns;
	double cycles_per_ns =
	        p->device == NONE ? NAN
	                          : (double)check->trace->devices[p->device].core_clock_khz * 1e-6;

	return 100 * operations / (cycles_per_ns * duration_ns);
}

/* How many SMs the blocks of a launch can be on. */
static int64_t sms_in_use(const struct check *check, const struct kernel *kernel)
{
	const struct trace_launch_shape *shape = kernel->shape;
	const uint32_t device = kernel->profile->device;
	const int64_t sms = device == NONE ? 0 : check->trace->devices[device].multiprocessors;
	int64_t blocks = 1;

	for (int i = 0; i < 3; i++)
		if (!shape || __builtin_mul_overflow(blocks, (int64_t)shape->grid[i], &blocks))
			return sms;
	return blocks < sms ? blocks : sms;
}

/*
 * Whether the SMs sent the operations about as fast as they can, one sector in a cycle each: then
 * they waited for that, as in a grid of few blocks, and not for one another.
 */
static bool is_bound_by_sending(const struct check *check, const struct kernel *kernel,
                                double sectors)
{
	return serial_percent(check, kernel, sectors) >
	       thresholds[SENT].value * (double)sms_in_use(check, kernel);
}

/* The sectors that the operations of a launch touched, at least one for each request: L2 counts
 * half of them twice. */
static double atomic_sectors(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	return (p->l2_atomic_sectors + p->l2_reduction_sectors) / L2_COUNTS_TWICE;
}

/*
 * Whether operations are few among the requests, so that others may have filled the queue; unless
 * warps are seen to wait at the operations, while L2 and device memory have little to do for those
 * others.
 */
static bool are_few(const struct kernel *kernel, const struct queueing *queueing)
{
	const struct kernel_profile *p = kernel->profile;
	double all = requests(kernel) + p->global_load_requests + p->global_store_requests;

	return 100 * requests(kernel) < thresholds[REQUESTS].value * all &&
	       !(queueing->global > 0 &&
	         100 * queueing->there >= thresholds[MOSTLY].value * queueing->global &&
	         p->l2_throughput < thresholds[IDLE].value &&
	         p->dram_percent < thresholds[IDLE].value);
}

/* Whether so many sectors were touched that the operations cannot have waited for one address. */
static bool is_spread(const struct check *check, const struct kernel *kernel)
{
	return serial_percent(check, kernel, atomic_sectors(kernel)) > thresholds[SPREAD].value;
}

/*
 * The sectors are in L2, which has little to do on average: a queue that is full then waits for few
 * places of it. Device memory moves no more than once what was touched.
 */
static bool is_l2_idle(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	return p->l2_throughput < thresholds[IDLE].value &&
	       p->dram_bytes <= SECTOR_BYTES * atomic_sectors(kernel);
}

/*
 * Whether the counts fit to operations that wait for one another. A request holds as many
 * operations as lanes, if the compiler has not added up their values before; and no fewer than the
 * sectors that it touches.
 */
static bool is_contended_by_counts(const struct check *check, const struct kernel *kernel,
                                   const struct queueing *queueing)
{
	const struct kernel_profile *p = kernel->profile;
	double most = requests(kernel) * kernel_lanes(kernel);

	return is_measured(p->l2_atomic_sectors + p->l2_reduction_sectors) &&
	       is_measured(p->global_load_requests + p->global_store_requests) &&
	       serial_percent(check, kernel, most) >= thresholds[SERIAL].value &&
	       !are_few(kernel, queueing) &&
	       !is_bound_by_sending(check, kernel, atomic_sectors(kernel)) &&
	       !is_spread(check, kernel);
}

/* ---- loads that wait behind them ---- */

/* How long a warp waits for one of its loads from global memory, in cycles, on average: no wait for
 * the result of an atomic operation counts, where samples tell these apart. NAN: not known. */
static double cycles_of_load(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const double warps = p->has_occupancy
	                             ? (double)p->occupancy.max_warps * p->achieved_occupancy / 100
	                             : NAN;

	return serial_percent(check, kernel, 1) > 0 && p->global_load_requests > 0
	               ? warps * (double)sms_in_use(check, kernel) *
	                         (kernel_stall(kernel, "long_scoreboard") -
	                          100 * atomic_results_part(check, kernel)) /
	                         serial_percent(check, kernel, 1) / p->global_load_requests
	               : NAN;
}

/* Whether the program has so little memory that a load finds where it lies at once. */
static bool is_memory_in_reach(const struct trace *trace)
{
	double bytes = 0;

	for (size_t i = 0; i < trace->allocations_count; i++)
		if (!trace->allocations[i].is_release)
			bytes += (double)trace->allocations[i].size_bytes;
	return bytes <= thresholds[REACH].value * 1024 * 1024 * 1024;
}

/*
 * Whether loads take many times longer than any memory does while L2 and device memory have little
 * to do, and there are enough operations to queue for one place: then loads wait behind them.
 */
static bool is_in_the_way(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	return kernel->code->global_atomics &&
	       serial_percent(check, kernel, requests(kernel) * kernel_lanes(kernel)) >=
	               thresholds[SERIAL].value &&
	       !is_bound_by_sending(check, kernel, atomic_sectors(kernel)) &&
	       cycles_of_load(check, kernel) >= thresholds[LOADS].value &&
	       p->l2_throughput < thresholds[IDLE].value &&
	       p->dram_percent < thresholds[IDLE].value &&
	       !waits_memory_read_directly(check->trace) && is_memory_in_reach(check->trace);
}

/*
 * How much of the time may go with the operations, in percent: where loads take no longer than
 * elsewhere, what samples show at these is not due to them.
 */
static double most_behind(struct check *check, const struct kernel *kernel)
{
	const bool has_loads = kernel->profile->global_load_requests > 0;

	return !has_loads || cycles_of_load(check, kernel) < thresholds[LOADS].value
	               ? 100 * atomic_part(check, kernel)
	               : 100;
}

/* ---- judging ---- */

/* Who tries to take a lock waits for whoever has it, however many locks there are. */
static struct queueing judged_queueing(const struct check *check, const struct kernel *kernel)
{
	struct queueing queueing = queueing_of(check->trace, kernel);

	if (are_few(kernel, &queueing) ||
	    is_bound_by_sending(check, kernel, atomic_sectors(kernel)) ||
	    (is_spread(check, kernel) && !is_l2_idle(kernel)))
		queueing.global = queueing.global_locks;
	return queueing;
}

static const char *lacks(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	(void)check;
	if (p->samples >= SAMPLES_MIN || kernel_is_one_thread(kernel))
		return NULL;
	return is_measured(requests(kernel)) && is_measured(p->dram_percent)
	               ? NULL
	               : "samples of warps (record with --stalls) or counters of memory accesses "
	                 "(record with --metrics=memory)";
}

/* How much of the issue slots' peak goes with other instructions than those of retries. */
static double useful_issue(const struct kernel *kernel, const struct queueing *queueing)
{
	return queueing->issued > 0 ? kernel->profile->issue_active *
	                                      (1 - queueing->issued_in_retries / queueing->issued)
	                            : kernel->profile->issue_active;
}

/* Whether most of it is that threads wait for a lock. */
static bool is_at_lock(const struct queueing *queueing)
{
	return 2 * queueing->locks >= fmax(queueing->global, queueing->shared) &&
	       queueing->locks > 0;
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	struct queueing queueing = judged_queueing(check, kernel);
	double percent = fmax(queueing.global, queueing.shared);
	double busy = fmax(useful_issue(kernel, &queueing), p->dram_percent); /* NAN: both are */

	if (busy >= thresholds[BUSY].value)
		return (struct kernel_loss){ 0 };
	if (percent < thresholds[DOMINANT].value)
		percent = 0;
	else if (is_spread(check, kernel) && queueing.global >= queueing.shared &&
	         !is_at_lock(&queueing))
		percent = 100 - fmax(busy, p->l2_throughput); /* nothing else is to be waited for */
	/* Warps that wait for the value of their operation are in no queue. */
	if (is_measured(busy) && is_contended_by_counts(check, kernel, &queueing))
		percent = fmax(percent, fmin(most_behind(check, kernel), 100 - busy));
	if (is_in_the_way(check, kernel))
		percent = fmax(percent, kernel_stall(kernel, "long_scoreboard"));
	return (struct kernel_loss){
		.cost = percent / 100,
		.saved = NAN,
		.why_not = is_at_lock(&queueing)
		                   ? "how much of what is done behind the lock has to be done in "
		                     "turn is not in a trace"
		                   : "what remains depends on how the results are brought together",
	};
}

/* ---- what is said ---- */

static double samples_waiting(const struct kernel_lines *lines, const struct kernel_line *line,
                              const void *context)
{
	(void)context;
	return kernel_line_samples(lines, line, queueing_global) +
	       kernel_line_samples(lines, line, queueing_shared);
}

/* Of the atomic instructions, the more the longer warps were there. They often wait further on, at
 * the kernel's end for example, so that those without samples count, too, after all others. */
static double atomics_sampled(const struct kernel_lines *lines, const struct kernel_line *line,
                              const void *context)
{
	(void)lines;
	return code_atomic_at(context, line->pc_offset_bytes) ? 1e-3 + (double)line->samples : 0;
}

/* Whether all places that it adds to in global memory come from what was loaded. */
static bool is_by_data(const struct kernel *kernel)
{
	return kernel->code->is_known && kernel->code->global_atomics &&
	       kernel->code->global_atomics_by_data == kernel->code->global_atomics;
}

/* "0.3", "0.062 to 2" */
static const char *write_times(char text[NAME_MAX_BYTES], double least, double most)
{
	const int length = snprintf(text, NAME_MAX_BYTES, "%.2g", least);

	if (most > 1.05 * least)
		snprintf(text + length, NAME_MAX_BYTES - (size_t)length, " to %.2g", most);
	return text;
}

/* Whether most of them take from a counter in a loop: what comes back is used. */
static bool is_counter(const struct kernel *kernel, const struct queueing *queueing)
{
	const struct code *code = kernel->code;

	if (!code->is_known || !code->counters_in_loops)
		return false;
	return queueing->at_atomics > 0 ? 100 * queueing->at_counters >=
	                                          thresholds[MOSTLY].value * queueing->at_atomics
	                                : code->counters_in_loops == code->global_atomics;
}

static void add_facts(struct check *check, struct finding *f, const struct kernel *kernel,
                      const struct queueing *queueing)
{
	/* A sector that is touched has had an operation, where they were counted. */
	const double least = serial_percent(check, kernel,
	                                    fmin(fmax(requests(kernel), atomic_sectors(kernel)),
	                                         requests(kernel) * kernel_lanes(kernel)));
	const double most = serial_percent(check, kernel, requests(kernel) * kernel_lanes(kernel));
	const bool is_queue =
	        fmax(queueing->global, queueing->shared) >= thresholds[DOMINANT].value;
	char times[NAME_MAX_BYTES];

	if (kernel->code->is_known)
		kernel_name_lines(check, f, kernel, "atomics at", atomics_sampled, kernel->code);
	if (is_queue)
		kernel_name_lines(check, f, kernel, "waits at", samples_waiting, NULL);
	if (is_queue && queueing->retries > 0)
		finding_fact(
		        f, "retries", "%.0f %% of the time in loops that compare and swap until %s",
		        queueing->retries,
		        is_at_lock(queueing) ? "no other thread has the lock"
		        : queueing->shared > queueing->global
		                ? "no other thread was faster: so floats and doubles are added in "
		                  "shared memory"
		                : "no other thread was faster");
	if (least > 0 && !(queueing->shared > queueing->global) &&
	    !(is_at_lock(queueing) && is_spread(check, kernel)))
		finding_fact(
		        f, "requests",
		        "%s of warps in a launch, with 1 to %.3g operations each. A single value "
		        "takes one in a cycle at most: all of them on one would take at least "
		        "%s times as long as the launch",
		        format_count(FORMAT, (int64_t)fmin(requests(kernel), 1e15)),
		        kernel_lanes(kernel), write_times(times, least / 100, most / 100));
	if (kernel->code->is_known)
		finding_fact(f, "code", "%s on global and %s on shared memory",
		             name_count(NAME, kernel->code->global_atomics, "atomic instruction",
		                        "atomic instructions"),
		             format_count(FORMAT, kernel->code->shared_atomics));
}

static bool is_long_queue(const struct queueing *queueing)
{
	return fmax(queueing->global, queueing->shared) >= thresholds[DOMINANT].value;
}

static void say_what(struct check *check, struct finding *f, const struct kernel *kernel,
                     const struct queueing *queueing)
{
	const bool is_queue = is_long_queue(queueing);

	if (is_queue)
		finding_headline(f, "%s: warps queue for atomic operations%s %.0f %% of the time",
		                 f->subject,
		                 is_at_lock(queueing)    ? ", or try to take a lock,"
		                 : queueing->retries > 0 ? ", or try them again,"
		                                         : "",
		                 fmax(queueing->global, queueing->shared));
	else if (is_in_the_way(check, kernel) &&
	         kernel->profile->global_load_requests < requests(kernel))
		finding_headline(f,
		                 "%s: its warps wait for memory %.0f %% of the time, behind atomic "
		                 "operations that wait for one another",
		                 f->subject, kernel_stall(kernel, "long_scoreboard"));
	else if (is_in_the_way(check, kernel))
		finding_headline(f,
		                 "%s: its loads wait %.0f cycles each, behind atomic operations "
		                 "that wait for one another",
		                 f->subject, cycles_of_load(check, kernel));
	else
		finding_headline(f, "%s: its atomic operations wait for one another", f->subject);
}

static void advise(struct check *check, struct finding *f, const struct kernel *kernel,
                   const struct queueing *queueing)
{
	if (is_long_queue(queueing) && is_at_lock(queueing))
		finding_advice(f, "%s%s", rule_note(f->rule, RULE_ADVICE, "lock"),
		               is_spread(check, kernel)
		                       ? ""
		                       : " A lock for each place, instead of one for all, has "
		                         "fewer wait.");
	else if (queueing->shared > queueing->global)
		finding_advice(f, "Add up within the warp first (__reduce_add_sync(), "
		                  "__shfl_down_sync(), or __match_any_sync() for several bins), or "
		                  "in a register of each thread, and let one lane do the atomic "
		                  "operation; give each warp a copy of the bins.");
	else if (is_counter(kernel, queueing))
		finding_advice(f,
		               "What these operations return is used, as of a counter that hands "
		               "out items or places. Take several at a time: let one lane add as "
		               "many as the warp, or the block, then goes through, and give their "
		               "numbers to the others (__shfl_sync(), shared memory). Where items "
		               "take about as long as one another, no counter is needed: each warp "
		               "takes every n-th item, of n warps.");
	else if (is_spread(check, kernel))
		finding_advice(f,
		               "Many of the operations go to few places. Sort or bin the items "
		               "first, so that each block adds up what belongs together in shared "
		               "memory, and adds that once; or give each block, or several groups "
		               "of them, a copy of the places, and add up the copies.");
	else if (is_by_data(kernel))
		finding_advice(
		        f,
		        "What a thread has loaded decides where it adds (a bin, a cluster). Give "
		        "each block a copy of these places in shared memory, add up there, and "
		        "add the copy to global memory once, at the block's end. Where "
		        "neighbouring threads often hit the same place, add up within the warp "
		        "first (__match_any_sync()).");
	else
		finding_advice(f,
		               "Add up in a register of each thread, then within the warp "
		               "(__shfl_down_sync(), __reduce_add_sync()) and the block (shared "
		               "memory), and let one thread of a block do the atomic operation on "
		               "global memory. Where threads add to different places (bins, "
		               "clusters), give each block a copy of them in shared memory.");
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct queueing queueing = judged_queueing(check, kernel);

	say_what(check, f, kernel, &queueing);
	advise(check, f, kernel, &queueing);
	add_facts(check, f, kernel, &queueing);
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
};

static void check_atomic_contention(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_atomic_contention = {
	.id = "atomic-contention",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, samples_threshold, kernel_threshold, worth_threshold },
	.check = check_atomic_contention,
	.is_about_code = true,
};
