/* SPDX-License-Identifier: MIT */
/*
 * What a gain is worth where the replay does not even get the unchanged run right. Any thread, one
 * for a finding.
 */
#ifndef WARPWISE_RULES_REPLAY_DOUBT_H
#define WARPWISE_RULES_REPLAY_DOUBT_H

#include <stdbool.h>

#include "rules/shared/finding.h"
#include "rules/shared/survey.h"

/*
 * Where the replay is REPLAY_OFF_PERCENT or more off, a gain is no more certain than that: adds it
 * to the error of F's, or takes back a gain that is smaller, and says so; likewise a gain of less
 * than half of the cost where survey_hides_waits(), and one of no more than data_waits_find(): then
 * a faster program waits for longer. True: there is no gain then; the cost stays, which was
 * measured.
 */
bool replay_doubt(struct finding *f, const struct graph *graph);

/*
 * Whether the replay is that far off: then what the budget says the run waited for is not to be
 * relied upon either, as where threads meet in ways that are not in the trace.
 */
bool replay_is_off(const struct survey *survey, const struct graph *graph);

#endif
