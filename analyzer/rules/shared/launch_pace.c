/* SPDX-License-Identifier: MIT */
#include "rules/shared/launch_pace.h"

#include "base/format.h"
#include "graph/recorder_cost.h"
#include "rules/shared/constants.h"

void launch_pace_say(struct finding *finding, int64_t recorder_ns)
{
	const int64_t error_ns = recorder_calls_error_ns(recorder_ns, 0);

	finding->is_slow_issue = true;
	if (finding->cost_ns / RECORDER_ERRORS >= error_ns)
		return;
	finding->severity = FINDING_NOTE;
	finding_fact(
	        finding, "recorder",
	        "what it added is taken out, but known to +- %s only: perhaps the host launches "
	        "fast enough when it is not recorded; compare with how long the program takes "
	        "then",
	        format_duration(FORMAT, error_ns));
}
