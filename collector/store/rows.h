/* SPDX-License-Identifier: MIT */
/*
 * The rows that other rows point to: strings, functions, launch shapes, streams, threads. Looked up
 * by what the record says; what is seen for the first time gets an id at once and its row at the
 * end of the batch, of the next one if this one fails. Runs on the writer thread.
 */
#ifndef WARPWISE_ROWS_H
#define WARPWISE_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <sqlite3.h>

#include "cupti/compat.h"
#include "store/batch.h"

struct rows;

enum {
	/* What is kept in memory, so that a program that makes ever new ones does not fill it: */
	FUNCTIONS_MAX = 1 << 18, /* then launches are of "(further functions)" */
	FUNCTION_BYTES_MAX = 64 << 20,
	SHAPES_MAX = 1 << 18,      /* then each launch has a row of its own */
	DOMAINS_MAX = 1 << 12,     /* then ranges are in "(further domains)" */
	HOST_STACKS_MAX = 1 << 20, /* then a stack ends at the innermost frame that is kept */
};

/* START_NS: CUPTI's timestamp of the trace's zero. Returns NULL when memory or SQLite fails. BATCH
 * is the caller's. */
struct rows *rows_new(struct batch *batch, uint64_t start_ns);
void rows_free(struct rows *rows);

/* As batch.h has them. */
void rows_begin(struct rows *rows);
void rows_write(struct rows *rows);
void rows_keep(struct rows *rows);

/* Ids for a record's columns; 0 when memory ran out, and then the batch fails. */
int64_t rows_string(struct rows *rows, const char *text);
/* As rows_string(), for texts that may all differ: new ones are kept in memory up to some size,
 * then each gets a row of its own whenever it comes. */
int64_t rows_name(struct rows *rows, const char *text);
int64_t rows_stream(struct rows *rows, uint32_t context, uint32_t stream);
int64_t rows_thread(struct rows *rows, uint32_t system_thread_id);
int64_t rows_function(struct rows *rows, const char *name);
int64_t rows_launch_shape(struct rows *rows, const kernel_record *kernel);
int64_t rows_metric(struct rows *rows, const char *name);
/* The string of an NVTX domain's name. */
int64_t rows_domain(struct rows *rows, const char *name);

/*
 * An operation is of this context: one that was made before the recording began has no record, and
 * gets its row here. The trace has nothing else of it.
 */
void rows_context(struct rows *rows, uint32_t context, uint32_t device);

/* A frame of the host's: native code, or an interpreter's. Compared as bytes. */
struct host_frame {
	int64_t binary_id, address;         /* of native code; 0: the binary is not known */
	int64_t file_id, function_id, line; /* of an interpreter: strings; 0: unknown */
};

/* The stack of FRAME called by the stack PARENT_ID; 0: by nothing. */
int64_t rows_host_stack(struct rows *rows, int64_t parent_id, const struct host_frame *frame);

/*
 * CUPTI's correlation id, which begins anew after 2^32 calls, as the trace has it: going on.
 * Records may come in any order, but none half a round late.
 */
int64_t rows_correlation(struct rows *rows, uint32_t correlation_id);

/*
 * Notes a kernel that has no times, for those that were measured. Returns whether it was noted
 * before: untimed.h. In a batch.
 */
bool rows_note_untimed(struct rows *rows, uint32_t correlation_id, int64_t launch_shape_id);

/* The launch_shape_id of a noted kernel, and as what it was counted; 0: it was not noted. */
int64_t rows_untimed_shape(const struct rows *rows, uint32_t correlation_id, enum counter *counted);

/* The name of a runtime or driver call, as a string id; looked up once for each cbid. */
int64_t rows_call_name(struct rows *rows, CUpti_CallbackDomain domain, uint32_t cbid);

/* ns since the trace's start. */
int64_t rows_time(const struct rows *rows, uint64_t timestamp);

/*
 * Binds start and duration to parameters FIRST and FIRST + 1; leaves them NULL, and counts it, if
 * the GPU gave no times (start or end 0) or impossible ones.
 */
void rows_bind_interval(struct rows *rows, sqlite3_stmt *statement, int first, uint64_t start,
                        uint64_t end);

/* Binds a device's UUID as device.uuid has it. */
void rows_bind_uuid(sqlite3_stmt *statement, int parameter, const CUuuid *uuid);

/* Binds VALUE, or NULL if it equals NONE. */
void rows_bind_unless(sqlite3_stmt *statement, int parameter, uint64_t value, uint64_t none);

#endif
