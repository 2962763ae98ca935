/* SPDX-License-Identifier: MIT */
/* Time, for other steps. */
#ifndef WARPWISE_FAKE_CLOCK_H
#define WARPWISE_FAKE_CLOCK_H

/* By the kernel's clock. */
void wait_ms(long ms);

/* The monotonic clock is so much later from now on. */
void clock_skip(long ms);

/* The same, little by little: another thread looks each time. For whom another waits, by looks. */
void clock_pass(long ms);

#endif
