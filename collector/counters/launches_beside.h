/* SPDX-License-Identifier: MIT */
/*
 * Launches whose kernels may have lost their times although they were not measured: those beside
 * the window of a measured launch, and those whose window was thrown away. Any thread.
 */
#ifndef WARPWISE_LAUNCHES_BESIDE_H
#define WARPWISE_LAUNCHES_BESIDE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { LAUNCHES_BESIDE_MAX = 1024 };

void launches_beside_note(uint32_t correlation_id);

/* Their correlation ids and, in *COUNT, how many there are by now, LAUNCHES_BESIDE_MAX at most. */
const _Atomic uint32_t *launches_beside(size_t *count);

#endif
