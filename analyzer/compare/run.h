/* SPDX-License-Identifier: MIT */
/*
 * One run of a program as a comparison sees it: the facts of a report, checked. Texts point into
 * the report, which the run owns. Of several processes the run is as long as the longest one: wall
 * time, causes and critical path are that one's; kernels add up over all.
 */
#ifndef WARPWISE_COMPARE_RUN_H
#define WARPWISE_COMPARE_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	RUN_ERROR_MAX = 256,
	/* More than any report has: 500 shapes of 1024 ranks; 41 rules; 20 shares. */
	RUN_ROWS_MAX = 1 << 19,
	RUN_FINDINGS_MAX = 1 << 16,
	RUN_CAUSES_MAX = 256,
	RUN_RANGES_MAX = 8,
};

/* A share of the run, in the order of the report's legend. */
struct run_cause {
	const char *id, *text;
	int64_t ns;
};

/* Whether CAUSE is a part of the program time: not CUDA's start or end. */
bool run_cause_is_program(const struct run_cause *cause);

/* NVTX ranges of one name that leave out CUDA's start. */
struct run_range {
	const char *name;
	int64_t ns; /* from the start of the first to the end of the last */
};

/* Launches of one function in one shape: what code they are decides, not how it was compiled. */
struct run_kernel {
	const char *name, *mangled;
	int64_t grid[3], block[3], cluster[3], dynamic_shared_bytes;
	int64_t launches, total_ns;
	int64_t critical_ns; /* of the share "kernel" */
};

struct run_finding {
	const char *rule, *subject; /* its identity: rule and place */
	const char *title, *headline, *advice;
	int severity; /* enum finding_severity */
	int64_t cost_ns;
	int64_t gain_ns;  /* -1: not predicted */
	const char *file; /* NULL: unknown */
	int64_t line;     /* 0: unknown */
};

struct run_setting {
	const char *name, *text;
};

struct compared_run {
	json_t *report; /* owned */
	char *path;     /* owned; UTF-8 */
	int64_t wall_ns;
	int64_t program_ns; /* without CUDA's start and end */
	size_t processes;
	bool is_complete;  /* all of its processes */
	bool has_critical; /* kernels know their part of the critical path: reports since 1.3 */
	int64_t kernels_left_out;
	const char *program, *host, *range;      /* range NULL: the whole run */
	const char *rank;                        /* the label of the only process; NULL: none */
	const char *gpu, *driver, *runtime;      /* of the longest process; NULL: unknown */
	struct run_range ranges[RUN_RANGES_MAX]; /* of the longest process, the longest first */
	size_t ranges_count;
	struct run_cause *causes;
	size_t causes_count;
	struct run_kernel *kernels; /* ordered by run_kernel_compare(), no two alike */
	size_t kernels_count;
	struct run_finding *findings; /* ordered by run_finding_compare(), no two alike */
	size_t findings_count;
	struct run_setting *environment; /* ordered by name */
	size_t environment_count;
};

/* By name, then shape; by rule, then subject. */
int run_kernel_compare(const struct run_kernel *left, const struct run_kernel *right);
int run_finding_compare(const struct run_finding *left, const struct run_finding *right);

/*
 * Takes over REPORT (report_file_read()). Returns 0; -EINVAL with a phrase for the user in ERROR,
 * "...: budget does not add up to 'wall_ns'"; or -ENOMEM. Release it in any case.
 */
int compared_run_init(struct compared_run *run, const char *path, json_t *report,
                      char error[RUN_ERROR_MAX]);
void compared_run_release(struct compared_run *run);

/* Whether rule ID could not judge this run. */
bool compared_run_abstained(const struct compared_run *run, const char *id);

/* The length of the range of that NAME; -1: the run has none. */
int64_t compared_run_range_ns(const struct compared_run *run, const char *name);

#endif
