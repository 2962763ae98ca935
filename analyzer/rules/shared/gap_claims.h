/* SPDX-License-Identifier: MIT */
/* Which gaps other rules than gpu-idle say more about. Any thread. */
#ifndef WARPWISE_RULES_GAP_CLAIMS_H
#define WARPWISE_RULES_GAP_CLAIMS_H

#include "rules/shared/finding.h"
#include "rules/shared/gaps.h"

/*
 * Whether gaps of KIND, of ALL that there are, are left to a rule whose findings cost PERCENT of
 * what these take or more.
 */
struct idle_time;
bool gap_is_claimed(const struct check *check, enum gap_kind kind, const struct idle_time *all,
                    double percent);

/* Where a call is in the rows whose gaps a finding of launch-bound has counted, or of copies to
 * devices that small-copies would make one of. */
enum place_in_row { IN_NO_ROW, FIRST_OF_ROW, LATER_IN_ROW };

/* Sets PLACES, by call, all of which are IN_NO_ROW: of both sorts of rows, or of those of copies
 * alone. */
void gap_mark_rows(uint8_t *places, const struct check *check);
void gap_mark_copies(uint8_t *places, const struct check *check);

/* Whether findings say, of as much time as half of IDLE_NS, that calls stand between launches which
 * nothing needs there, and with which these make no graph. */
bool gap_has_calls_between(const struct check *check, int64_t idle_ns);

#endif
