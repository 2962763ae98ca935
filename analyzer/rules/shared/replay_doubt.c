/* SPDX-License-Identifier: MIT */
/* Doubts about gains. */
#include "rules/shared/replay_doubt.h"

#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"

static int64_t off_by_ns(const struct graph *graph)
{
	return llabs(graph->replayed_ns - graph->run.wall_ns);
}

bool replay_is_off(const struct survey *survey, const struct graph *graph)
{
	return percent_of(off_by_ns(graph), survey->main_ns) >= REPLAY_OFF_PERCENT;
}

static void take_back(struct finding *f)
{
	f->is_predicted = false;
	f->gain_ns = 0;
}

bool replay_doubt(struct finding *f, const struct graph *graph)
{
	const int64_t off_ns = off_by_ns(graph);
	const double percent = percent_of(off_ns, f->survey->main_ns);

	if (f->gain_ns < f->cost_ns / 2 && survey_hides_waits(f->survey, graph)) {
		finding_not_predicted(f, "a GPU was busy nearly all of the time, and by its calls "
		                         "so was the host: it may wait for the GPU in ways that "
		                         "no record shows; at most the whole cost");
		take_back(f);
		return true;
	}
	if (f->gain_ns > 0 && f->survey->data_waits.ns >= f->gain_ns) {
		finding_not_predicted(f,
		                      "the program waits %s for its data again and again: what "
		                      "becomes faster waits for longer, until the loader keeps up",
		                      format_duration(FORMAT, f->survey->data_waits.ns));
		f->severity = FINDING_NOTE;
		take_back(f);
		return true;
	}
	if (!replay_is_off(f->survey, graph))
		return false;
	if (f->gain_ns > off_ns) {
		finding_fact(f, "replay",
		             "of the unchanged run it is off by %s (%s of the main "
		             "part), and so may be the gain",
		             format_duration(FORMAT, off_ns), format_percent(FORMAT, percent));
		f->uncertain_ns = sum_saturated(f->uncertain_ns, off_ns);
		return false;
	}
	finding_not_predicted(f,
	                      "the replay of the unchanged run is off by %s here (%s of the "
	                      "main part), more than this fix wins in it",
	                      format_duration(FORMAT, off_ns), format_percent(FORMAT, percent));
	take_back(f);
	return true;
}
