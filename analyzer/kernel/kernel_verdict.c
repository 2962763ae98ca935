/* SPDX-License-Identifier: MIT */
/* What bounds a kernel: memory traffic, rooflines, the verdict. */
#include "kernel/kernel_profile_parts.h"

const char *kernel_verdict_name(enum kernel_verdict verdict)
{
	static const char *const names[VERDICTS] = {
		[VERDICT_UNKNOWN] = "unknown",       [VERDICT_MEMORY] = "memory-bound",
		[VERDICT_COMPUTE] = "compute-bound", [VERDICT_LATENCY] = "latency-bound",
		[VERDICT_MIXED] = "mixed",
	};

	return names[verdict];
}

const char *verdict_source_name(enum verdict_source source)
{
	static const char *const names[] = {
		[VERDICT_FROM_NOTHING] = "",
		[VERDICT_FROM_THROUGHPUT] = "measured throughput",
		[VERDICT_FROM_DRAM] = "device memory traffic and issue slots",
	};

	return names[source];
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

double device_peak_flops_per_s(const struct trace_device *device, enum flop_type type)
{
	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
		if (rates[i].major == device->cc_major && rates[i].minor == device->cc_minor &&
		    device->core_clock_khz > 0 && device->multiprocessors > 0)
			return 2.0 * rates[i].per_cycle[type] * device->multiprocessors * 1e3 *
			       (double)device->core_clock_khz;
	return NAN;
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

/* ---- verdict ---- */

static enum kernel_verdict verdict_of(double memory, double compute)
{
	const double highest = fmax(memory, compute);

	if (highest >= VERDICT_BOUND_PERCENT)
		return memory >= compute ? VERDICT_MEMORY : VERDICT_COMPUTE;
	return highest < VERDICT_LATENCY_PERCENT ? VERDICT_LATENCY : VERDICT_MIXED;
}

/* Takes MEMORY and COMPUTE if both were measured and nothing better was. */
static void judge_by(struct kernel_profile *profile, enum verdict_source source, double memory,
                     double compute)
{
	if (profile->verdict_source != VERDICT_FROM_NOTHING || !is_measured(memory) ||
	    !is_measured(compute))
		return;
	profile->verdict_source = source;
	profile->verdict_memory = memory;
	profile->verdict_compute = compute;
	profile->verdict = verdict_of(memory, compute);
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
	find_rooflines(profile, device, time_ns / 1e9);
	judge_by(profile, VERDICT_FROM_THROUGHPUT, profile->memory_throughput,
	         profile->compute_throughput);
	judge_by(profile, VERDICT_FROM_DRAM, profile->dram_percent, profile->issue_active);
}

double kernel_profile_busiest_part(const struct kernel_profile *p)
{
	double computing = fmax(p->issue_active, p->compute_throughput);
	double moving = fmax(p->memory_throughput, fmax(p->dram_percent, p->l2_throughput));

	double busiest = fmax(computing, moving);

	return is_measured(busiest) ? fmin(busiest / 100, 1) : NAN;
}
