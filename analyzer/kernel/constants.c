/* SPDX-License-Identifier: MIT */
/* Where the numbers of kernel_figures.h are from. */
#include "kernel/constants.h"

#include <stddef.h>

#include "kernel/kernel_figures.h"

#define GUIDE "Nsight Compute, rule \"GPU Speed Of Light Throughput\""

const struct constant kernel_constants[] = {
	{ CONSTANT(VERDICT_BOUND_PERCENT, "% of the peak"), "A unit this busy binds the kernel",
	  GUIDE, "any", "" },
	{ CONSTANT(VERDICT_LATENCY_PERCENT, "% of the peak"),
	  "A kernel none of whose units is this busy waits for latency", GUIDE, "any", "" },
	{ CONSTANT(DRAM_ATTAINABLE_PERCENT, "% of the peak"),
	  "GPU memory delivers no more: what a kernel moves through it takes this long at least",
	  "recordings: the most that a kernel reached, a sum of tests/programs that reads memory "
	  "once, was 94.2",
	  "H200", "" },
	{ CONSTANT(OCCUPANCY_INEXACT, "times"),
	  "Of the occupancy that is possible: what was measured above is of other launches",
	  "recordings: 187 kernels were measured at 1.006 times it at most, those of several "
	  "shapes, and one that launches kernels, from 1.04 on",
	  "H200", "" },
	{ CONSTANT(ROOFLINE_PEAK_PERCENT_MIN, "% of the peak"),
	  "Below it a kernel does hardly any operations of the type: nvcc moves constants by HFMA2",
	  "calculated: one operation with each value that is streamed through memory is above it",
	  "any", "" },
	{ CONSTANT(SCHEDULERS, "schedulers"), "Of an SM, since compute capability 7.0",
	  "CUDA programming guide, compute capabilities", "any", "" },
	{ CONSTANT(SAMPLES_MIN, "samples"),
	  "Fewer of a kernel say little of what its warps wait for",
	  "calculated: the standard error of a share is 5 points there", "any", "" },
	{ CONSTANT(MEASURED_PERCENT_ALL, "% of the time"),
	  "Counters stand for a kernel if they are of launches that take this much of its time, or "
	  "of such as take as long",
	  "chosen: half: the larger part of the time speaks for all of it", "any", "" },
	{ CONSTANT(MEASURED_PERCENT_MIN, "% of the time"),
	  "Counters of launches that take this much stand for their own part of it: what is found "
	  "costs that much less",
	  "chosen: a third: with less, something else decides how long the kernel takes", "any",
	  "" },
	{ CONSTANT(REPRESENTED_RATIO, "times"),
	  "A launch that takes so many times as long as the measured ones of its shape, or they as "
	  "it, "
	  "does other work",
	  "recordings: 217 of 219 shapes with a fiftieth of a program's time have most of it "
	  "within "
	  "1.3, 1.5 or 2; of the others one has other strides, one shares the GPU",
	  "H200", "" },
	{ .name = NULL },
};
