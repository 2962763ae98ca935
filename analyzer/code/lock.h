/* SPDX-License-Identifier: MIT */
/*
 * Locks that threads take by compare-and-swap or by an exchange, again and again until it succeeds.
 * Any thread.
 *
 * Who computes something from what is in memory compares with what was there before, which is
 * another value in each round, as for a sum of floats. Who takes a lock always compares the same
 * place with the same value, that of a lock which nobody has. Who exchanges puts the same value
 * into the same place again, and compares what was there.
 */
#ifndef WARPWISE_CODE_LOCK_H
#define WARPWISE_CODE_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "code/elf_image.h"

/* Whether the compare-and-swap or exchange at AT of TEXT, in the loop from HEAD to END, takes a
 * lock. */
bool lock_is_taken(const struct elf_bytes *text, int64_t head, int64_t end, int64_t at);

#endif
