/* SPDX-License-Identifier: MIT */
/*
 * A run in several files (record --rotate). The trace that is written, run.db, is emptied now and
 * then: what happened up to then is moved into a segment, run.1.db, run.2.db and so on. A segment
 * is a whole trace; ids and times are the same in all. The trace keeps the rows that others refer
 * to, those that are sums over the run, and those that may still change; what was moved names
 * trace_segment_tables. meta.segment is the number of the segment, in the trace that is written the
 * number that it will have. Used in both programs.
 */
#ifndef WARPWISE_TRACE_SEGMENT_H
#define WARPWISE_TRACE_SEGMENT_H

#include <limits.h>
#include <stdint.h>

/* A table whose rows are moved: those for which SETTLED is true in SQL; NULL: all. Only these
 * count of a segment when the trace after it is read too. */
struct trace_segment_table {
	const char *name, *settled;
};

/* Ends with a NULL name. */
extern const struct trace_segment_table trace_segment_tables[];

/* The row of `unrecorded` that says what is in segments, and its reason. */
#define TRACE_SEGMENT_REASON "--rotate: in earlier files, which are not here"

/* Writes the name of segment NUMBER of the trace PATH into NAME: 2 and "run.db" make "run.2.db".
 * Returns 0 or -ENAMETOOLONG. */
int trace_segment_name(const char *path, int64_t number, char name[PATH_MAX]);

#endif
