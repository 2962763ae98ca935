/* SPDX-License-Identifier: MIT */
/* What bounds a kernel: memory traffic, rooflines, the verdict. */
#include "kernel/kernel_verdict.h"

const char *kernel_verdict_name(enum kernel_verdict verdict)
{
	static const char *const names[VERDICTS] = {
		[VERDICT_UNKNOWN] = "not measured",
		[VERDICT_MEMORY] = "memory-bound",
		[VERDICT_COMPUTE] = "compute-bound",
		[VERDICT_UNIT] = "bound by one unit",
		[VERDICT_BOTH] = "memory- and compute-bound",
		[VERDICT_LATENCY] = "latency-bound",
		[VERDICT_UNFILLED] = "under-filled",
		[VERDICT_MIXED] = "mixed",
		[VERDICT_MOSTLY_MEMORY] = "mostly memory-bound",
		[VERDICT_MOSTLY_COMPUTE] = "mostly compute-bound",
		[VERDICT_MOSTLY_UNIT] = "mostly bound by one unit",
	};

	return names[verdict];
}

const char *flop_type_name(enum flop_type type)
{
	static const char *const names[FLOP_TYPES] = {
		[FLOP_64] = "fp64",
		[FLOP_32] = "fp32",
		[FLOP_16] = "fp16",
	};

	return names[type];
}

/* ---- roofline ---- */

/*
 * Results of add, multiply and multiply-add in a cycle of an SM, from the CUDA C++ Programming
 * Guide, "Throughput of Native Arithmetic Instructions", and the architectures' white papers (A100:
 * 9.7, 19.5 and 78 TFLOPS; H100 SXM: 34, 67 and 134; of processors with few units for fp64, 1/64 of
 * fp32; of 7.5, 1/32). Capabilities that neither lists are left out.
 */
static const struct rate {
	int major, minor;
	int per_cycle[FLOP_TYPES]; /* fp64, fp32, fp16 */
} rates[] = {
	{ 6, 0, { 32, 64, 128 } },  { 6, 1, { 4, 128, 2 } },    { 7, 0, { 32, 64, 128 } },
	{ 7, 5, { 2, 64, 128 } },   { 8, 0, { 32, 64, 256 } },  { 8, 6, { 2, 128, 128 } },
	{ 8, 9, { 2, 128, 128 } },  { 9, 0, { 64, 128, 256 } }, { 10, 0, { 64, 128, 256 } },
	{ 12, 0, { 2, 128, 128 } },
};

/* Of all SMs; NAN: unknown. */
static double results_per_cycle(const struct trace_device *device, enum flop_type type)
{
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		if (rates[i].major == device->cc_major && rates[i].minor == device->cc_minor &&
		    device->multiprocessors > 0)
			return (double)rates[i].per_cycle[type] * device->multiprocessors;
	return NAN;
}

double device_peak_flops_per_s(const struct trace_device *device, enum flop_type type)
{
	return device->core_clock_khz > 0 ? 2.0 * results_per_cycle(device, type) * 1e3 *
	                                            (double)device->core_clock_khz
	                                  : NAN;
}

/*
 * From the data sheets, without sparsity: V100 125 TFLOPS (FP16) of 15.7 (FP32); T4 65 of 8.1; A100
 * 156 (TF32) and 312 of 19.5; A40 75 and 150 of 37; L40S 183 and 362 of 92; H100 SXM 495 and 989 of
 * 67; B200 1,100 and 2,250 of 75; RTX PRO 6000 252 and 504 of 126. Cards for games do half of it.
 */
static const struct tensor_rate {
	int major, minor;
	struct tensor_rates rates;
} tensor_rates[] = {
	{ 7, 0, { 0, 8 } }, { 7, 5, { 0, 8 } },    { 8, 0, { 8, 16 } },   { 8, 6, { 2, 4 } },
	{ 8, 9, { 2, 4 } }, { 9, 0, { 7.4, 15 } }, { 10, 0, { 15, 30 } }, { 12, 0, { 2, 4 } },
};

struct tensor_rates device_tensor_rates(const struct trace_device *device)
{
	for (size_t i = 0; i < sizeof tensor_rates / sizeof *tensor_rates; i++)
		if (tensor_rates[i].major == device->cc_major &&
		    tensor_rates[i].minor == device->cc_minor)
			return tensor_rates[i].rates;
	return (struct tensor_rates){ 0, 0 };
}

/* NAN where there is nothing to divide by, or the result is no number. */
static double ratio(double part, double whole)
{
	double value = whole > 0 ? part / whole : NAN;

	return isfinite(value) ? value : NAN;
}

