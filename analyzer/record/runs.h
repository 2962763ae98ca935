/* SPDX-License-Identifier: MIT */
/*
 * The runs of `warpwise record`: counters that exclude each other in one process are measured in
 * one run of the program each, and joined into the traces of the first. Main thread only.
 *
 * The first run gives the timeline. It is the one whose counters disturb that least: those of the
 * whole GPU, which belong to their own timeline besides; then samples of warps, beside which
 * kernels run as always; then counters of launches, which run alone and lose their times. Samples
 * of warps alone have no timeline, so there is another run before. Nor have counters of
 * instructions: one run for each function that took most time in the first.
 */
#ifndef WARPWISE_RUNS_H
#define WARPWISE_RUNS_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "collector/host/settings.h"
#include "record/recorded.h"

#define RUNS_SOURCE_SET "source" /* of --metrics: counters of instructions */

struct run {
	char *label;                  /* "--stalls": what it measures */
	const char *values[SETTINGS]; /* of settings that it has otherwise than the user; NULL: the
	                                 same */
	char *function;               /* to measure at its instructions; NULL: none */
	char blocks[24];              /* that the launch to be measured has at least */
	char *output, *list;          /* where its traces go; NULL: as the user says */
};

struct runs {
	struct run *items;
	size_t count;
	bool wants_source;     /* further runs follow the first: runs_add_source() */
	char *metrics;         /* the sets but for source */
	char *plan;            /* the file of the launches to be measured; NULL: there is none */
	char folder[PATH_MAX]; /* of the traces of all but the first; "": not made */
};

/* What the user asked for; texts are those of the settings. */
struct runs_wanted {
	bool stalls, are_stalls_alone;
	const char *metrics;     /* "": none */
	const char *gpu_metrics; /* "0": none */
};

/* Whether there are counters of instructions, or any of launches. */
bool runs_wanted_source(const struct runs_wanted *wanted);
bool runs_wanted_sets(const struct runs_wanted *wanted);

/* Plans the runs that are known beforehand. Returns 0 or -ENOMEM. Release in any case. */
int runs_plan(struct runs *runs, const struct runs_wanted *wanted);

/*
 * Adds one run for each of the LIMIT functions that took most time in TRACES, or for FUNCTION alone
 * (NULL: none is named); each to measure a launch of at least BLOCKS blocks (below 0: of as many as
 * the function's launches had that took most time). Returns 0 or -ENOMEM.
 */
int runs_add_source(struct runs *runs, const struct trace_list *traces, int64_t limit,
                    const char *function, int64_t blocks);

/*
 * Makes the folder of the traces of further runs, beside those of PATTERN, and says where each run
 * puts its own. Returns 0 or -errno, which was said.
 */
int runs_open(struct runs *runs, const char *pattern);

/*
 * Joins what the further runs 1 .. COUNT - 1 measured into TRACES, those of the first. Processes
 * find each other by rank, command line and order. What cannot be joined is said. Returns whether
 * all that was found was joined.
 */
bool runs_join(const struct runs *runs, size_t count, const struct trace_list *traces,
               bool (*is_cancelled)(void), bool is_quiet);

/* Removes the traces of the further runs, unless IS_KEPT. */
void runs_release(struct runs *runs, bool is_kept);

#endif
