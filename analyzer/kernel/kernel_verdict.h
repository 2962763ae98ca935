/* SPDX-License-Identifier: MIT */
/* What bounds a kernel, by its figures. Any thread. */
#ifndef WARPWISE_KERNEL_VERDICT_H
#define WARPWISE_KERNEL_VERDICT_H

#include "kernel/kernel_figures.h"
#include "trace/trace.h"

/* "memory-bound", "compute-bound", "bound by one unit", "memory- and compute-bound",
 * "latency-bound", "under-filled", "mostly memory-bound", "mostly compute-bound", "mostly bound by
 * one unit", "mixed", "not measured" */
const char *kernel_verdict_name(enum kernel_verdict verdict);

/* The same of PROFILE. Where only some units were measured, issue slots are busy and these hardly
 * at all: "bound by issuing instructions, as far as measured". */
const char *kernel_profile_verdict_name(const struct kernel_profile *profile);

/* Whether that has more to say than that nothing was measured, or too little. */
bool kernel_profile_has_verdict(const struct kernel_profile *profile);

/* What the figures of a verdict from throughputs are of: "GPU memory", "the L2 cache", "shared
 * memory", "L1 cache and shared memory", "memory" (not known which); "issue slots" (of the
 * schedulers), "the FP64 unit", "tensor cores", "arithmetic" (another unit, not known which),
 * "loads and stores" (their instructions), "a unit of the SM that does no arithmetic" (which one is
 * not known; that no other can be so busy is: the throughput of the SM is that of its busiest). */
const char *kernel_profile_memory_unit(const struct kernel_profile *profile);
const char *kernel_profile_compute_unit(const struct kernel_profile *profile);

/* Computing binds it, and more than moving data does. */
bool kernel_profile_is_computing(const struct kernel_profile *profile);

/* Moving data binds it, from GPU memory or the L2 cache: what an SM does by itself hides behind
 * that. */
bool kernel_profile_is_moving(const struct kernel_profile *profile);

/* "fp64", "fp32", "fp16" */
const char *flop_type_name(enum flop_type type);

/* Peak of DEVICE, NAN where clock, SMs or compute capability are unknown. */
double device_peak_flops_per_s(const struct trace_device *device, enum flop_type type);

/*
 * How many times as fast as the FP32 units the tensor cores of DEVICE multiply matrices at their
 * peak, at most: of TF32, or of 16 bits a number with sums of 32 (BF16, FP16). 0: they cannot.
 */
struct tensor_rates {
	double tf32, half;
};
struct tensor_rates device_tensor_rates(const struct trace_device *device);

/* Sets what follows from times and counters: traffic, rooflines, the verdict. */
void kernel_profile_judge(struct kernel_profile *profile, const struct trace *trace);

/*
 * The part of its time, 0 to 1, in which its busiest unit is in use, of those that are known; NAN:
 * none.
 */
double kernel_profile_busiest_part(const struct kernel_profile *profile);

/* The larger of the two figures of its verdict, in percent; NAN: not even some units were
 * measured. */
double kernel_profile_known_peak(const struct kernel_profile *profile);

/* Cycles in which a scheduler of an SM that had warps issued, in percent, as samples tell; NAN:
 * there are none. */
double kernel_profile_sampled_issue(const struct kernel_profile *profile);

#endif
