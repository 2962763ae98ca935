/* SPDX-License-Identifier: MIT */
/*
 * What a kernel's own view and the view of memory show, made where report_options.has_details asks
 * for it. All of it is bounded: what is left out is counted. Times are ns since the trace's start.
 */
#ifndef WARPWISE_REPORT_DETAILS_H
#define WARPWISE_REPORT_DETAILS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/occupancy.h"

enum {
	REPORT_CURVES_MAX = 100,         /* kernels of a process with curves: the longest */
	REPORT_DURATION_BINS = 16,       /* of a kernel's durations */
	REPORT_CODES_MAX = 20,           /* functions of a process with lines: the hottest */
	REPORT_CODE_LINES_MAX = 400,     /* of a function that anything was measured of */
	REPORT_CODE_CONTEXT = 2,         /* lines before and after each of them */
	REPORT_INSTRUCTIONS_MAX = 2000,  /* of a function */
	REPORT_ALL_LINES_MAX = 5000,     /* of the whole report, context included */
	REPORT_ALL_INSTRUCTIONS = 20000, /* of the whole report */
	REPORT_LINE_BYTES_MAX = 200,     /* of a line's text; it is cut */
	REPORT_WAITS_MAX = 2,            /* reasons for which a line says that warps waited there */
	REPORT_MEMORY_INTERVALS = 500,   /* of a device's memory over time; two points each */
	REPORT_AT_PEAK_MAX = 10,         /* allocations named */
	REPORT_HOST_FUNCTIONS = 300,     /* of the host, of a process: those with most time */
	REPORT_HOST_NODES = 1500,        /* of its tree of calls */
	REPORT_ALL_HOST_FUNCTIONS = 1200, /* of the whole report */
	REPORT_ALL_HOST_NODES = 6000,     /* of the whole report */
};

/* ---- launches of a kernel ---- */

/* Occupancy over one axis, as runs of values with the same: see occupancy_steps(). */
struct report_curve {
	int64_t value; /* the launch's own */
	size_t steps_count;
	const struct occupancy_step *steps;
};

struct report_occupancy {
	int warps, max_warps, blocks;                                 /* of an SM */
	int limit_warps, limit_registers, limit_shared, limit_blocks; /* blocks; INT_MAX */
	struct report_curve curves[OCCUPANCY_AXES];
};

/* How many launches took how long: bin i is from bounds_ns[i] up to bounds_ns[i + 1]. */
struct report_durations {
	size_t bins; /* 0: not made */
	int64_t bounds_ns[REPORT_DURATION_BINS + 1];
	int64_t launches[REPORT_DURATION_BINS];
};

/* ---- the code of a function ---- */

/* What warps waited for, in percent of the samples there. */
struct report_reason {
	const char *reason;
	double percent;
};

/* What was measured at a line or an instruction; NAN: nothing. */
struct report_figures {
	int64_t samples;
	double samples_percent; /* of the function's; NAN: too few samples to tell shares */
	double lanes;           /* active in an instruction: 0..32 */
	double splits;          /* branches whose threads went different ways */
	double excess_sectors, excess_wavefronts; /* more than the accesses' bytes need */
	struct report_reason waits[REPORT_WAITS_MAX];
	size_t waits_count;
};

struct report_line {
	uint32_t file;    /* of files */
	uint32_t line;    /* 0: unknown, and why is in `text` */
	const char *text; /* NULL: the file is not here */
	bool is_measured; /* false: it stands beside one that is */
	struct report_figures figures;
};

struct report_instruction {
	int64_t offset_bytes;
	uint32_t file, line; /* as of lines; NONE: a file beyond those that the report has */
	const char *text;    /* NULL: unknown */
	struct report_figures figures;
};

struct report_source_file {
	const char *path;  /* as it was compiled; "": unknown */
	const char *found; /* what was read; NULL: it is not here */
	bool is_newer;     /* it was changed after the recording */
};

struct report_code {
	struct report_source_file *files;
	size_t files_count;
	struct report_line *lines; /* in order of file and line */
	size_t lines_count, lines_left_out;
	struct report_instruction *instructions; /* in order of offset */
	size_t instructions_count, instructions_left_out;
	const char
	        *sass_trouble; /* why instructions have no texts; NULL: they have, or need none */
};

/* ---- the host's time ---- */

enum host_samples { /* what its time is known by */
	            HOST_NATIVE,
	            HOST_PYTHON,
	            HOST_CALLS, /* no samples: pauses before calls of CUDA, by where the calls were
	                           made */
};

struct report_host_function {
	const char *name;
	const char *file; /* whole path of the source, of the binary where that is unknown */
	int line;         /* 0: unknown */
	bool is_own;      /* of the program, not of a library */
	int64_t self_ns;  /* with what it called of CUDA's libraries */
	int64_t total_ns; /* with all that it called */
	int64_t samples;  /* of total_ns */
};

/* A function as it was called by those above it. */
struct report_host_node {
	uint32_t function; /* NONE: CUDA's libraries */
	uint32_t parent;   /* before it; NONE: none */
	int64_t self_ns, total_ns;
	int64_t other_ns; /* of total_ns: what it called that is left out */
};

/* Over all of the trace; of a range, within it. */
struct report_host_time {
	enum host_samples kind;
	int64_t samples;                        /* calls where there are none */
	size_t threads;                         /* sampled */
	int64_t total_ns;                       /* of all nodes, and other_ns */
	int64_t own_ns, library_ns, cuda_ns;    /* of it: where the threads were */
	struct report_host_function *functions; /* as warpwise stats --by host sorts them */
	size_t functions_count, functions_left_out;
	struct report_host_node *nodes; /* the largest total first */
	size_t nodes_count, nodes_left_out;
	int64_t other_ns; /* of nodes that are left out, and have none above them */
};

/* ---- memory ---- */

struct report_memory_kind {
	const char *name; /* "device", "device, stream-ordered" */
	int64_t allocations, releases, total_bytes, peak_bytes;
	int64_t held_bytes; /* at the end */
	int64_t *bytes;     /* held at each point */
};

struct report_held {
	int64_t size_bytes, time_ns;
	int64_t released_ns;     /* INT64_MAX: never */
	const char *kind, *call; /* NULL: unknown */
};

/* What a program held of the memory of one device, or of the host for its devices. */
struct report_device_memory {
	int64_t device; /* CUDA's number; -1: the host */
	int64_t peak_bytes, peak_ns, held_bytes;
	int64_t interval_ns; /* of two points, the most held within one and its end; 0: every change
	                        is there */
	int64_t *time_ns;
	size_t points;
	struct report_memory_kind *kinds;
	size_t kinds_count;
	struct report_held at_peak[REPORT_AT_PEAK_MAX]; /* the largest first */
	size_t at_peak_count, at_peak_left_out;
};

#endif
