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

/* A signal ends it early. */
void clock_sleep_us(int64_t us);

#endif
