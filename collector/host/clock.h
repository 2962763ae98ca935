/* SPDX-License-Identifier: MIT */
/*
 * Time for the collector's own waits. What it records has CUPTI's times.
 */
#ifndef WARPWISE_CLOCK_H
#define WARPWISE_CLOCK_H

#include <stdint.h>

/* Since some fixed moment; never steps back. */
int64_t clock_ms(void);
int64_t clock_ns(void);

/* Now in Unix time, which may be set back. */
int64_t clock_unix_ns(void);

/* A signal ends it early. */
void clock_sleep_us(int64_t us);

/*
 * How long a thread waits for another, by its looks. While it does not come to look, because the
 * process is stopped or the machine has no time for it, the other may not get on either: from one
 * look to the next count CLOCK_LOOK_MS at most.
 */
enum { CLOCK_LOOK_MS = 100 };

struct clock_wait {
	int64_t looked_ms, waited_ms;
};

void clock_wait_begin(struct clock_wait *wait);

/* A look: ms waited by now. */
int64_t clock_waited_ms(struct clock_wait *wait);

#endif
