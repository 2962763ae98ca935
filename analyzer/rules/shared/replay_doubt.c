/* SPDX-License-Identifier: MIT */
/* Doubts about gains. */
#include "rules/shared/replay_doubt.h"

#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/survey.h"

bool replay_doubt(struct finding *f, const struct graph *graph)
{
	const int64_t off_ns = llabs(graph->replayed_ns - graph->run.wall_ns);
	const double percent = percent_of(off_ns, f->survey->program_ns);

	if (percent < REPLAY_OFF_PERCENT)
		return false;
	if (f->gain_ns > off_ns) {
		finding_fact(f, "replay",
		             "of the unchanged run it is off by %s (%s without its start and "
		             "end), and so may be the gain",
		             format_duration(FORMAT, off_ns), format_percent(FORMAT, percent));
		f->uncertain_ns = sum_saturated(f->uncertain_ns, off_ns);
		return false;
	}
	finding_not_predicted(f,
	                      "the replay of the unchanged run is off by %s here (%s without its "
	                      "start and end), more than this fix wins in it",
	                      format_duration(FORMAT, off_ns), format_percent(FORMAT, percent));
	f->is_predicted = false;
	f->gain_ns = 0;
	return true;
}