static double bandwidth(const struct trace_device *device)
{
	return device->memory_bandwidth_bytes_per_s > 0
	               ? (double)device->memory_bandwidth_bytes_per_s
	               : NAN;
}

static void find_rooflines(struct kernel_profile *profile, const struct trace_device *device,
                           double time_s)
{
	/* What tensor cores compute is not counted: the rest is no measure of such a kernel. */
	if (profile->tensor_active > 0)
		return;
	for (int type = 0; type < FLOP_TYPES; type++) {
		struct roofline *roofline = &profile->rooflines[type];

		roofline->flops = profile->flops[type];
		roofline->flops_per_s = ratio(roofline->flops, time_s);
		roofline->intensity = ratio(roofline->flops, profile->dram_bytes);
		if (!device)
			continue;
		roofline->peak_flops_per_s = device_peak_flops_per_s(device, (enum flop_type)type);
		if (is_measured(roofline->intensity) && is_measured(roofline->peak_flops_per_s) &&
		    is_measured(bandwidth(device)))
			roofline->attainable_flops_per_s =
			        fmin(roofline->peak_flops_per_s,
			             roofline->intensity * bandwidth(device));
	}
}

/* ---- the units that figures are of ---- */

/* Percentage points: one figure, rounded in two ways; and two that belong together. */
static const double same = 0.05, together = 5;

/*
 * The throughput of the SM is that of its busiest unit, the one for loads and stores included: seen
 * on an H200, products of matrices that load both factors of each multiplication have 83.4 % by it
 * and 83.6 % as counted here, 64.8 and 65.1, 73.2 and 73.6; those that other units bind have less
 * than 0.9 of it.
 */
static const double same_ratio = 0.97;

const char *kernel_profile_memory_unit(const struct kernel_profile *p)
{
	if (fabs(p->verdict_memory - p->dram_percent) < same)
		return "GPU memory";
	if (fabs(p->verdict_memory - p->l2_throughput) < same)
		return "the L2 cache";
	if (p->shared_percent >= p->verdict_memory)
		return "shared memory";
	return is_measured(p->dram_throughput) && is_measured(p->l2_throughput)
	               ? "L1 cache and shared memory"
	               : "memory";
}

static bool is_of_loads(const struct kernel_profile *p)
{
	const double part = same_ratio * p->compute_throughput;

	return p->load_store_percent >= part && p->issue_active < part;
}

/*
 * The slowest units that compute, of all but doubles on devices with few units for them, take a
 * warp in two cycles of an SM (16 lanes: special functions, conversions), which is this part of
 * what its schedulers can issue. A unit that is busier than issue allows for is none of them: seen
 * on an H200, the constant cache, which lanes asked for different addresses, at 96.5 % with 3.6 %
 * of the issue slots in use. Tensor cores and doubles are to be counted, and to do next to nothing.
 */
static const double slowest_part = 1.0 / 8;

/* Percent of its peak: below, no unit of the SM is worth telling from others. */
static const double little = 10;

static bool is_of_no_arithmetic(const struct kernel_profile *p)
{
	return p->compute_throughput >= little &&
	       p->issue_active < slowest_part * p->compute_throughput &&
	       p->tensor_active < slowest_part * p->compute_throughput && p->flops[FLOP_64] <= 0;
}

/* Of all of the kernel's time, the part of the slots in which its schedulers issued, in percent. */
static double issue_percent(const struct kernel_profile *p)
{
	return p->issue_active * p->active_cycles / p->active_cycles_max;
}

static bool is_of_issue(const struct kernel_profile *p)
{
	return p->verdict_source == VERDICT_FROM_UNITS ||
	       issue_percent(p) >= same_ratio * p->compute_throughput;
}

/* Of what the busiest unit of the SM has, what is counted of doubles at least where that is the
 * unit for them: comparisons take it, too, and are not counted. */
static const double counted_part = 0.8;

static bool is_of_doubles(const struct kernel_profile *p)
{
	return p->fp64_percent >= counted_part * p->compute_throughput &&
	       same_ratio * p->fp64_percent <= p->compute_throughput;
}

/* Few of the units were measured, and these leave issuing as what binds, though not for certain. */
static bool is_issuing_alone(const struct kernel_profile *p)
{
	return p->verdict == VERDICT_UNKNOWN && p->verdict_source == VERDICT_FROM_UNITS &&
	       p->issue_active >= VERDICT_LATENCY_PERCENT && p->verdict_memory < little;
}

