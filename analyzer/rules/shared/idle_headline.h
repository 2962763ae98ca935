/* SPDX-License-Identifier: MIT */
/* What a finding about idle time says first. Any thread. */
#ifndef WARPWISE_RULES_IDLE_HEADLINE_H
#define WARPWISE_RULES_IDLE_HEADLINE_H

#include "rules/shared/idle_time.h"

/* Adds to FINDING its headline, by MAIN, the kind of most gaps, and the longest of these. */
void idle_headline_say(const struct idle_time *idle, const struct trace *trace, enum gap_kind main,
                       struct finding *finding);

#endif
