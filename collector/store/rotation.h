/* SPDX-License-Identifier: MIT */
/*
 * A run in several files: --rotate by bytes or by time, --keep. The trace that is written stays
 * the same file, with its name, its connection and its ids; what is in it is copied into a segment,
 * whole, and then the rows that were moved are deleted from it (trace_segment.h). A program that is
 * killed in between leaves both, with the same number, and the trace counts. On the writer thread.
 */
#ifndef WARPWISE_ROTATION_H
#define WARPWISE_ROTATION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "store/batch.h"

/* A segment as it was when it was written: another file of its name is not ours to delete. */
struct segment_file {
	dev_t device;
	ino_t inode;
	struct timespec changed;
};

struct rotation {
	int64_t every_ns, max_bytes; /* when a segment is full; both 0: there are none */
	int64_t keep;                /* how many segments; 0: all */
	struct segment_file *kept;   /* so many, by number % keep; NULL: none is deleted */
	struct segment_file saved;   /* the newest */
	int64_t number;              /* of the segment that is being written, from 1 */
	int64_t start_ns, end_ns;    /* when it begins, and ends once it is moved */
	int64_t base_bytes;          /* of the trace when it began */
	int64_t wait_until_ms;       /* by clock_ms(): it could not be moved before */
	bool has_failed;             /* which was said */
};

/* As the settings say; what they say wrongly is left out, with a line on stderr. */
void rotation_init(struct rotation *rotation);
void rotation_release(struct rotation *rotation);

/* Notes which segment is being written. In a batch. */
void rotation_write_number(const struct rotation *rotation, struct batch *batch);

/* Whether the trace is to be moved. */
bool rotation_is_due(struct rotation *rotation, sqlite3 *db);

/* Copies the trace PATH, to which its end was written, into its segment. Returns 0 or -errno: it
 * goes on as it is, and is due again later. */
int rotation_save(struct rotation *rotation, sqlite3 *db, const char *path);

/* Deletes from the trace what is in the segment now. In a batch, which may fail. */
void rotation_write(const struct rotation *rotation, struct batch *batch);

/* It has been. Deletes the segments of the trace PATH that are too many. */
void rotation_keep(struct rotation *rotation, sqlite3 *db, const char *path);

#endif
