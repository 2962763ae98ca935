/* SPDX-License-Identifier: MIT */
/* The writer thread: decodes records, inserts them in batches, keeps the trace valid at any moment.
 */
#ifndef WARPWISE_WRITER_H
#define WARPWISE_WRITER_H

#include <stdbool.h>
#include <stdint.h>

/* Starts the thread. When the trace cannot be written it closes GATE_TRACE. Returns 0 or -errno. */
int writer_start(void);

/* There is a context, so the trace is created now. From a callback: hands over and returns. */
void writer_context_created(void);

/* Asks it to write what there is, close the trace and end. Async-signal-safe. */
void writer_end(void);

/* Whether it has ended. */
bool writer_is_done(void);

/*
 * Asks it to make the trace whole as it is, since the process may be about to become another
 * program, or its recording stops for a while; whether it has, with all that there was when it was
 * asked last; and that the process has not, or it goes on, as it was asked to settle; whether it
 * does. Async-signal-safe.
 */
enum settling {
	SETTLING_ALL,      /* with what is under way, which then never gets times */
	SETTLING_FINISHED, /* without */
	/* Without, and it goes on only when it wakes for something else: a process that ends
	 * meanwhile leaves the trace whole. */
	SETTLING_IN_PASSING,
};
void writer_settle(enum settling how);
bool writer_is_settled(void);
void writer_go_on(enum settling how);
bool writer_goes_on(void);

/* The trace's name; NULL: there is none yet. It stays. */
const char *writer_path(void);

#endif
