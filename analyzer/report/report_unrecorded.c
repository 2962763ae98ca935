/* SPDX-License-Identifier: MIT */
/* What was not recorded, by the user's wish, and where it was cut out of the run. */
#include "report/report_parts.h"

enum { SEAMS_MAX = 1000 }; /* a timeline shows them as lines: more would be all there is to see */

void report_add_unrecorded(struct report *report, struct report_process *process,
                           const struct trace *trace)
{
	process->unrecorded_intervals = trace->unrecorded_count;
	for (size_t i = 0; i < trace->unrecorded_count; i++)
		process->unrecorded_ns +=
		        trace->unrecorded[i].end_ns - trace->unrecorded[i].start_ns;
	if (!trace->unrecorded_count)
		return;
	process->unrecorded_reason = report_text(report, "%s", trace->unrecorded[0].reason);
	process->seams = report_array(report, SEAMS_MAX, sizeof *process->seams);
	for (size_t i = 0;
	     process->seams && i < trace->cuts_count && process->seams_count < SEAMS_MAX; i++) {
		const struct trace_cut *cut = &trace->cuts[i];

		if (cut->is_unrecorded)
			process->seams[process->seams_count++] =
			        (struct report_seam){ cut->start_ns - cut->before_ns,
				                      cut->length_ns };
	}
}
