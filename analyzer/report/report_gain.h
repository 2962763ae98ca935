/* SPDX-License-Identifier: MIT */
/* What is said of predicted gains. Any thread. */
#ifndef WARPWISE_REPORT_GAIN_H
#define WARPWISE_REPORT_GAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "report/report.h"

/* Before what a finding without a predicted gain costs: "at most", "about" or "perhaps". */
const char *report_hint_word(const struct report_finding *finding);

/* Whether a predicted gain may as well be nothing: then what it may be at most is said. */
bool report_gain_is_doubtful(const struct report_finding *finding);

/* What is said of a predicted gain, and which part of the run of PROCESS, the finding's, that is;
 * and what a finding is worth: that, or its cost. */
int64_t report_gain_said_ns(const struct report_process *process,
                            const struct report_finding *finding);
double report_gain_percent(const struct report_process *process,
                           const struct report_finding *finding);
int64_t report_worth_ns(const struct report_process *process, const struct report_finding *finding);

#endif
