/* SPDX-License-Identifier: MIT */
/*
 * Threads that dispatch: between two launches they do nothing but find out what to launch next, as
 * a framework does for an interpreter, operation by operation. However long that takes, it is a
 * part of launching, and goes with it. Any thread.
 */
#ifndef WARPWISE_RULES_DISPATCH_H
#define WARPWISE_RULES_DISPATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/shared/rule.h"
#include "rules/shared/threshold.h"

extern const struct threshold dispatch_thresholds[];

/* What a thread had between two launches. */
struct dispatch_pause {
	uint32_t thread;
	int64_t from_ns, to_ns;
};

/* Whether a pause of so many NS is as long as dispatch may take on a slow host. */
bool dispatch_may_take(int64_t ns);

/*
 * Sets THREADS, by thread: whether it dispatches in its PAUSES, which are sorted here. Samples of
 * Python's code say so, in which its innermost line is one that launches, or is in a library's file
 * that does; of PyTorch's threads for gradients, which run no Python but where the program has
 * written a gradient of its own, it is known. Returns 0 or -ENOMEM.
 */
int dispatch_find(bool *threads, const struct check *check, struct dispatch_pause *pauses,
                  size_t count);

#endif
