/* SPDX-License-Identifier: MIT */
/*
 * Who may touch a trace while it is recorded.
 *
 * SQLite's way to share a write-ahead log is a file of memory, PATH-shm, that all processes map.
 * The traced program must not map what somebody else can truncate (it would die of SIGBUS), so the
 * recorder keeps that index to itself, and other connections cannot know it. Hence:
 *
 * - The recorder holds SQLite's pending byte for as long as it writes: any other SQLite that opens
 *   the trace finds it locked, and can neither change it nor wait for it in the recorder's way.
 * - It also holds a byte of our own, the mark, by which `warpwise` knows that a trace is recorded.
 * - `warpwise` then reads without SQLite's locks: the file and the log as they are when it opens
 *   them. The log only grows, so that stays one moment of the trace, until the recorder moves the
 *   log into the file. It does that only while nobody holds SQLite's shared bytes, which readers
 *   hold together. A reader thus delays that move, and nothing else.
 *
 * All are locks of the open file, not of the process (F_OFD_SETLK): the program may open and close
 * its own trace, and they end with the process that is killed.
 */
#ifndef WARPWISE_TRACE_LOCK_H
#define WARPWISE_TRACE_LOCK_H

#include <stdbool.h>

/* The recorder's, before others can open the file. A file system without locks has none. */
void trace_lock_own(int fd);

/* Whether no reader is there; none can come then until trace_lock_let_in(). Does not wait. */
bool trace_lock_keep_out(int fd);
void trace_lock_let_in(int fd);

/*
 * A reader's: *IS_RECORDED says whether there is a recorder, and then FD keeps it from changing
 * what is read until FD is closed. Returns 0, or -EBUSY where the recorder stays in the middle of a
 * change, as a stopped process does.
 */
int trace_lock_read(int fd, bool *is_recorded);

#endif
