/* SPDX-License-Identifier: MIT */
/*
 * When CUPTI is asked for what it has. On the writer thread.
 *
 * A program often dies of its first kernels: what it does first is written soon. Later records can
 * wait, since each flush has its cost: each pause is twice as long as the one before, up to the
 * setting. While nothing is recorded a process must not wake up for that.
 */
#ifndef WARPWISE_FLUSH_PACE_H
#define WARPWISE_FLUSH_PACE_H

#include <stdint.h>

struct flush_pace {
	int64_t flushed_ms, pause_ms; /* the last flush, and when the next one is due after it */
	int flushes_off;              /* since nothing is recorded */
};

/* The pauses are as long as the setting says. */
void flush_pace_init(struct flush_pace *pace);

/* The next flush is due soon. */
void flush_pace_hurry(struct flush_pace *pace);

/* Until the next flush is due, in ms; 0: it is. */
int64_t flush_pace_left_ms(const struct flush_pace *pace);

/* CUPTI was asked. */
void flush_pace_flushed(struct flush_pace *pace);

#endif
