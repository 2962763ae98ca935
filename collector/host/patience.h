/* SPDX-License-Identifier: MIT */
/*
 * How long the end of the program waits for the trace. What gets work done says so; who waits gives
 * up only once nothing has moved for some time. All of it is async-signal-safe, on any thread.
 */
#ifndef WARPWISE_PATIENCE_H
#define WARPWISE_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "host/clock.h"

/* The caller's thread does the work that the second waits for. */
void patience_work_here(void);

/* Some work is done: a buffer went into the transaction, a page to the disk, CUPTI answered. */
void progress_made(void);

struct patience {
	struct clock_wait wait; /* since the last progress */
	uint64_t first, seen;   /* progress at the begin, and at the last look */
	bool is_of_second;
	bool is_held_up, has_no_core; /* the work waits for a disk, or a core */
	uint64_t looks;               /* of the first, at the last look of the second */
};

/* Who waits: for CUPTI; or for who waits for CUPTI, and gives up later than that. */
enum patient { PATIENT_FIRST, PATIENT_SECOND };

/*
 * Comes before the work is asked for that is waited for: the second must see all progress that the
 * first sees, or has less patience.
 */
void patience_init(struct patience *patience, enum patient patient);

/*
 * Whether nothing has moved for as long as the settings say; or for 2 s, where nothing at all has
 * since patience_init(): then there is little hope. To the second, a look of the first is progress.
 * Work that waits for a disk has the time of the settings, one that would run if it had a core six
 * times that.
 */
bool patience_is_over(struct patience *patience);

/* The same limit now, and why nothing moved, for a message: ", without a core"; "": not known. */
int64_t patience_limit_ms(const struct patience *patience);
const char *patience_reason(const struct patience *patience);

#endif
