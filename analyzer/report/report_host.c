/* SPDX-License-Identifier: MIT */
/* Names the host's code: what ran between calls of CUDA, and what launched kernels. Any thread. */
#include <errno.h>
#include <stdlib.h>

#include "code/host_launches.h"
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
                         const struct graph *graph, const struct host_code *host)
{
	struct host_spot *spots = NULL;
	struct host_time time = { 0 };
	double setups[SETUP_ALL] = { 0 };
	size_t count = 0;
	int err;

	process->largest_wait.code = "";
	if (!graph->trace->host_samples_count || !process->largest_wait.hint ||
	    process->largest_wait.share != SHARE_HOST)
		return 0;
	err = host_time_init(&time, host);
	if (!err) {
		add_between_calls(&time, graph);
		err = host_time_spots(&time, &spots, &count);
	}
	if (!err)
		process->largest_wait.code = text_of(report, host, spots, count);
	if (*process->largest_wait.code)
		process->largest_wait.hint = "warpwise stats --by host tells it by function, "
		                             "warpwise source --host by line";
	if (!err)
		err = host_time_setups(setups, &time);
	if (!err)
		report_wait_leave(&process->largest_wait, setups[SETUP_COMPILING]);
	free(spots);
	host_time_release(&time);
	return err;
}

static const char *place_of(struct report *report, const struct host_code *host, uint32_t frame)
{
	char text[HOST_PLACE_TEXT];

	if (frame == NONE)
		return "";
	return report_text(report, "%s", host_place_text(text, &host->places[frame]));
}

static void add_lines(struct report *report, struct report_kernel *kernel,
                      const struct host_launches *launches)
{
	struct host_launch_line lines[HOST_LAUNCH_LINES];
	const size_t count = host_launches_lines(lines, launches, kernel->launch_shape);

	if (!count)
		return;
	kernel->lines = report_array(report, count, sizeof *kernel->lines);
	for (size_t i = 0; kernel->lines && i < count; i++)
		kernel->lines[kernel->lines_count++] = (struct report_launch_line){
			.code = place_of(report, launches->code, lines[i].site.own),
			.caller = place_of(report, launches->code, lines[i].site.caller),
			.percent = lines[i].percent,
		};
}

int report_add_launch_lines(struct report *report, struct report_process *process,
                            const struct host_code *host)
{
	struct host_launches launches;
	int err = host_launches_init(&launches, host, OF_SHAPES);

	for (size_t i = 0; !err && i < process->kernels_count; i++)
		add_lines(report, &process->kernels[i], &launches);
	host_launches_release(&launches);
	return err;
}
