/* SPDX-License-Identifier: MIT */
/* The statements of a merge: "other" is the trace that is joined, "main" the result. All lists end
 * with a row without sql. */
#ifndef WARPWISE_MERGE_STEPS_H
#define WARPWISE_MERGE_STEPS_H

#include "record/merge.h"

/* A query that has a row where the traces do not belong together: what it says, "%s" for its
 * columns. */
struct merge_objection {
	const char *sql;
	const char *text;
	const char *needs; /* a table of the other trace; NULL: all have it */
};

/* The first MERGE_OBJECTIONS_FIRST look at the traces alone, the others at merge_maps, too. */
enum { MERGE_OBJECTIONS_FIRST = 3, MERGE_OBJECTIONS_ALL = INT_MAX };
extern const struct merge_objection merge_objections[];

struct merge_step {
	const char *needs; /* a table of the other trace; NULL: all have it */
	const char *sql;
	enum merged counted; /* the rows it changes; MERGED: not counted */
};

extern const struct merge_step merge_maps[];    /* what rows refer to */
extern const struct merge_step merge_steps[];   /* what is joined */
extern const struct merge_step merge_queries[]; /* rows of a kind that no statement changes */

/* A line that says in the trace what was done; ?1 is the number of rows. */
struct merge_note {
	enum merged counted;
	const char *sql;
};

extern const struct merge_note merge_notes[];
extern const char merge_run_note[]; /* which run was joined */

#endif
