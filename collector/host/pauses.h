/* SPDX-License-Identifier: MIT */
/*
 * The pauses of the recording: intervals in which nothing was to be recorded, as CUPTI's
 * timestamps. One thread at a time adds, any may read.
 */
#ifndef WARPWISE_PAUSES_H
#define WARPWISE_PAUSES_H

#include <stdbool.h>
#include <stdint.h>

enum { PAUSES_MAX = 1 << 16 };

/* Begins one at START for REASON, which must live as long as the process. False: there are too
 * many; the last place is kept for one that IS_LAST. */
bool pauses_begin(uint64_t start, const char *reason, bool is_last);

/* In the one that was begun last, from NOW on nothing is recorded indeed; up to NOW. */
void pauses_now_off(uint64_t now);
void pauses_still_off(uint64_t now);

/* Whether it has not ended. */
bool pauses_is_open(void);

/* Ends it, if it has not ended. */
void pauses_end(uint64_t end);

/* Whether what lasted from START to END was in one, when everything was off. */
bool pauses_cover(uint64_t start, uint64_t end);

int pauses_count(void);

/* Those from number FIRST on; END 0: it goes on. */
typedef void pause_fn(void *data, int64_t number, uint64_t start, uint64_t end, const char *reason);
void pauses_each(int64_t first, pause_fn *take, void *data);

#endif
