/* SPDX-License-Identifier: MIT */
/*
 * The timelines of stored traces, as files beside the store: an index by window and resolution for
 * each trace that somebody looked at. A trace comes from elsewhere, and analysing it takes time and
 * memory: a process of its own does that, one at a time, within limits of its own, so that nothing
 * a trace does can end the server. What is here can be made again, so the least used go first.
 */
#ifndef WARPWISE_SERVER_TIMELINES_H
#define WARPWISE_SERVER_TIMELINES_H

#include <stdbool.h>
#include <stdint.h>

#include "server/http/server.h"

struct timelines;
struct store_connection;

enum timeline_state {
	TIMELINE_READY,
	TIMELINE_WAITS, /* for another one */
	TIMELINE_IS_MADE,
	TIMELINE_NO_TRACE,  /* damaged, or of a version that is not known here */
	TIMELINE_TOO_LARGE, /* for the limits */
	TIMELINE_FAILED,    /* for want of room on the disk, or of the database: tried again */
	TIMELINE_TOO_MANY,  /* wait already */
};

/* NULL: there is no thread, or no folder for them. For timelines_stop(). */
struct timelines *timelines_start(struct server *server);
void timelines_stop(struct timelines *timelines);

/*
 * Opens the index of the stored trace ID, of SIZE_BYTES, as *FD, and has it made where there is
 * none: then the state says how far that is, and *SECONDS for how long. Any thread.
 */
enum timeline_state timelines_open(struct timelines *timelines, int64_t id, int64_t size_bytes,
                                   int *fd, int64_t *seconds);

/* The index of trace ID cannot be used: it is made again when somebody asks. */
void timelines_forget(struct timelines *timelines, int64_t id);

/* Removes those of traces that are no longer stored, and what nobody needs. */
void timelines_sweep(struct timelines *timelines, struct store_connection *db);

#endif
