/* SPDX-License-Identifier: MIT */
/*
 * Kernels whose time goes with a loop that stores to one address, or loads from one, in each of its
 * rounds, or whose rounds wait for what the one before loaded: whatever else would make them
 * shorter, that comes first. Any thread.
 */
#ifndef WARPWISE_RULES_SLOW_LOOP_H
#define WARPWISE_RULES_SLOW_LOOP_H

#include "rules/shared/kernels.h"

/* Says so in F if the kernel FUNCTION is one: half of its samples are in such a loop. Returns the
 * advice, a static text; NULL: it is none. */
const char *slow_loop_say(struct check *check, struct finding *f, uint32_t function);

/* The same, but of loops that store or load again and again alone: beside a cause of its own a
 * chain of loads is none. */
const char *slow_loop_say_again(struct check *check, struct finding *f, uint32_t function);

/* The part of its time, by samples, in such a loop that does the same in each of its rounds; 0:
 * there is none. */
double slow_loop_same_part(struct check *check, uint32_t function);

#endif
