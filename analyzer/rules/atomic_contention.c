/* SPDX-License-Identifier: MIT */
/* Rule atomic-contention: atomic operations that wait for one another. Any thread. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "code/code.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

enum {
	SHARE_PERCENT = 30,
	BUSY_PERCENT = 60,
	SERIAL_PERCENT = 25,
	SPREAD_PERCENT = 400,
	REQUESTS_PERCENT = 25,
};

static const struct rule_threshold thresholds[] = {
	{ "dominant", SHARE_PERCENT, "% of the warps' time",
	  "Nsight Compute reports a stall reason above this" },
	{ "busy", BUSY_PERCENT, "% of the peak of issue slots or device memory",
	  "below this Nsight Compute calls a kernel latency-bound; above it something else than "
	  "atomics takes the time" },
	{ "requests", REQUESTS_PERCENT, "% of the requests to global memory",
	  "where atomic operations are fewer, loads and stores rather decide" },
	{ "serial", SERIAL_PERCENT, "% of the kernel's cycles, one operation in each",
	  "NVIDIA's Kepler Tuning Guide gives one atomic operation on the same address per cycle: "
	  "a "
	  "kernel of fewer operations cannot have waited long for a single address" },
	{ "spread", SPREAD_PERCENT, "% of the kernel's cycles, one operation in each",
	  "more operations than that must have gone to several addresses at a time" },
	THRESHOLD_SAMPLES,
	THRESHOLD_KERNEL,
	THRESHOLD_WORTH,
	{ .name = NULL },
};

/* States of a warp whose atomic operations queue. Waiting for data is not one: an operation needs
 * the value that was loaded just before. */
static const char *const queueing_global[] = { "lg_throttle", "drain", "membar", NULL };
static const char *const queueing_shared[] = { "mio_throttle", "short_scoreboard", NULL };

/* Of the kernel's samples, in percent. */
struct queueing {
	double global, shared;
};

static bool is_one_of(const char *label, const char *const *labels)
{
	for (; *labels; labels++)
		if (strcmp(label, *labels) == 0)
			return true;
	return false;
}

