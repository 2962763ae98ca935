/* SPDX-License-Identifier: MIT */
/* Set-up of the host that is no idle time of a loop's. Any thread. */
#ifndef WARPWISE_RULES_IDLE_SETUP_H
#define WARPWISE_RULES_IDLE_SETUP_H

#include "base/interval.h"
#include "rules/shared/finding.h"

struct idle_setup {
	struct interval_set reported; /* setup-in-loop has a finding about it */
	struct interval_set all;      /* and what a just-in-time compiler does once for a line */
	int64_t once_ns;
};

/* Returns 0 or -ENOMEM; release it in any case. */
int idle_setup_find(struct idle_setup *setup, const struct check *check);
void idle_setup_release(struct idle_setup *setup);

#endif
