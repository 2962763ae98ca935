/* SPDX-License-Identifier: MIT */
/*
 * Joins what counters measured in several runs of a program into one trace. Main thread only.
 *
 * One trace is the timeline: operations, calls, waits, all that has a time. The others give what
 * has none: samples of warps, counters of launches and instructions, and the code these are about.
 * Rows find each other by what both runs know: functions by name, launch shapes by function, grid,
 * block and dynamic shared memory, contexts by their order of creation on a device, reasons and
 * metrics by name. Samples of equal instructions add up. What the timeline does not have (a
 * function that it never launched) is added, and counted.
 *
 * Samples of the GPU's counters over time (gpu_sample) have the clock of their own run and belong
 * to its timeline: they are never taken over.
 */
#ifndef WARPWISE_MERGE_H
#define WARPWISE_MERGE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sqlite3.h>

#include "trace_file.h"

/* What was done with one trace: rows, but for MERGED_SAMPLES. */
enum merged {
	MERGED_SAMPLES,      /* of warps, added up */
	MERGED_LAUNCHES,     /* measured */
	MERGED_VALUES,       /* of launches */
	MERGED_INSTRUCTIONS, /* values of instructions */
	ADDED_FUNCTIONS,     /* that the timeline did not have */
	ADDED_SHAPES,
	ADDED_CONTEXTS,
	ADDED_MODULES,
	LEFT_OUT_SAMPLES,     /* of warps, in contexts that their trace does not describe */
	LEFT_OUT_GPU_SAMPLES, /* of the timeline of the other run */
	MERGED,
};

struct merge {
	sqlite3 *db; /* the result; NULL: nothing was begun */
	char path[PATH_MAX], temporary[PATH_MAX];
	bool is_forced;
	bool (*is_cancelled)(void); /* may be NULL */
};

/*
 * Begins the trace PATH as a copy of TIMELINE; it gets its name in merge_end(). IS_FORCED: joins
 * traces of different programs, GPUs or sampling periods, and equal runs, too. Returns 0, or
 * -EINVAL and the like where TIMELINE cannot be used, or -EIO and the like with *IS_OUTPUT set
 * where PATH cannot be written; ERROR is the reason. Release in any case.
 */
int merge_begin(struct merge *merge, const char *timeline, const char *path, bool is_forced,
                bool *is_output, char error[TRACE_ERROR_MAX]);

/* Joins the trace OTHER. Returns 0, or -errno and why OTHER cannot be used; then release. */
int merge_add(struct merge *merge, const char *other, int64_t counts[MERGED],
              char error[TRACE_ERROR_MAX]);

/*
 * Gives the trace its name. MAY_REPLACE: also where there is such a file. Returns 0 or -errno
 * (-EEXIST) with the reason in ERROR; then no file was changed, or ERROR says where the new one is.
 */
int merge_end(struct merge *merge, bool may_replace, char error[TRACE_ERROR_MAX]);

/* Removes what was begun and not ended. */
void merge_release(struct merge *merge);

#endif
