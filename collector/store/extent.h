/* SPDX-License-Identifier: MIT */
/* How far the trace goes and how large it is, as SQL answers. On the writer thread. */
#ifndef WARPWISE_EXTENT_H
#define WARPWISE_EXTENT_H

#include <stdint.h>
#include <sqlite3.h>

/* The only number that the query SQL has; 0 on failure. */
int64_t extent_ask(sqlite3 *db, const char *sql);

/* What is in use of the file: room that was freed is written again. */
int64_t extent_bytes(sqlite3 *db);

/* The time of what came last: by the clock, what is written late would be too old at once. */
int64_t extent_newest_ns(sqlite3 *db);

#endif
