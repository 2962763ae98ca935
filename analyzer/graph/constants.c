/* SPDX-License-Identifier: MIT */
/* Where the constants of the model are from. */
#include "graph/constants.h"

#include <stddef.h>

#include "graph/launch_queue.h"

#define H200   "H200"
#define DRIVER "seen in recordings, driver 580, CUDA 13.0"
#define PCIE   "PCI Express base specification: lanes of 8, 16 and 32 GT/s, 128b/130b, 16 of them"

const struct constant constants[] = {
	{ CONSTANT(DEFAULT_ISSUE_NS, "ns"),
	  "End of a launch call to the start of its kernel on an idle GPU, where a trace shows "
	  "fewer "
	  "than 8 of them",
	  DRIVER, H200, "" },
	{ CONSTANT(DEFAULT_STREAM_NS, "ns"),
	  "End of a kernel to the start of the next one in its stream, where a trace shows fewer "
	  "than 8",
	  DRIVER, H200, "" },
	{ CONSTANT(DEFAULT_QUEUE_NS, "ns"),
	  "Start of the head of a hardware queue to the start of what is behind it, where a trace "
	  "shows "
	  "fewer than 8",
	  "probe: 16 streams of four chained kernels, depth-first, 1.0 to 1.3 us", H200, "" },
	{ CONSTANT(DEFAULT_ENGINE_NS, "ns"),
	  "End of a copy to the start of one of another stream that waited for its engine, where a "
	  "trace shows fewer than 8",
	  "recordings: the shortest of 20 in tests/programs/pipeline_right 1.82 us, a tenth below "
	  "1.86, half below 2.43",
	  H200, "" },
	{ CONSTANT(DEFAULT_LOAD_NS, "ns"),
	  "End of what the loading of a function waits for to the start behind it, where a trace "
	  "shows "
	  "fewer than 8",
	  DRIVER, H200, "" },
	{ CONSTANT(WAKE_NS, "ns"),
	  "End of an operation to the return of the call that waited for it, where a trace does "
	  "not show "
	  "it",
	  DRIVER, H200, "" },
	{ CONSTANT(LAG_CLEAR_NS, "ns"),
	  "A lag is measured where no other cause let go within so much of the last one",
	  "chosen: four launch latencies", "any", "" },
	{ CONSTANT(LAG_UNEXPLAINED_NS, "ns"), "A wait that nothing explains is named from here on",
	  "chosen: four launch latencies", "any", "" },
	{ CONSTANT(FIRST_CALLS, "calls"), "CUDA starts in one of the first calls of a run",
	  "seen in recordings, CUDA 12 and 13", "any", "" },
	{ CONSTANT(PINNING_MIN_BYTES, "bytes"),
	  "Smaller allocations do not show how fast memory is pinned",
	  "calculated: at 2.33 GB/s the 20 us of a call are a twentieth of it", "any", "" },
	{ CONSTANT(START_ALLOCATIONS, "calls"),
	  "So many calls that allocate, of one function and before the first operation, tell what "
	  "one usually takes: "
	  "the rest is CUDA's start",
	  "chosen: the fewest that have a middle with one on each side", "any", "" },
	{ CONSTANT(LAUNCH_QUEUE_LONG_NS, "ns"),
	  "A launch call that takes longer did not only launch: that takes 2 to 5 us", DRIVER, H200,
	  "" },
	{ CONSTANT(GRAPH_GAP_NS, "ns"),
	  "What a kernel in a graph takes beyond its duration in a stream, while recorded: the way "
	  "from "
	  "the one before it. Where a trace shows fewer than 8 kernels in graphs, on GPUs of "
	  "compute "
	  "capability 9; on others the middle between this and GRAPH_GAP_MOST_NS, with half the "
	  "range as "
	  "error",
	  "recordings: 96 ns from one to the next, each 128 ns longer", H200,
	  "benign-boundary, launch-bound" },
	{ CONSTANT(GRAPH_GAP_MOST_NS, "ns"), "The same, as published for an older GPU",
	  "0.5 us beside kernels of 2.9 us (A. Gray, Getting Started with CUDA Graphs, NVIDIA "
	  "technical "
	  "blog, 2019)",
	  "V100", "" },
	{ CONSTANT(GRAPH_START_NS, "ns"),
	  "End of what is before a graph in its stream, or of the call that launches it, to the "
	  "graph's first operation. Behind other work of its stream only where a trace has fewer "
	  "than 8 of its own: small graphs start sooner",
	  "recording of tests/programs/graph_replay: 5.6 us, 99 times", H200, "" },
	{ CONSTANT(GRAPH_OVERLAP_NS, "ns"),
	  "A kernel of a graph begins so much before the one that it waited for has ended, at "
	  "most, "
	  "as CUPTI has it",
	  "recording of a wave equation, 300 graphs of 20 steps: 92 % of them by up to 1,000 ns",
	  H200, "" },
	{ CONSTANT(GRAPH_GAP_CC_MAJOR, "major compute capability"),
	  "Of the GPU that GRAPH_GAP_NS was measured on", "recordings", H200,
	  "benign-boundary, launch-bound" },
	{ CONSTANT(COPY_LEAST_NS, "ns"),
	  "What a copy takes at least, however small, where a trace has no tiny ones",
	  "seen on several GPUs with PCIe", "any", "" },
	{ CONSTANT(HOST_FAULT_PARTS_NS, "ns"),
	  "Moves of pages to the host that are closer than that are of one fault",
	  "recording: an H200 moved 4, 8 and 52 KiB for a fault 2 us apart, and answered the next "
	  "fault after 34 us",
	  H200, "" },
	{ CONSTANT(HOST_FAULTS_MIN, "faults"),
	  "So many tell how long a fault of the host takes before its pages move", "a choice",
	  "any", "" },
	{ CONSTANT(HOST_FAULT_MOST_NS, "ns"),
	  "What lies between two faults of the host beyond that is work of its own",
	  "a choice: half as much again as the 34 us that an H200's driver took, in a recording",
	  H200, "" },
	{ CONSTANT(HOST_BYTES_PER_NS, "bytes/ns"),
	  "No host reads or writes memory faster: who paused for less cannot have looked at all of "
	  "it",
	  "specification: two sockets with twelve channels of DDR5-6400", "any", "" },
	{ CONSTANT(CONTEXT_REST_NS, "ns"),
	  "The making of a context goes on so long behind the moment at which CUPTI tells of it",
	  "recordings: 78 to 109 ms in 14 programs", H200, "" },
	{ CONSTANT(CONTEXT_MAKING_NS, "ns"), "... and began so long before it, at most",
	  "chosen: 124 to 176 ms in recordings of 8 programs; more GPUs take longer", H200, "" },
	{ CONSTANT(DUPLEX_SHARE, "of the time"),
	  "What a copy takes longer while the other direction is busy, too",
	  "probe: 16 MiB of pinned memory, 0.32 to 0.34 ms instead of 0.30", H200, "" },
	{ CONSTANT(LINK_EFFICIENCY, "of the rate"),
	  "What copies reach of the link's rate, where a trace has no large pinned ones",
	  "calculated: packets of 256 bytes with 24 bytes of header, sequence number and checksum, "
	  "and "
	  "flow control",
	  "any", "" },
	{ CONSTANT(RATE_MIN_BYTES, "bytes"), "Smaller copies do not show the rate of the bus",
	  "calculated: at 55 GB/s a latency of 2 us is a tenth of it", "any", "" },
	{ CONSTANT(LINK_5_BYTES_PER_S, "bytes/s"),
	  "PCIe 5.0 x16 in one direction: of GPUs of compute capability 9 and above", PCIE, "any",
	  "" },
	{ CONSTANT(LINK_4_BYTES_PER_S, "bytes/s"),
	  "PCIe 4.0 x16 in one direction: of GPUs of compute capability 8", PCIE, "any", "" },
	{ CONSTANT(LINK_3_BYTES_PER_S, "bytes/s"), "PCIe 3.0 x16 in one direction: of older GPUs",
	  PCIE, "any", "" },
	{ CONSTANT(NVLINK_EFFICIENCY, "of the rate"),
	  "What copies between GPUs reach of the rate of their NVLink",
	  "probe: copies of 256 MiB reach 391 of 425 GB/s (NVLink 4, CUDA 13.0)", H200, "" },
	{ CONSTANT(PINNING_BYTES_PER_S, "bytes/s"),
	  "How fast cudaHostAlloc() pins memory, where a trace shows no such call: 0.33 to 0.71 ms "
	  "for "
	  "each MiB of 65 to 256",
	  "recordings of tests/programs", H200, "" },
	{ CONSTANT(LAG_SAMPLES_MIN, "lags"), "Fewer in a trace say nothing about their median",
	  "calculated: of so many the median of all lies between the least and the largest in 99.2 "
	  "% "
	  "of cases",
	  "any", "" },
	{ CONSTANT(LAUNCH_QUEUE_MANY, "launches"),
	  "Pending ones that may fill the driver's queue of 1,024: events and waits take room, too",
	  "chosen: two fifths, as if each launch came with an event, and every second with a wait",
	  "any", "" },
	{ CONSTANT(HANDOVER_NS, "ns"),
	  "A thread that pauses for less before its call has work of its own, and was not handed "
	  "it",
	  "recordings of PyTorch's autograd", "any", "" },
	{ CONSTANT(HANDOVER_RATIO, "times"),
	  "Who was handed its work: the other thread's call ended that many times closer",
	  "recordings of PyTorch's autograd", "any", "" },
	{ CONSTANT(SKEW_MAX, "of the waiting"),
	  "How unevenly the ends of a collective operation may pass for ranks to be aligned",
	  "chosen: half: then most of the waiting is not for the clocks of the ranks", "any", "" },
	{ CONSTANT(CALL_PARTS_LOST, "parts"),
	  "Recording takes at most so many of the CALL_PARTS of a call's recorded time",
	  "chosen: a call is never as short as nothing", "any", "" },
	{ CONSTANT(CALL_PARTS, "parts"), "See CALL_PARTS_LOST", "as CALL_PARTS_LOST", "any", "" },
	{ CONSTANT(RESTART_LEAST_NS, "ns"),
	  "A call behind cudaDeviceReset() that takes so long has made a context",
	  "chosen: a context takes 70 ms and more in recordings", "any", "" },
	{ CONSTANT(LAG_PARTS_LEFT, "parts"),
	  "One of so many of a lag stays where recording cost more than it",
	  "chosen: where one operation ends and the next begins is a matter of time stamps", "any",
	  "" },
	{ CONSTANT(LAUNCHES_MIN, "launches"),
	  "From so many on, what a quarter of them takes tells how dear recording is",
	  "chosen: a dozen of them decide then", "any", "" },
	{ CONSTANT(SLOWER_MOST, "times"), "More than that slower no machine is taken to be",
	  "chosen: launches in the programs of samples/traces took 0.7 to 1.2 times what they take "
	  "in "
	  "the table, those of an interpreter 1.5 times",
	  H200, "" },
	{ CONSTANT(BEHIND_PERCENT, "% of a wait"),
	  "Where less comes behind a wait, it is not what made the run long: what was waited for "
	  "ends no earlier",
	  "chosen: a tenth of the wait is then the most that could be won", "any", "" },
	{ CONSTANT(SMALL_COPY_BYTES, "bytes"),
	  "Copies to the device of at most so many bytes go with the commands, by no copy engine",
	  "CUDA C++ Programming Guide, Concurrent Execution between Host and Device: they return "
	  "before they are done",
	  "any", "" },
	{ CONSTANT(SLOWED_MUCH, "of the run"),
	  "Runs that recording slowed by more tell the error of what is taken out for it, others "
	  "that "
	  "of all run times without it",
	  "chosen: so much that most of the error is what is taken out", "any", "" },
	{ CONSTANT(WARP_COST_SHARE, "of the most"),
	  "What recording adds to a kernel for each warp, of what it adds where nothing hides it: "
	  "other warps that wait for memory do, and a timeline does not tell",
	  "chosen: the middle of none and all; in 12 samples it was 0 to 0.9 of it", "any", "" },
	{ .name = NULL },
};
