/* SPDX-License-Identifier: MIT */
/*
 * Two sets of runs of a program, before and after a change: where the difference of their program
 * times comes from, and whether it is more than noise. A program time is the run without CUDA's
 * start and end, which vary from run to run by more than what most changes win.
 *
 * The numbers of a side are those of its middle run: the one with the median program time, or the
 * mean of the two in the middle. So its causes still add up to its program time, with CUDA's start
 * and end to its run, and their differences to the differences of these, to the nanosecond. The
 * kernels' differences are those of their parts of the critical path, which add up to the cause
 * "kernel". Durations of kernels, which overlap, and costs of findings, which overlap too, are
 * medians over the runs that add up to nothing.
 *
 * Whether a difference is noise is decided by a rank test over all runs (base/rank_test.h). Begins
 * as { 0 }; comparison_add() for each run, comparison_make(), print, comparison_release(). Any
 * thread, one at a time for each comparison.
 */
#ifndef WARPWISE_COMPARISON_H
#define WARPWISE_COMPARISON_H

#include <stdio.h>

#include "base/rank_test.h"
#include "compare/run.h"

/* Grows with every change of the JSON; the first number when readers of the old one would fail. */
#define COMPARISON_VERSION "2.0"

enum side { SIDE_BASE, SIDE_NEW, SIDES };

extern const char *const side_names[SIDES]; /* "base", "new" */

enum comparison_verdict {
	VERDICT_CANNOT_TELL, /* too few runs for the test */
	VERDICT_SAME,        /* no more than noise */
	VERDICT_FASTER,
	VERDICT_SLOWER,
};

extern const char *const comparison_verdicts[]; /* "cannot-tell" ... */

/* In which runs something is. */
enum comparison_state {
	STATE_BOTH, /* in both sides; of findings: in half of the runs of both, or in fewer of both
	             */
	STATE_NEW,
	STATE_GONE,
	STATE_NOT_JUDGED, /* of findings: gone, but the rule abstained */
};

extern const char *const comparison_states[]; /* "both" ... */

/* How long the runs are, by one measure. */
struct compared_length {
	int64_t ns[SIDES]; /* of the runs in the middle */
	int64_t change_ns;
	double change_percent; /* of the base; NAN where that is 0 */
	enum comparison_verdict verdict;
	struct rank_test test; /* over all runs; unless VERDICT_CANNOT_TELL */
};

/* Something measured in each run. */
struct compared_value {
	int64_t ns[SIDES]; /* medians */
	bool has_test;     /* enough runs for a p-value to say anything */
	double p;
};

struct compared_cause {
	const char *id, *text;
	int64_t ns[SIDES];
	int64_t change_ns;
	bool is_program; /* else CUDA's start or end. All that are add up to the change of the
	                    program time, all there are to that of the run */
};

struct compared_kernel {
	const struct run_kernel
	        *kernel[SIDES]; /* any run's, for its name and shape; NULL: in none */
	enum comparison_state state;
	bool is_reshaped;        /* the same name in another shape */
	int64_t launches[SIDES]; /* median */
	struct compared_value total;
	int64_t critical_ns[SIDES];
	int64_t change_ns; /* on the critical path; all of them and kernels_rest_ns add up to the
	                      cause "kernel" */
};

struct compared_finding {
	const struct run_finding *finding[SIDES]; /* of one run; NULL: in none */
	size_t runs[SIDES];                       /* in how many */
	enum comparison_state state;
	struct compared_value cost; /* over the runs that have it */
	int64_t change_ns; /* of the cost, which is nothing before STATE_NEW and behind STATE_GONE
	                    */
};

struct compared_side {
	struct compared_run *runs; /* by program time once made, the shortest first */
	size_t count;
};

struct comparison {
	struct compared_side sides[SIDES];
	struct compared_length program; /* the program time: the ns are medians */
	struct compared_length wall;    /* the run, with CUDA's start and end */
	char **notes; /* what makes the sides unlike each other, a sentence each */
	size_t notes_count;
	char *hint;                    /* how they would be compared better; NULL: no better */
	struct compared_cause *causes; /* the program's first, each by size of their change */
	size_t causes_count;
	bool has_critical; /* else the kernels' changes are unknown: a report is older than that */
	struct compared_kernel *kernels; /* by size of their change, or else of their duration's */
	size_t kernels_count;
	int64_t kernels_rest_ns;           /* of the change, of kernels that reports do not list */
	struct compared_finding *findings; /* new, then worse, better, gone; the dearest first */
	size_t findings_count;
};

/* Takes over REPORT. As compared_run_init(). */
int comparison_add(struct comparison *comparison, enum side side, const char *path, json_t *report,
                   char error[RUN_ERROR_MAX]);

/* Once each side has a run. Returns 0 or -ENOMEM. */
int comparison_make(struct comparison *comparison);
void comparison_release(struct comparison *comparison);

/* Whether the runs are longer than their program times: a part of them cut out by --range is not.
 */
bool comparison_has_start(const struct comparison *comparison);

/* How much longer the program time of the new runs is, in percent of the base. 0: not longer, or by
 * no more than noise where there are enough runs to tell. */
double comparison_slower_percent(const struct comparison *comparison);

/* Percent of the change of the program time; NAN where that is 0. */
double comparison_share(const struct comparison *comparison, int64_t change_ns);

/* Whether FINDING is STATE_NEW, of SEVERITY or above, in half of the new runs at least. One that
 * was less severe before is new, too. */
bool comparison_is_new(const struct comparison *comparison, const struct compared_finding *finding,
                       int severity);

/* ---- outputs: each returns 0 or -ENOMEM; whether STREAM took it is found out by its owner ---- */

/* LIMIT: rows of each table; 0: all. */
int comparison_print_text(const struct comparison *comparison, FILE *stream, int64_t limit);

/* GATE: why a gate fails; NULL: it does not, or there is none. */
int comparison_print_json(const struct comparison *comparison, FILE *stream, const char *gate);

/* -ENOSYS: this warpwise was built without the pages. */
int comparison_print_html(const struct comparison *comparison, FILE *stream, const char *gate);

#endif
