/* SPDX-License-Identifier: MIT */
/* In how much of a kernel's time sectors of memory are moved. Any thread. */
#ifndef WARPWISE_RULES_MOVING_PART_H
#define WARPWISE_RULES_MOVING_PART_H

#include "rules/shared/kernels.h"

/*
 * The part of its time, 0 to 1, in which what moves its SECTORS of global memory is in use, at
 * most: an SM takes one of them in a cycle or more, and units of all SMs are known. Where none of
 * these is near its peak, and no queue is full, fewer sectors win no more: the rest is latency,
 * which one sector has as well. That is so of loads; for stores and for atomic operations warps
 * wait only where these queue, unless no unit reaches IDLE_PERCENT. 1: not known, or a unit has
 * more to do, and what warps wait for counts.
 */
double moving_part(const struct check *check, const struct kernel *kernel, double sectors,
                   double idle_percent);

#endif
