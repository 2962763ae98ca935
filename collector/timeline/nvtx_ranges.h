/* SPDX-License-Identifier: MIT */
/*
 * Sees NVTX ranges begin and end, for --range: recorded is what happens while one of that name is
 * open, on whatever thread. Ranges of every domain count; names are compared with the program's,
 * byte by byte.
 */
#ifndef WARPWISE_NVTX_RANGES_H
#define WARPWISE_NVTX_RANGES_H

#include <stdbool.h>

/* Comes before CUPTI's functions in the tables of a copy of NVTX, whose nvtxGetExportTable() is
 * GET_EXPORT_TABLE, if WARPWISE_RANGE names ranges. On the thread that first uses it, one at a
 * time. */
void nvtx_ranges_attach(void *get_export_table);

/*
 * From now on calls CHANGED() when one was opened or closed, and AWAIT() before the program goes on
 * within one that was opened. On the threads that use NVTX, several at once.
 */
void nvtx_ranges_watch(void (*changed)(void), void (*await)(void));

/* If threads have ended in the middle of ranges, these are over, and what watches is called. Now
 * and then, on a thread that may ask CUPTI. */
void nvtx_ranges_settle(void);

/* Whether one is open. */
bool nvtx_ranges_any(void);

#endif
