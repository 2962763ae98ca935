/* SPDX-License-Identifier: MIT */
/*
 * Calls that a toolchain makes while it compiles code and tries variants of it out: it allocates,
 * times and frees for each of them, again and again, but no loop of the program does. Any thread.
 */
#ifndef WARPWISE_RULES_TUNERS_H
#define WARPWISE_RULES_TUNERS_H

#include <stdbool.h>

#include "rules/shared/finding.h"

/*
 * Which calls those are, into *IS_TUNERS, by call; the caller's to free. They are made while a
 * thread is sampled in a compiler or a tuner; or their thread launches kernels that only a tuner
 * launches, right before or behind them. Returns 0 or -ENOMEM.
 */
int tuner_calls(bool **is_tuners, const struct check *check);

#endif
