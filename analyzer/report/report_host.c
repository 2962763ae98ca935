/* SPDX-License-Identifier: MIT */
/* Names the code that the host ran between calls of CUDA. Any thread. */
#include <errno.h>
#include <stdlib.h>

#include "code/host_time.h"
#include "report/report_parts.h"

/* All that threads did between their calls. */
static void add_between_calls(struct host_time *time, const struct graph *graph)
{
	const struct trace_calls *calls = &graph->trace->calls;

	for (uint32_t c = 0; c < calls->count; c++) {
		const uint32_t before = graph_previous_call(graph, c);

		if (before == NONE || calls->end_ns[before] >= calls->start_ns[c])
			continue;
		host_time_add(time, calls->thread[c], calls->end_ns[before], calls->start_ns[c]);
		host_time_add_call(time, c, calls->start_ns[c] - calls->end_ns[before]);
	}
}

static const char *text_of(struct report *report, const struct host_code *code,
                           const struct host_spot *spots, size_t count)
{
	const char *all = "";
	char text[HOST_SPOT_TEXT];

	for (size_t i = 0; i < count && i < HOST_SPOTS_SHOWN; i++)
		if (100 * spots[i].share >= HOST_SPOT_MIN_PERCENT)
			all = report_text(report, "%s%s%s", all, *all ? "; " : "",
			                  host_spot_text(text, code, &spots[i]));
	return all;
}

int report_add_host_code(struct report *report, struct report_process *process,
                         const struct graph *graph)
{
	struct host_spot *spots = NULL;
	struct host_time time = { 0 };
	struct host_code code;
	size_t count = 0;
	int err;

	process->largest_wait.code = "";
	if (!graph->trace->host_samples_count || process->largest_wait.share != SHARE_HOST)
		return 0;
	err = host_code_init(&code, graph->trace);
	if (!err)
		err = host_time_init(&time, &code);
	if (!err) {
		add_between_calls(&time, graph);
		err = host_time_spots(&time, &spots, &count);
	}
	if (!err)
		process->largest_wait.code = text_of(report, &code, spots, count);
	if (*process->largest_wait.code)
		process->largest_wait.hint = "warpwise stats --by host tells it by function, "
		                             "warpwise source --host by line";
	free(spots);
	host_time_release(&time);
	host_code_release(&code);
	return err;
}
