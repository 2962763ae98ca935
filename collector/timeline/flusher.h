/* SPDX-License-Identifier: MIT */
/*
 * Asks CUPTI for what it holds, on a thread of its own: CUPTI may take long, or never answer (13.0,
 * once a program has closed the driver's files), and the writer must go on meanwhile. The writer
 * thread calls these.
 */
#ifndef WARPWISE_FLUSHER_H
#define WARPWISE_FLUSHER_H

#include <stdbool.h>
#include <stdint.h>

enum flush {
	FLUSH_FINISHED, /* buffers in which all is finished, and others where CUPTI has too many */
	FLUSH_ALL,      /* and all others, with what is in them */
	FLUSH_LAST,     /* and the last samples; nothing is asked for after this */
};

/* Starts the thread. Returns 0 or -errno. */
int flusher_start(void);

/*
 * Asks, and returns at once, with a number for flusher_has_done(). FLUSH_FINISHED is left out while
 * an earlier one is not answered; another waits for that.
 */
uint64_t flusher_ask(enum flush what);

/*
 * Asks at once where CUPTI has more than half of all buffers: else it would have none for what
 * comes. Where it still has them then, the flush is a forced one: it keeps each that has an
 * incomplete record, and those behind it; in one of two runs of a PyTorch program with --metrics,
 * all of them, behind a kernel that was measured (an H200, CUPTI 13.0). A forced flush takes the
 * times of kernels that run then, and nothing else.
 */
void flusher_free_buffers(void);

/* Whether CUPTI has answered. What it gave is in the session's queue by then. */
bool flusher_has_done(uint64_t number);

#endif
