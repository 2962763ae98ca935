/* SPDX-License-Identifier: MIT */
/*
 * The segments of a run in several files (trace_segment.h): a trace is read with those before it
 * that lie beside it. What is not there is time that was not recorded.
 */
#ifndef WARPWISE_SEGMENTS_H
#define WARPWISE_SEGMENTS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sqlite3.h>

struct segment {
	char path[PATH_MAX];
	int64_t number;
	int64_t start_ns, end_ns;
};

struct segments {
	struct segment
	        *items; /* in order; the last is the trace itself. NULL: it is the only one */
	size_t count;
};

/* Finds the segments of the trace PATH, open as DB. Returns 0 or -ENOMEM; release in both cases. */
int segments_find(struct segments *segments, sqlite3 *db, const char *path);
void segments_release(struct segments *segments);

/* Whether the trace PATH, by its name and what is in it, is read with the trace WITH. */
bool segments_has(const char *with, const char *path);

#endif
