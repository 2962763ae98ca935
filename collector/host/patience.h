/* SPDX-License-Identifier: MIT */
/*
 * How long the end of the program waits for the trace. What gets work done says so; who waits gives
 * up only once nothing has moved for some time. All of it is async-signal-safe, on any thread.
 */
#ifndef WARPWISE_PATIENCE_H
#define WARPWISE_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Some work is done: a buffer went into the transaction, a page to the disk, CUPTI answered. */
void progress_made(void);

struct patience {
	int64_t since_ms;     /* of the last progress */
	int64_t extra_ms;     /* above the limit */
	uint64_t first, seen; /* progress at the begin, and at the last look */
};

/* EXTRA_MS: for who waits for somebody that has patience, too, and must give up first. */
void patience_init(struct patience *patience, int64_t extra_ms);

/*
 * Whether nothing has moved for as long as the settings say; or for 2 s, where nothing at all has
 * since patience_init(): then there is little hope.
 */
bool patience_is_over(struct patience *patience);

/* The same limit now, for a message. */
int64_t patience_limit_ms(const struct patience *patience);

#endif
