/* SPDX-License-Identifier: MIT */
/* What rule gpu-idle says to do, and the thresholds that decide that. Any thread. */
#ifndef WARPWISE_RULES_IDLE_ADVICE_H
#define WARPWISE_RULES_IDLE_ADVICE_H

#include <stdbool.h>

#include "rules/shared/gaps.h"
#include "rules/shared/idle_time.h"
#include "rules/shared/rule.h"
#include "rules/shared/threshold.h"

enum {
	GPU_IDLE,
	GPU_IDLE_BEHIND,
	GPU_IDLE_SOME,
	GPU_IDLE_CLAIMED,
	GPU_IDLE_LATE,
	GPU_IDLE_PART,
	GPU_IDLE_LONG,
	GPU_IDLE_LARGE,
	GPU_IDLE_OVERLAP,
	GPU_IDLE_TIMED,
	GPU_IDLE_ITERATED,
	GPU_IDLE_TIMES
};

extern const struct threshold gpu_idle_thresholds[];

/* What is said where the host makes code; most of the gaps are of kind MAIN, here and below. */
void idle_advice_say_code(const struct idle_time *idle, enum gap_kind main,
                          struct finding *finding);

void idle_advice_give(const struct check *check, const struct idle_time *idle, enum gap_kind main,
                      struct finding *finding);

/* Whether the host is at single operations in most of it. */
bool idle_advice_is_for_operations(const struct idle_time *idle, enum gap_kind main);

#endif
