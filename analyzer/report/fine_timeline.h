/* SPDX-License-Identifier: MIT */
/*
 * The run in detail, as the page draws it: every operation with what held it back, every call and
 * range of the host, the time budget step by step, the warps on each GPU. Of long runs neighbours
 * that are too short to see become one box; nothing is left out, and what is long stays what it is.
 *
 * It owns all it has but the texts, which are the report's. Times are ns since the trace's start.
 */
#ifndef WARPWISE_FINE_TIMELINE_H
#define WARPWISE_FINE_TIMELINE_H

#include <stddef.h>
#include <stdint.h>

#include "graph/graph.h"

enum {
	/* Boxes of one kind: more are thinned. A browser opens a page of these in some 2 s. */
	FINE_BOXES_MAX = 1000000,
	FINE_RANGES_MAX = 500000,
	FINE_STEPS_MAX = 1000000,
	FINE_PLACES_MAX = 1000000, /* of all findings together; each has an equal part */
	FINE_WARP_BINS = 16384,    /* of a GPU; a screen is 4,000 pixels wide */
	FINE_WARP_SCALE = 64,      /* values of warps are in parts of a warp */
	FINE_DEPTHS = 16, /* ranges within ranges, calls within calls; deeper ones share it */
};

/* A stream in a hardware queue. */
struct fine_track {
	int64_t device, context, stream; /* CUDA's numbers */
	enum stream_type stream_type;
	int queue; /* -1: unknown */
	int priority;
	int64_t operations;
};

struct fine_operation {
	int64_t start_ns, end_ns;
	int64_t wait_ns; /* of several: the longest, which cause and blocker are of */
	int64_t size_bytes;
	int64_t longest_ns; /* of several: of the one that name, shape and memory are of */
	int64_t idle_ns;    /* of several: between start and end when none of them ran */
	uint32_t track, name, count;
	uint32_t blocker; /* an operation; NONE */
	uint32_t call;    /* that issued it: one of calls; NONE */
	uint32_t shape;   /* kernels: one of shapes; else NONE */
	uint32_t memory;  /* copies, fills: a name; else NONE */
	uint8_t cause, type;
};

/* What a thread did: a call, an NVTX range, the function that it was in; or what the recorder
 * did. */
struct fine_span {
	int64_t start_ns, end_ns;
	int64_t longest_ns, idle_ns; /* as of operations */
	uint32_t name, count, failed;
	uint32_t waited; /* calls: the operation whose end it waited for; NONE */
	uint32_t thread;
	uint8_t depth;
};

/* A step of the time budget, or several that are too short to see. */
struct fine_step {
	int64_t start_ns, end_ns;
	int64_t share_ns[SHARES]; /* of several: what each spent on what */
	uint32_t count;
	uint8_t share;
};

/* One box of either kind: all begin with their times. */
union fine_box {
	struct {
		int64_t start_ns, end_ns;
	} times;
	struct fine_operation operation;
	struct fine_span span;
	struct fine_step step;
};

struct fine_spans {
	struct fine_span *items;
	size_t count;
	int64_t resolution_ns; /* neighbours that are shorter are one; 0: each has its own */
};

struct fine_shape {
	uint32_t name, limiter; /* names; NONE: unknown, or nothing limits */
	uint32_t kernel;        /* row of the report's kernels; NONE: it is not listed */
	int32_t grid[3], block[3], cluster[3];
	int64_t registers, static_shared_bytes, dynamic_shared_bytes;
	int64_t occupancy_tenths; /* of a percent, no more than the grid allows; -1: unknown */
};

/* Warps that were resident by launch shape and room, on average over each interval. */
struct fine_warps {
	int64_t device; /* CUDA's number */
	int64_t limit;  /* the GPU has room for */
	int64_t start_ns, interval_ns;
	int64_t *values; /* in 1/FINE_WARP_SCALE */
};

struct fine_thread {
	int64_t id;
	const char *name;
};

/* A finding of this process. */
struct fine_finding {
	const struct rule *rule;
	const char *subject; /* the report's */
	size_t number;       /* in the report, known once that is finished */
	int64_t places;      /* before thinning */
};

/* An operation that a finding is about. */
struct fine_place {
	uint32_t finding;   /* one of findings */
	uint32_t operation; /* one of operations */
};

struct fine_timeline {
	const char **names;
	size_t names_count;
	struct fine_track *tracks;
	size_t tracks_count;
	struct fine_thread *threads;
	size_t threads_count;
	struct fine_operation *operations; /* in order of start */
	size_t operations_count;
	int64_t operations_resolution_ns;
	int64_t operations_recorded; /* before thinning */
	struct fine_spans calls, ranges, overheads;
	struct fine_spans samples;    /* in which function each thread was */
	struct fine_spans migrations; /* `thread` is the migration_kind */
	int64_t calls_recorded, ranges_recorded;
	struct fine_shape *shapes;
	size_t shapes_count;
	struct graph_path path; /* from the run's first activity to its last */
	int64_t path_resolution_ns;
	struct fine_warps *warps;
	size_t warps_count;
	struct fine_finding *findings;
	size_t findings_count;
	struct fine_place *places; /* by finding, and of each in order of start */
	size_t places_count;
};

void fine_timeline_release(struct fine_timeline *timeline);

#endif
