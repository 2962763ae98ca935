/* SPDX-License-Identifier: MIT */
/*
 * The way of records to the client: each thread that plays records has an outlet of its own, which
 * asks the client for buffers, fills them and gives them back. What CUPTI promises its clients
 * about buffers is kept here, and what clients must not do is checked here: a client that breaks a
 * rule ends the process with a line on stderr, so that a test fails.
 */
#ifndef WARPWISE_FAKE_OUTLET_H
#define WARPWISE_FAKE_OUTLET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cupti.h>

struct outlet;

/* Set before the first record, or by the script while it plays. */
struct outlets {
	_Atomic(CUpti_BuffersCallbackRequestFunc) request;
	_Atomic(CUpti_BuffersCallbackCompleteFunc) complete;
	atomic_size_t delivered;     /* records, in buffers handed over */
	atomic_size_t dropped;       /* records, since they were last asked for */
	atomic_size_t records_limit; /* per buffer; 0: as many as it holds */
	atomic_bool is_held;         /* buffers wait for a forced flush */
	atomic_bool is_zeroed;       /* by the client, before it hands a buffer over */
	atomic_bool is_checked;      /* poison and check the client's buffers: costs time */
};

extern struct outlets outlets;

/* The calling thread's outlet, made at first use; lives as long as the process. */
struct outlet *outlet_of_thread(void);

/* Writes one record. Calls the client back when a buffer is needed or full. Only by the outlet's
 * thread. */
void outlet_write(struct outlet *outlet, const void *record, size_t size);

/* Gives the outlet's buffer back to the client, full or not. Only by the outlet's thread. */
void outlet_deliver(struct outlet *outlet);

/* Gives back the buffers of all outlets; those held, and empty ones, only when IS_FORCED. Any
 * thread. */
void outlets_flush(bool is_forced);

/* Ends the process if DATA is in a buffer that the client has handed over and not got back. */
void outlets_check_reading(const uint8_t *data);

/* Says what the client did wrong, and aborts. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

#endif
