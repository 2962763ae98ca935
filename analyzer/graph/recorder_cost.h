/* SPDX-License-Identifier: MIT */
/*
 * What recording costs the program, call by call, and the GPU, operation by operation. What each
 * kind of call costs, and what the GPU needs for the time stamps of an operation, was measured
 * once: recorder_cost.tsv, by scripts/measure-recorder. How much dearer it is in another program
 * and on another machine tell the launches of the trace, or, where there are few, what the
 * collector measured of one recorded call.
 */
#ifndef WARPWISE_GRAPH_RECORDER_COST_H
#define WARPWISE_GRAPH_RECORDER_COST_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

struct recorder_cost {
	bool is_known;                 /* false: nothing is taken out; all else is 0 then */
	int64_t call_ns[CALL_CLASSES]; /* in the thread that calls */
	int64_t ordered_allocation_ns; /* likewise, of cudaMallocAsync() or cudaFreeAsync() */
	/* From the end of what a call waits for to its return: of work; of a copy; of the copy that
	 * the call itself makes, and of one from pageable memory to the device. */
	int64_t wait_ns, copy_wait_ns, copy_call_wait_ns, staged_copy_wait_ns;
	/* From the operation before in a stream to the start: [type before][type]. */
	int64_t gap_ns[OPERATION_TYPES][OPERATION_TYPES];
	int64_t small_copy_gap_ns; /* between a kernel and a copy that is_small_copy() */
	int64_t node_ns;           /* the same within a graph */
	/*
	 * How long a graph of several operations starts after what is before it in its stream,
	 * unrecorded: it is taken to follow as fast as a kernel does. All beyond that of what was
	 * recorded is the recorder's.
	 */
	int64_t graph_start_ns;
	double warp_ns; /* of a kernel, for each of its warps: on average, see WARP_COST_SHARE */
	/*
	 * What a launch of a graph takes unrecorded: a call that hardly depends on the graph.
	 * Recorded it takes one to two us for each node, the more the less the GPU has to do, so
	 * that all beyond this is the recorder's.
	 */
	int64_t graph_launch_ns;
	double graph_node_ns; /* and for each of its nodes */
};

void recorder_cost_init(struct recorder_cost *cost, const struct trace *trace);

/* What recording adds to CALL, no launch of a graph: less where it failed, or where it issued no
 * operation. */
int64_t recorder_cost_of_call(const struct recorder_cost *cost, const struct trace *trace,
                              uint32_t call, bool has_operation);

/* What recording adds from the end of OPERATION to the return of a call of CLASS that waited for
 * it. */
int64_t recorder_cost_of_wait(const struct recorder_cost *cost, const struct trace *trace,
                              enum call_class class, uint32_t operation);

/* What of the way from one node of a graph to its next, which takes RECORDED_NS recorded, is left
 * unrecorded. */
int64_t recorder_cost_node_gap_ns(const struct recorder_cost *cost, int64_t recorded_ns);

/* What recording adds from the end of BEFORE to the start of OPERATION, the next one in its stream.
 */
int64_t recorder_cost_of_gap(const struct recorder_cost *cost, const struct trace *trace,
                             uint32_t before, uint32_t operation);

/* What recording adds to the time of KERNEL, an operation of TRACE: code at the beginning and end
 * of each block. */
int64_t recorder_cost_of_warps(const struct recorder_cost *cost, const struct trace *trace,
                               uint32_t kernel);

/*
 * How far ALONE_NS may be off, a run that took RECORDED_NS while it was recorded: a standard error,
 * from programs that ran both ways (alone.tsv, by scripts/validate-alone). A part of it is of what
 * was taken out, as in the programs that recording slows by a twentieth or more; a part is of the
 * run, as in those that it slows by less than a hundredth: a program never takes equally long.
 */
int64_t recorder_cost_error_ns(int64_t recorded_ns, int64_t alone_ns);

/* The part of it that is of the calls and operations, which recording made longer. */
int64_t recorder_calls_error_ns(int64_t recorded_ns, int64_t alone_ns);

/* What of CALL is the recorder's, and could not be cut out of the trace: log n. */
int64_t recorder_in_call(const struct trace *trace, uint32_t call);

#endif
