/* SPDX-License-Identifier: MIT */
/*
 * The numbers that the model has from elsewhere than the trace it works on: each has its value
 * here, and where it is from in constants.c, which `warpwise rules --constants` prints. Most are
 * used only where a trace does not show its own.
 */
#ifndef WARPWISE_GRAPH_CONSTANTS_H
#define WARPWISE_GRAPH_CONSTANTS_H

#include "base/constant.h"

enum {
	DEFAULT_ISSUE_NS = 2500,
	DEFAULT_STREAM_NS = 1100,
	DEFAULT_QUEUE_NS = 1150,
	DEFAULT_ENGINE_NS = 1850,
	DEFAULT_LOAD_NS = 10000,
	WAKE_NS = 5000,
	LAG_CLEAR_NS = 10000,
	LAG_UNEXPLAINED_NS = 10000,
	FIRST_CALLS = 8,
	PINNING_MIN_BYTES = 1048576,
	START_ALLOCATIONS = 3,        /* calls of one function before the first operation */
	LAUNCH_QUEUE_LONG_NS = 20000, /* a call that lasts longer did not only launch */
	GRAPH_GAP_NS = 224,
	GRAPH_GAP_MOST_NS = 500,
	GRAPH_START_NS = 5500,
	GRAPH_OVERLAP_NS = 1000,
	GRAPH_GAP_CC_MAJOR = 9, /* of the GPU that the former was measured on */
	COPY_LEAST_NS = 1000,
	HOST_FAULT_PARTS_NS = 5000, /* moves of one fault are closer */
	HOST_FAULTS_MIN = 10,
	HOST_FAULT_MOST_NS = 50000,
	HOST_BYTES_PER_NS = 1200,
	CONTEXT_REST_NS = 110000000,
	CONTEXT_MAKING_NS = 1000000000,
	LAG_SAMPLES_MIN = 8,
	HANDOVER_NS = 20000,
	HANDOVER_RATIO = 8,
	CALL_PARTS_LOST = 3, /* recording takes at most so much of a call ... */
	CALL_PARTS = 4,      /* ... of so many parts, as it was recorded */
	LAG_PARTS_LEFT = 8,
	RESTART_LEAST_NS = 10000000,
	SMALL_COPY_BYTES = 65536,
	LAUNCHES_MIN = 50,
	SLOWER_MOST = 2,
	BEHIND_PERCENT = 10, /* of a wait */
};

#define RATE_MIN_BYTES      1048576
#define DUPLEX_SHARE        0.10
#define LINK_EFFICIENCY     0.85
#define NVLINK_EFFICIENCY   0.92
#define LINK_5_BYTES_PER_S  63.0e9
#define LINK_4_BYTES_PER_S  31.5e9
#define LINK_3_BYTES_PER_S  15.75e9
#define PINNING_BYTES_PER_S 2.33e9
#define SKEW_MAX            0.5
#define SLOWED_MUCH         0.05
#define WARP_COST_SHARE     0.5

extern const struct constant constants[]; /* ends with a NULL name */

#endif
