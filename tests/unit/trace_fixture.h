/* SPDX-License-Identifier: MIT */
/*
 * What tests of a trace start from: a small trace with two devices, made by SQL in a new folder.
 * One process, one trace at a time.
 */
#ifndef WARPWISE_TRACE_FIXTURE_H
#define WARPWISE_TRACE_FIXTURE_H

#include <stdbool.h>

#include "trace/trace.h"

extern char trace_folder[]; /* made by trace_fixture_init() */
enum { TRACE_PATH_BYTES = 64 };
extern char trace_path[TRACE_PATH_BYTES]; /* the trace that trace_fixture_make() made */

/* False, with errno, where the folder cannot be made. */
bool trace_fixture_init(void);

/* Deletes the folder and a trace that is left in it. */
void trace_fixture_release(void);

/* Writes the trace, with what SQL adds to it. */
void trace_fixture_make(const char *sql);

/* ... and loads it, which must work. The file is gone then. */
void trace_fixture_load(struct trace *trace, const char *sql);

/* SQL for one row. */
#define KERNEL_ROW(values)                                                                       \
	"INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id," \
	" channel_id) VALUES (" values ")"

#define SYNC_ROW(values)                                                                    \
	"INSERT INTO synchronization (type, start_ns, duration_ns, context_id, stream_id, " \
	"correlation_id,"                                                                   \
	" result) VALUES (" values ")"

#endif
