/* SPDX-License-Identifier: MIT */
/* The waits for the GPU behind which it idled. Any thread. */
#ifndef WARPWISE_RULES_IDLE_WAITS_H
#define WARPWISE_RULES_IDLE_WAITS_H

#include "rules/shared/idle_time.h"

/* Adds to FINDING how much of IDLE came behind a wait, which calls waited most often, and the
 * copies that LEAST percent of them were for. Returns 0 or -ENOMEM. */
int idle_waits_say(struct idle_time *idle, const struct trace *trace, double least,
                   struct finding *finding);

#endif
