/* SPDX-License-Identifier: MIT */
/* Long pauses of the host at one place, beside gaps as short as single operations: they have
 * another cause, and a finding of their own. Any thread. */
#ifndef WARPWISE_RULES_IDLE_PAUSES_H
#define WARPWISE_RULES_IDLE_PAUSES_H

#include "rules/shared/idle_time.h"
#include "rules/shared/names.h"
#include "rules/shared/threshold.h"

enum { PAUSES_APART, PAUSES_PLACE };
extern const struct threshold idle_pauses_thresholds[];

/* Whether the pauses of ALL, which was measured in SCOPE, are a smaller part of it, and at one
 * place. Returns 0 or -ENOMEM. */
int idle_pauses_are_apart(bool *are_apart, const struct check *check,
                          const struct idle_scope *scope, const struct idle_time *all);

/* What a finding about SCOPE is about, in TEXT; returns it. */
const char *idle_pauses_subject(char text[NAME_MAX_BYTES], const struct trace *trace,
                                const struct idle_scope *scope);

/* Adds to FINDING, if SCOPE is of a part of the time, what the other part is. */
void idle_pauses_say(const struct idle_scope *scope, struct finding *finding);

#endif
