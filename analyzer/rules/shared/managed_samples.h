/* SPDX-License-Identifier: MIT */
/* What samples of warps tell of waits for pages of managed memory. Any thread. */
#ifndef WARPWISE_RULES_MANAGED_SAMPLES_H
#define WARPWISE_RULES_MANAGED_SAMPLES_H

#include "rules/shared/finding.h"

extern const struct threshold managed_samples_thresholds[];

/* Of the time of a kernel, what its warps wait for memory, in percent. NAN: not known. */
struct kernel_profile;
double managed_waiting_percent(const struct kernel_profile *profile);

/*
 * Looks for kernels whose warps stand still for memory, though the device's own can have next to
 * nothing to do: BYTES of managed memory are in use, of which nothing was recorded. *IS_FOUND:
 * there is a finding, about all of them. Returns 0 or -ENOMEM.
 */
int managed_judge_samples(bool *is_found, struct check *check, int64_t bytes);

#endif
