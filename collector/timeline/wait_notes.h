/* SPDX-License-Identifier: MIT */
/*
 * What callbacks note about waits and copies, on its way to the writer thread: a ring of fixed size
 * that any thread may add to, without lock and without allocation, and one thread empties. Notes
 * come out in the order in which they were added, also across threads.
 */
#ifndef WARPWISE_WAIT_NOTES_H
#define WARPWISE_WAIT_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/queue.h"

enum wait_note_type {
	NOTE_RECORD,           /* an event was recorded into a stream */
	NOTE_CLEAR,            /* its last record counts no more: it is destroyed, captured, or
	                          recorded into more than a stream */
	NOTE_STREAM_WAIT,      /* a stream waits for an event */
	NOTE_CAPTURED_WAIT,    /* the same, into a graph: nothing waits now */
	NOTE_EVENT_WAIT_BEGIN, /* a host thread begins to wait for an event */
	NOTE_EVENT_WAIT,       /* ... and has waited, as in the next two */
	NOTE_STREAM_SYNC,      /* for a stream */
	NOTE_CONTEXT_SYNC,     /* for a context */
	NOTE_HOST_FUNCTION,    /* a function of the host was put into a stream */
	NOTE_COPY,             /* a copy was, in a program with several contexts */
	NOTE_COPY_ADDRESS, /* a copy between the host and a device, and where it is on the host */
	WAIT_NOTE_TYPES
};

struct wait_note {
	union {
		uint64_t event;        /* handle; 0: none */
		uint64_t host_address; /* of NOTE_COPY_ADDRESS */
	};
	uint64_t start_ns, end_ns; /* CUPTI's timestamps; 0 for what takes no time */
	uint32_t correlation_id;   /* of the call */
	uint32_t context_id, stream_id;
	uint8_t type;       /* enum wait_note_type */
	bool is_after_loss; /* notes before this one were dropped, or not made */
	bool has_stream;    /* stream_id is one */
};

/*
 * Makes a ring of at most BYTES, of which only what is used takes memory. Once, before the first
 * note; QUEUE's reader is woken each time when a quarter of the ring is full. Returns 0 or -ENOMEM.
 */
int wait_notes_init(size_t bytes, struct queue *queue);

/* Adds a copy of NOTE; drops it and counts that if the ring is full. Any thread. */
void wait_notes_add(const struct wait_note *note);

/* None were made for a while, as it was wished: what is known of events counts no more. */
void wait_notes_gap(void);

/* Takes the oldest one; false: there is none. */
bool wait_notes_take(struct wait_note *note);

/* Throws all away. */
void wait_notes_drop(void);

/* Whether there is one to take. */
bool wait_notes_any(void);

/* How many were added so far; whether there is one to take of the first COUNT that were. */
uint64_t wait_notes_count(void);
bool wait_notes_any_of(uint64_t count);

#endif