bool kernel_profile_has_verdict(const struct kernel_profile *p)
{
	return p->verdict != VERDICT_UNKNOWN || is_issuing_alone(p);
}

const char *kernel_profile_verdict_name(const struct kernel_profile *p)
{
	return is_issuing_alone(p) ? "bound by issuing instructions, as far as measured"
	                           : kernel_verdict_name(p->verdict);
}

const char *kernel_profile_compute_unit(const struct kernel_profile *p)
{
	if (p->tensor_active >= little && p->tensor_active >= same_ratio * p->compute_throughput)
		return "tensor cores";
	if (is_of_loads(p))
		return "loads and stores";
	if (is_of_issue(p))
		return "issue slots";
	if (is_of_doubles(p))
		return "the FP64 unit";
	return is_of_no_arithmetic(p) ? "a unit of the SM that does no arithmetic" : "arithmetic";
}

/* ---- verdict ---- */

bool kernel_profile_is_computing(const struct kernel_profile *p)
{
	return p->verdict == VERDICT_COMPUTE ||
	       (p->verdict == VERDICT_BOTH && p->verdict_compute > p->verdict_memory);
}

bool kernel_profile_is_moving(const struct kernel_profile *p)
{
	return p->verdict == VERDICT_MEMORY &&
	       fmax(p->dram_percent, p->l2_throughput) >= VERDICT_BOUND_PERCENT;
}

/* Of computing, in percent of all of the kernel's time: issue slots, too, since work that several
 * units share shows in none of their peaks. */
static double computing_percent(const struct kernel_profile *p)
{
	return fmax(p->verdict_compute, issue_percent(p));
}

/* Of a kernel that no unit binds alone, though one is busy. */
static enum kernel_verdict between(const struct kernel_profile *p)
{
	const double memory = p->verdict_memory, computing = computing_percent(p);

	if (fmin(memory, computing) >= VERDICT_LATENCY_PERCENT ||
	    fabs(memory - computing) < together)
		return is_of_loads(p) ? VERDICT_MOSTLY_MEMORY : VERDICT_MIXED;
	if (p->verdict_memory >= VERDICT_LATENCY_PERCENT || is_of_loads(p))
		return VERDICT_MOSTLY_MEMORY;
	return is_of_no_arithmetic(p) ? VERDICT_MOSTLY_UNIT : VERDICT_MOSTLY_COMPUTE;
}

/* Of the longest that an SM is at work, the mean of all SMs: from there on all of them have work.
 * Peaks are of all of a kernel's time, issue slots of the cycles in which an SM has warps: where
 * those are many, the beginning and the end of a short kernel make the difference. */
static const double filled = 0.9;

static bool is_filled(const struct kernel_profile *p)
{
	return p->active_cycles >= filled * p->active_cycles_max;
}

/*
 * Throughputs are means of all SMs over all of the kernel's time. GPU memory and the L2 cache are
 * of all SMs; what is busier than both is an SM's own.
 */
static double busy_at_work(const struct kernel_profile *p)
{
	const double part = p->active_cycles / p->active_cycles_max;
	const bool is_of_each =
	        p->memory_throughput > fmax(p->dram_percent, p->l2_throughput) + same;
	const double own = fmax(p->compute_throughput, is_of_each ? p->memory_throughput : NAN);

	if (!(part > 0 && part < filled))
		return NAN;
	return fmin(fmax(own / part, p->issue_active), 100);
}

static enum kernel_verdict verdict_of(const struct kernel_profile *p)
{
	const double memory = p->verdict_memory, compute = p->verdict_compute;
	const double highest = fmax(memory, compute);

	if (highest >= VERDICT_BOUND_PERCENT) {
		if (p->verdict_source == VERDICT_FROM_THROUGHPUT && is_of_loads(p))
			return VERDICT_MEMORY;
		if (p->verdict_source == VERDICT_FROM_THROUGHPUT && is_of_no_arithmetic(p))
			return memory >= VERDICT_BOUND_PERCENT ? VERDICT_MEMORY : VERDICT_UNIT;
		if (fmin(memory, compute) >= VERDICT_BOUND_PERCENT)
			return VERDICT_BOTH;
		return memory >= compute ? VERDICT_MEMORY : VERDICT_COMPUTE;
	}
	if (highest >= VERDICT_LATENCY_PERCENT)
		return between(p);
	if (p->busy_at_work >= VERDICT_LATENCY_PERCENT)
		return VERDICT_UNFILLED;
	if (p->issue_active >= VERDICT_LATENCY_PERCENT)
		return is_filled(p) ? between(p) : VERDICT_UNFILLED;
	return VERDICT_LATENCY;
}

