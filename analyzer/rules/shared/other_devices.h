/* SPDX-License-Identifier: MIT */
/* What other GPUs did while one idled. Any thread. */
#ifndef WARPWISE_RULES_OTHER_DEVICES_H
#define WARPWISE_RULES_OTHER_DEVICES_H

#include <stdint.h>

#include "base/interval.h"
#include "rules/shared/finding.h"
#include "trace/trace.h"

/*
 * Sets *TURNS_NS to how long others ran something in the united WINDOWS, in which DEVICE idled, if
 * they take turns with it: in most of the time in which it worked, from the first window to the
 * last, none of them did. Else, as where one has more to do than another, to 0. Returns 0 or
 * -ENOMEM.
 */
int other_devices_turns(int64_t *turns_ns, const struct trace *trace, uint32_t device,
                        const struct interval_set *windows);

/* Adds to SHARES when other GPUs than DEVICE ran their shares of what gpu-imbalance found to be
 * unequal, and unites it. Returns 0 or -ENOMEM. */
int other_devices_shares(struct interval_set *shares, const struct check *check, uint32_t device);

#endif
