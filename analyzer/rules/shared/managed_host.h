/* SPDX-License-Identifier: MIT */
/*
 * What samples tell of the host's waits for pages of managed memory that nobody recorded: behind
 * its waits for kernels it stands still. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_MANAGED_HOST_H
#define WARPWISE_RULES_MANAGED_HOST_H

#include "rules/shared/finding.h"

extern const struct threshold managed_host_thresholds[];

/* Adds the finding about the host, if there is one. Returns 0 or -ENOMEM. */
int managed_judge_host(struct check *check);

#endif
