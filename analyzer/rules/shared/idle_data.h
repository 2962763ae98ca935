/* SPDX-License-Identifier: MIT */
/* Idle time of a GPU for which data is loaded, and single results that the host waits for beside
 * it. Any thread. */
#ifndef WARPWISE_RULES_IDLE_DATA_H
#define WARPWISE_RULES_IDLE_DATA_H

#include "rules/shared/finding.h"
#include "rules/shared/gaps.h"
#include "rules/shared/idle_time.h"

/* Whether the host, whose own work is MAIN, loads data in most of the time, or waits for processes
 * that do, as its samples say. */
bool idle_is_for_data(const struct idle_time *idle, enum gap_kind main);

/* What is behind single results beside, where that is LEAST percent of the time and of the waits;
 * else 0. */
int64_t idle_beside_data_ns(const struct idle_time *idle, double least);

/* Adds to FINDING what is known of that, and of results that the host waits for with the data: it
 * loads nothing meanwhile. Returns 0 or -ENOMEM. */
int idle_data_say_beside(struct idle_time *idle, double least, struct finding *finding);

/* Adds to FINDING what it wins at most: what is no loading stays. */
void idle_data_say_most(const struct idle_time *idle, struct finding *finding);

/* What to do: waits before these gaps, and what is copied, are not what takes the time, but single
 * results may take the rest. */
void idle_data_advise(const struct idle_time *idle, double least, struct finding *finding);

#endif
