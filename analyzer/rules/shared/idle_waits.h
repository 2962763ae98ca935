/* SPDX-License-Identifier: MIT */
/* What is known of the waits for a GPU that came before it idled. Any thread. */
#ifndef WARPWISE_RULES_IDLE_WAITS_H
#define WARPWISE_RULES_IDLE_WAITS_H

#include "rules/shared/finding.h"
#include "rules/shared/idle_time.h"

/* Adds to FINDING how much of IDLE came behind a wait, which calls waited most often, and what they
 * waited for, if SOME percent of them did. Returns 0 or -ENOMEM. */
int idle_waits_say(struct idle_time *idle, const struct trace *trace, double some,
                   struct finding *finding);

#endif