/* Not measured is none: few kernels have all of these. */
static double counted(double count)
{
	return is_measured(count) ? count : 0;
}

static double load_store_percent(const struct kernel_profile *p, const struct trace_device *device)
{
	const double instructions = counted(p->global_load_requests) +
	                            counted(p->global_store_requests) + counted(p->shared_loads) +
	                            counted(p->shared_stores) + counted(p->local_loads) +
	                            counted(p->local_stores) + counted(p->global_atomics) +
	                            counted(p->global_reductions) + counted(p->shared_atomics);

	return device ? 100 * ratio(instructions, p->active_cycles * device->multiprocessors) : NAN;
}

static double shared_percent(const struct kernel_profile *p, const struct trace_device *device)
{
	const double passes = p->shared_load_wavefronts + p->shared_store_wavefronts;

	return device ? 100 * ratio(passes, p->active_cycles * device->multiprocessors) : NAN;
}

/*
 * The busiest of what moves data. All that device memory delivers goes through the L2 cache: where
 * device memory is at its bound, and the cache hardly higher, it is device memory that binds.
 */
static double moving_percent(const struct kernel_profile *p, double moving)
{
	const double busiest = fmax(p->memory_throughput, moving);

	return p->dram_percent >= VERDICT_BOUND_PERCENT && busiest - p->dram_percent < together
	               ? p->dram_percent
	               : busiest;
}

/* From what was measured: fmax() passes over NAN. */
static void judge(struct kernel_profile *p)
{
	const double moving = fmax(p->dram_percent, fmax(p->l2_throughput, p->shared_percent));

	if (is_measured(p->memory_throughput) && is_measured(p->compute_throughput)) {
		p->verdict_source = VERDICT_FROM_THROUGHPUT;
		p->verdict_memory = moving_percent(p, moving);
		p->verdict_compute = p->compute_throughput;
		p->busy_at_work = busy_at_work(p);
		p->verdict = verdict_of(p);
	} else if (is_measured(moving) && is_measured(p->issue_active)) {
		p->verdict_source = VERDICT_FROM_UNITS;
		p->verdict_memory = moving;
		p->verdict_compute = p->issue_active;
		if (fmax(moving, p->issue_active) >= VERDICT_BOUND_PERCENT)
			p->verdict = verdict_of(p);
	}
}

void kernel_profile_judge(struct kernel_profile *profile, const struct trace *trace)
{
	const struct trace_device *device =
	        profile->device == NONE ? NULL : &trace->devices[profile->device];
	/* Bytes and time of the same execution, where both were measured. */
	const double time_ns =
	        is_measured(profile->time_ns) ? profile->time_ns : profile->duration_ns;

	profile->dram_bytes = profile->dram_read_bytes + profile->dram_write_bytes;
	profile->dram_bytes_per_s = ratio(profile->dram_bytes, time_ns / 1e9);
	profile->dram_percent = profile->dram_throughput;
	if (!is_measured(profile->dram_percent) && device)
		profile->dram_percent = 100 * ratio(profile->dram_bytes_per_s, bandwidth(device));
	profile->shared_percent = shared_percent(profile, device);
	profile->load_store_percent = load_store_percent(profile, device);
	if (device)
		profile->fp64_percent =
		        100 * ratio(profile->fp64_instructions, results_per_cycle(device, FLOP_64) *
		                                                        profile->active_cycles_max);
	find_rooflines(profile, device, time_ns / 1e9);
	judge(profile);
}

double kernel_profile_known_peak(const struct kernel_profile *p)
{
	return fmax(p->verdict_memory, p->verdict_compute);
}

double kernel_profile_sampled_issue(const struct kernel_profile *p)
{
	int64_t idle = 0;

	for (size_t i = 0; i < p->stalls_count; i++)
		idle += p->stalls[i].not_issued;
	return p->samples > 0 ? 100 * (1 - (double)idle / (double)p->samples) : NAN;
}

double kernel_profile_busiest_part(const struct kernel_profile *p)
{
	double computing = fmax(p->issue_active, p->compute_throughput);
	double moving = fmax(fmax(p->memory_throughput, p->shared_percent),
	                     fmax(p->dram_percent, p->l2_throughput));

	double busiest = fmax(computing, moving);

	return is_measured(busiest) ? fmin(busiest / 100, 1) : NAN;
}