/* The position of the first sample of FUNCTION: they are in order of function. */
static size_t first_sample(const struct trace *trace, uint32_t function)
{
	size_t low = 0, high = trace->pc_samples_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (trace->pc_samples[middle].function < function)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/*
 * Full queues: of the whole kernel for global memory, since the accesses between atomic operations
 * queue behind them; at the operations themselves for shared memory.
 */
static struct queueing queueing_of(const struct trace *trace, const struct kernel *kernel)
{
	struct queueing found = { 0, 0 };

	if (kernel->profile->samples < SAMPLES_MIN)
		return found;
	for (size_t i = first_sample(trace, kernel->function);
	     i < trace->pc_samples_count && trace->pc_samples[i].function == kernel->function;
	     i++) {
		const struct trace_pc_sample *sample = &trace->pc_samples[i];
		const struct trace_stall_reason *reason = &trace->stall_reasons[sample->reason];
		const struct code_atomic *atomic =
		        code_atomic_at(kernel->code, sample->pc_offset_bytes);
		double percent = 100 * (double)sample->samples / (double)kernel->profile->samples;

		if (reason->is_subset || reason->is_issuing)
			continue;
		if (kernel->code->global_atomics && is_one_of(reason->label, queueing_global))
			found.global += percent;
		if (atomic && atomic->is_shared && is_one_of(reason->label, queueing_shared))
			found.shared += percent;
	}
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

/*
 * Whether the counts fit to operations that wait for one another. A request holds as many
 * operations as lanes, if the compiler has not added up their values before; and no fewer than the
 * sectors that it touches.
 */
static bool is_contended_by_counts(const struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	double most = requests(kernel) * kernel_lanes(kernel);
	double least = p->l2_atomic_sectors + p->l2_reduction_sectors;
	double all = requests(kernel) + p->global_load_requests + p->global_store_requests;

	return 100 * requests(kernel) >= REQUESTS_PERCENT * all &&
	       serial_percent(check, kernel, most) >= SERIAL_PERCENT &&
	       serial_percent(check, kernel, least) <= SPREAD_PERCENT;
}

/* ---- judging ---- */

static const char *lacks(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;

	if (p->samples >= SAMPLES_MIN)
		return NULL;
	return is_measured(requests(kernel)) && is_measured(p->dram_percent)
	               ? NULL
	               : "samples of warps (record with --stalls) or counters of memory accesses "
	                 "(record with --metrics=memory)";
}

static struct kernel_loss judge(struct check *check, const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	struct queueing queueing = queueing_of(check->trace, kernel);
	double percent = fmax(queueing.global, queueing.shared);
	double busy = fmax(p->issue_active, p->dram_percent); /* NAN only if both are */

	if (busy >= BUSY_PERCENT)
		return (struct kernel_loss){ 0 };
	if (percent < SHARE_PERCENT)
		percent = 0;
	/* Warps that wait for the value of their operation are in no queue. */
	if (is_contended_by_counts(check, kernel))
		percent = fmax(percent, 100 - busy); /* passes over NAN */
	return (struct kernel_loss){
		.cost = percent / 100,
		.saved = NAN,
		.why_not = "what remains depends on how the results are brought together",
	};
}

/* ---- what is said ---- */

static double samples_waiting(const struct kernel_lines *lines, const struct kernel_line *line,
                              const void *context)
{
	const struct trace *trace = lines->hotspots.trace;
	struct hotspot_reason at_line[32];
	size_t count = 0;
	double samples = 0;

	(void)context;
	if (line->hotspot.count)
		count = hotspot_reasons(&lines->hotspots, &line->hotspot, at_line,
		                        sizeof at_line / sizeof *at_line);
	for (size_t i = 0; i < count; i++) {
		const char *label = trace->stall_reasons[at_line[i].reason].label;

		if (is_one_of(label, queueing_global) || is_one_of(label, queueing_shared))
			samples += (double)at_line[i].samples;
	}
	return samples;
}

static void report(struct check *check, struct finding *f, const struct kernel *kernel)
{
	struct queueing queueing = queueing_of(check->trace, kernel);
	double serial = serial_percent(check, kernel, requests(kernel) * kernel_lanes(kernel));

	if (fmax(queueing.global, queueing.shared) >= SHARE_PERCENT)
		finding_headline(f, "%s: warps queue for atomic operations %.0f %% of the time",
		                 f->subject, fmax(queueing.global, queueing.shared));
	else
		finding_headline(f, "%s: its atomic operations wait for one another", f->subject);
	if (queueing.shared > queueing.global)
		finding_advice(f, "Add up within the warp first (__reduce_add_sync(), "
		                  "__shfl_down_sync(), or __match_any_sync() for several bins), or "
		                  "in a register of each thread, and let one lane do the atomic "
		                  "operation; give each warp a copy of the bins.");
	else
		finding_advice(f,
		               "Add up in a register of each thread, then within the warp "
		               "(__shfl_down_sync(), __reduce_add_sync()) and the block (shared "
		               "memory), and let one thread of a block do the atomic operation on "
		               "global memory.");
	kernel_name_lines(check, f, kernel, "waits at", samples_waiting, NULL);
	if (is_measured(serial))
		finding_fact(f, "requests",
		             "%s of warps in a launch: one operation after another, one a cycle, "
		             "they take up to %.3g times its cycles",
		             format_count(FORMAT, (int64_t)fmin(requests(kernel), 1e15)),
		             serial / 100);
	if (kernel->code->is_known)
		finding_fact(f, "code", "%s on global and %s on shared memory",
		             name_count(NAME, kernel->code->global_atomics, "atomic instruction",
		                        "atomic instructions"),
		             format_count(FORMAT, kernel->code->shared_atomics));
}

static const struct kernel_rule kernel_rule = {
	.lacks = lacks,
	.judge = judge,
	.report = report,
	.reads_code = true,
};

static void check_atomic_contention(struct check *check)
{
	kernels_check(check, &kernel_rule);
}

const struct rule rule_atomic_contention = {
	.id = "atomic-contention",
	.title = "Atomic operations wait for one another",
	.severity = FINDING_WARNING,
	.meaning =
	        "Atomic operations on one address are done one after another, whichever thread "
	        "asks for them: the L2 cache does about one in a cycle for the whole GPU. "
	        "Thousands of threads that add to one counter, or to a few bins, wait in a queue "
	        "that grows back into the SMs. In shared memory only the threads of a block "
	        "compete, but those of one warp still take turns.",
	.decision =
	        "From samples of warps (--stalls) and the code: the kernel has atomic instructions "
	        "on global memory, and its warps spend at least `dominant` of their time waiting "
	        "for a place in the queue to it, for stores to end or at fences; or it has atomic "
	        "instructions on shared memory, and warps wait at them that long for the queue or "
	        "for conflicts. Or from counters (--metrics=memory): atomic operations are at "
	        "least `requests` of the requests to global memory, they would take at least "
	        "`serial` of its cycles one after another, and not more than `spread`. In both "
	        "cases neither issue slots nor device memory are `busy`, as far as known. Kernels "
	        "with fewer than `samples` are judged by counters alone. Launches must last at "
	        "least `duration`, and the loss must be worth `share`. " LEAVES_OUT_NCCL,
	.fix_text =
	        "Climb the ladder: atomics on global memory for each thread; atomics on shared "
	        "memory for each thread and one on global memory for each block; a reduction tree "
	        "in shared memory; shuffles within the warp. Each step leaves fewer operations on "
	        "the same address. For histograms: bins in shared memory, several copies of them, "
	        "__match_any_sync().",
	.before = "atomicAdd(total, value);\n",
	.after = "value = __reduce_add_sync(~0u, value);\n"
	         "if (threadIdx.x % 32 == 0) atomicAdd(&block_total, value); /* shared */\n"
	         "__syncthreads();\n"
	         "if (threadIdx.x == 0) atomicAdd(total, block_total);\n",
	.prediction = "None: the other way to bring the results together takes time of its own.",
	.thresholds = thresholds,
	.check = check_atomic_contention,
};
