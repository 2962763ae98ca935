/* SPDX-License-Identifier: MIT */
/* Where the constants of the rules are from, and those of their thresholds that were measured. */
#include "rules/shared/constants.h"

#include <stddef.h>

#define H200  "H200"
#define GUIDE "CUDA programming guide"

const struct constant rule_constants[] = {
	{ CONSTANT(REPEATS_MIN, "times"), "What happens so often is a loop",
	  "chosen: a program may have some phases", "any", "" },
	{ CONSTANT(SEQUENCE_LAUNCHES, "launches"),
	  "A sequence, one behind the other, that comes again in a loop or does not",
	  "chosen: about a layer of a network, so that layers of other sizes are others", "any",
	  "" },
	{ CONSTANT(LENGTHS_ALIKE_PERCENT, "% of the longer one"),
	  "Rounds that are so long are as long as one another",
	  "chosen: a step that prints or checks now and then launches a few more", "any", "" },
	{ CONSTANT(OPTIMIZER_KERNELS, "kernels"),
	  "That a step of Adam has for each of its kernels with a name of its own, addcmul and "
	  "addcdiv",
	  "PyTorch's torch/optim/adam.py: eight operations for a parameter, of which these are "
	  "two",
	  "any", "" },
	{ CONSTANT(GROWTH_ALL_PERCENT, "%"),
	  "Of all launches are between the marks that divide them into rounds",
	  "chosen: what is before and behind the rounds is not theirs", "any", "" },
	{ CONSTANT(GROWTH_TREND_PERCENT, "%"),
	  "Of the rounds launch more than the one before, or less: so they grow, or shrink",
	  "chosen: a few may be cut", "any", "" },
	{ CONSTANT(GROWTH_MORE_PERCENT, "%"),
	  "Of the mean round has the one at the end of them that launches most",
	  "calculated: it has 133 % where rounds double evenly", "any", "" },
	{ CONSTANT(GROWTH_LESS_PERCENT, "%"),
	  "Of the mean round has the one at the end of them that launches least",
	  "calculated: it has 67 % where rounds double evenly", "any", "" },
	{ CONSTANT(RATE_MIN_BYTES, "bytes"), "Smaller copies do not show the rate of the bus",
	  "calculated: at 55 GB/s a latency of 2 us is a tenth of it", "any", "" },
	{ CONSTANT(LEAST_COPY_BYTES, "bytes"),
	  "A copy of at most so much takes what any copy takes",
	  "calculated: at 12 GB/s (PCIe 3.0) they move in 43 ns", "any", "" },
	{ CONSTANT(PIPELINE_STREAMS, "streams"), "That a pipeline of chunks is predicted with",
	  "calculated: three keep copies in, kernels and copies out busy; the fourth has the next "
	  "chunk ready",
	  "any", "" },
	{ CONSTANT(SMALLEST_OF_CAUSE, "parts"),
	  "Kernels that lose for one cause, and versions of a template, are added up if each is "
	  "worth a finding that many times "
	  "over",
	  "chosen: a tenth: no more than ten kernels are needed for a finding", "any", "" },
	{ CONSTANT(THREAD_BYTES_PER_NS, "bytes/ns"), "More than one thread of a host writes",
	  "chosen: a core moves 32 to 64 bytes a cycle to its second cache, and a third of that "
	  "beyond",
	  "any", "" },
	{ CONSTANT(SHARED_WORK_NS, "ns"),
	  "In a shorter pause between two calls no other threads help to write: one alone does",
	  "chosen: to fork and join a team of as many threads as fill the memory's bandwidth takes "
	  "longer",
	  "any", "" },
	{ CONSTANT(BANKS, "banks"),
	  "Of shared memory, of four bytes each: as many as a warp has lanes",
	  GUIDE ", shared memory", "any", "" },
	{ CONSTANT(SLOW_LOOP_PERCENT, "% of the samples"),
	  "A loop with so many of a kernel's decides how long it takes",
	  "chosen: half: the larger part of the time speaks for all of it", "any", "" },
	{ CONSTANT(LINE_WEIGHT_MIN_PERCENT, "% of the weight"), "Lines with less are not named",
	  "chosen: nobody would begin there", "any", "" },
	{ CONSTANT(RESULT_INSTRUCTIONS, "instructions"),
	  "Behind an atomic operation on shared memory, in which warps wait for its result",
	  "seen in the code of nvcc 13.0 for loops that compare and swap", "any", "" },
	{ CONSTANT(QUEUES_DEFAULT, "queues"), "Hardware queues without CUDA_DEVICE_MAX_CONNECTIONS",
	  GUIDE ", environment variables", "any", "" },
	{ CONSTANT(QUEUES_MAX, "queues"), "The most that CUDA_DEVICE_MAX_CONNECTIONS can be",
	  GUIDE ", environment variables", "any", "" },
	{ CONSTANT(GOOD_THREADS, "threads"), "Of a block, that tiny ones are compared with",
	  "chosen: the larger of the 128 to 256 that are advised", "any", "" },
	{ CONSTANT(SECTORS_WIDEST, "sectors"), "Of a request in which each lane has 16 bytes",
	  "calculated: 32 lanes, sectors of 32 bytes", "any", "" },
	{ CONSTANT(STAGING_BYTES, "bytes"),
	  "Of a copy of pageable memory, what the host copies before the GPU begins or behind it "
	  "is "
	  "no more than that",
	  "recordings: it took as long for copies of 128 MiB as for those of 8", H200, "" },
	{ CONSTANT(STAGING_BYTES_PER_S, "bytes/s"), "... and no slower",
	  "a choice: a third of what the slowest calls of a recording did, 2 MB in 173 us", H200,
	  "" },
	{ CONSTANT(COPY_OUT_BYTES_PER_S, "bytes/s"),
	  "Copies to pageable memory that the host has written to are as fast at best",
	  "tests/gpu/pinning: 0.07 to 0.14 ms for each MiB, of 1 to 1,024 MiB", H200, "" },
	{ CONSTANT(PAGE_FAULT_BYTES_PER_S, "bytes/s"),
	  "What those to memory that nobody has written to take longer: its page faults",
	  "tests/gpu/pinning: 0.60 to 0.68 ms for each MiB, of 64 to 1,024 MiB", H200, "" },
	{ CONSTANT(UNPINNING_BYTES_PER_S, "bytes/s"),
	  "How much faster free() releases memory than cudaFreeHost(): in 0.07 ms less for each "
	  "MiB",
	  "tests/gpu/pinning: 64 to 1,024 MiB, 0.10 and 0.03 ms for each; writing to new memory "
	  "from "
	  "malloc() takes 0.53 there, and cudaMallocHost() with the writing as long",
	  H200, "" },
	{ CONSTANT(L2_COUNTS_TWICE, "times"),
	  "An L2 cache of two halves counts some of the sectors of atomic operations in both: that "
	  "many times as many as there are",
	  "recordings of one lane for each request, and of 32 scattered ones", H200, "" },
	{ CONSTANT(ATOMIC_BYTES, "bytes"), "The widest atomic operation that is common",
	  GUIDE ", atomic functions; those of 16 bytes are rare", "any", "" },
	{ CONSTANT(MORE_OF_DIVISION, "instructions"),
	  "That an exactly rounded division of floats takes more than an approximate one, which is "
	  "a reciprocal and a product",
	  "seen in the code of nvcc 13.0 for 7.5 to 12.0: ten on the short way, with the two that "
	  "open and close the branch to the long one",
	  "any", "" },
	{ CONSTANT(MORE_OF_RECIPROCAL, "instructions"), "The same of a reciprocal",
	  "seen in the code of nvcc 13.0 for 7.5 to 12.0: ten", "any", "" },
	{ CONSTANT(MORE_OF_ROOT, "instructions"), "The same of a square root",
	  "seen in the code of nvcc 13.0 for 7.5 to 12.0: ten", "any", "" },
	{ CONSTANT(SPECIAL_LANES, "lanes a cycle"),
	  "What the special-function unit of an SM takes: 1/x, roots, logarithms, exponentials",
	  GUIDE ", throughput of native arithmetic instructions", "any", "" },
	{ CONSTANT(IDLE_PARTS, "parts"),
	  "The run is cut into so many to see whether gaps, or allocations, are all over it",
	  "chosen: start-up and end fit into two of ten", "any", "" },
	{ CONSTANT(IDLE_WAITED_PERCENT, "% of the gaps"),
	  "Gaps in which the host waited without need so much belong to needless-sync",
	  "chosen: the rest is the host's own time around its waits", "any", "" },
	{ CONSTANT(IDLE_MOST_PERCENT, "% of the gaps"), "What has so much of them is named",
	  "chosen: half: more than all others together", "any", "" },
	{ CONSTANT(LIBRARY_CALLS_PERCENT, "% of the calls with a stack"),
	  "Where so many waits or allocations are a library's, the program cannot leave them out",
	  "chosen: it makes next to none of them itself", "any", "" },
	{ CONSTANT(LIBRARY_MOST_PERCENT, "% of the time"),
	  "Where so much of a kernel's samples is in a library's inlined code, what it does is "
	  "what "
	  "the library does",
	  "chosen: half: more than what the program itself does", "any", "" },
	{ CONSTANT(HOST_WAITS_MIN, "samples"),
	  "Of a thread in waits for copies: of fewer no line is told",
	  "chosen: with ten the standard error of a share is 16 points", "any", "" },
	{ CONSTANT(RANK_SURE_PERCENT, "% of the cost"),
	  "The same where the fix leaves next to nothing of what it cost",
	  "chosen: all but what is done once anyway", "any", "" },
	{ CONSTANT(RANK_BOUND_PERCENT, "% of the cost"),
	  "That a finding without a predicted gain is expected to win, in the order of the report",
	  "chosen: of what lies between nothing and all of it, half", "any", "" },
	{ CONSTANT(RANK_IF_PERCENT, "% of the cost"),
	  "The same of a note: only the programmer knows whether it applies",
	  "chosen: half of the above", "any", "" },
	{ CONSTANT(RANK_SYMPTOM_PERCENT, "% of the cost"),
	  "The same where only what warps wait for is known",
	  "chosen: waits hide behind one another, and few of them go with one change", "any", "" },
	{ CONSTANT(RANK_EXPLANATION_PERCENT, "% of the cost"),
	  "The same where the finding says that its fix does not pay",
	  "chosen: half of a symptom's: it does say what took the time", "any", "" },
	{ CONSTANT(PRIOR_PAIRS, "pairs"),
	  "Those of all rules weigh as much as so many of the rule's own in the error of a gain",
	  "chosen: most rules have one pair or two of their own, which then weigh half; "
	  "scripts/validate-whatif "
	  "prints what leave-one-out says of it",
	  "H200", "" },
	{ CONSTANT(REPLAY_OFF_PERCENT, "% of the main part"),
	  "A replay of the unchanged run that is so far off says no more of smaller gains",
	  "recordings of samples and programs: three are 17, 17 and 9 % off, all others 2.2 % "
	  "at most",
	  "H200", "" },
	{ CONSTANT(UNSEEN_BUSY_PERCENT, "% of the main part"),
	  "A GPU that is busy for so long, in a program that is waked by functions of the host, "
	  "while "
	  "the host seems to be busy, too: it may wait in ways of its own",
	  "chosen: what a host that is as slow as the GPU leaves of it is less in all recordings",
	  "any", "" },
	{ CONSTANT(UNSEEN_SEEN_PERCENT, "% of the main part"),
	  "... if no more of it is kernels and copies that the run waits for",
	  "chosen: a host that waits is seen to wait for most of what the GPU does", "any", "" },
	{ .name = NULL },
};

const struct calibration calibrations[] = {
	{ "oversized-grid", "pace", H200, "oversized-grid" },
	{ "oversized-grid", "fastest", H200, "oversized-grid" },
	{ "divergence", "gain", H200, "" },
	{ "device-malloc", "heap", H200, "" },
	{ NULL, NULL, NULL, NULL },
};
