/* SPDX-License-Identifier: MIT */
/* Where a trace comes from: the rows of meta, process and environment. Runs on the writer thread,
 * but for origin_init(). */
#ifndef WARPWISE_ORIGIN_H
#define WARPWISE_ORIGIN_H

#include <stdint.h>

#include <sqlite3.h>

#include "store/batch.h"

/* Copies what of the environment goes into the trace: the program may change it. In the thread that
 * initialises CUDA. */
void origin_init(void);

/* Writes them of the recording, inside the caller's transaction. CALL_COST_NS: what recording a
 * call costs; 0: not known. Returns 0 or -EIO. */
int origin_write(sqlite3 *db, int64_t call_cost_ns);

/* Marks the trace as complete. */
void origin_write_end(struct batch *batch);

/* Takes that back: the process goes on. */
void origin_write_going_on(struct batch *batch);

#endif
