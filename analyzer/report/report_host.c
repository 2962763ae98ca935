/* SPDX-License-Identifier: MIT */
/* Names the host's code: what ran between calls of CUDA, and what launched kernels. Any thread. */
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/interval.h"
#include "code/host_imports.h"
#include "code/host_launches.h"
#include "code/host_time.h"
#include "report/report_parts.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

static bool ends_before(const void *item, const void *key)
{
	return ((const struct interval *)item)->end_ns <= *(const int64_t *)key;
}

/* What THREAD did in OWN, and came to CALL by it; of it what is within PAUSES, which are united. */
static void add_own(struct host_time *time, const struct interval_set *pauses, uint32_t thread,
                    uint32_t call, const struct interval *own)
{
	size_t i;

	i = lower_bound(&own->start_ns, pauses->items, pauses->count, sizeof *pauses->items,
	                ends_before);
	for (; i < pauses->count && pauses->items[i].start_ns < own->end_ns; i++) {
		const struct interval *pause = &pauses->items[i];
		const int64_t from_ns =
		        pause->start_ns > own->start_ns ? pause->start_ns : own->start_ns;
		const int64_t to_ns = pause->end_ns < own->end_ns ? pause->end_ns : own->end_ns;

		host_time_add(time, thread, from_ns, to_ns);
		host_time_add_call(time, call, to_ns - from_ns);
	}
}

/* What threads did between their calls, within PAUSES. */
static void add_between_calls(struct host_time *time, const struct graph *graph,
                              const struct interval_set *pauses)
{
	const struct trace_calls *calls = &graph->trace->calls;

	for (uint32_t c = 0; c < calls->count; c++) {
		const uint32_t before = graph_previous_call(graph, c);

		if (before != NONE && calls->end_ns[before] < calls->start_ns[c])
			add_own(time, pauses, calls->thread[c], c,
			        &(struct interval){ calls->end_ns[before], calls->start_ns[c] });
	}
}

/* More places make a line that nobody reads. */
enum { PLACES_SHOWN = 2 };

static const char *text_of(struct report *report, const struct host_code *code,
                           const struct host_import *import, const struct host_spot *spots,
                           size_t count)
{
	bool has_import = 100 * import->share >= HOST_SPOT_MIN_PERCENT;
	const char *all = "";
	char text[HOST_SPOT_TEXT], imported[HOST_IMPORT_TEXT];

	for (size_t i = 0, shown = 0; shown < PLACES_SHOWN && (has_import || i < count); shown++) {
		if (has_import && (i == count || spots[i].share <= import->share)) {
			all = report_text(report, "%s%s%.0f %% %s", all, *all ? "; " : "",
			                  100 * import->share,
			                  host_import_text(imported, code, import));
			has_import = false;
			continue;
		}
		if (100 * spots[i].share >= HOST_SPOT_MIN_PERCENT)
			all = report_text(report, "%s%s%s", all, *all ? "; " : "",
			                  host_spot_text(text, code, &spots[i], ""));
		i++;
	}
	return all;
}

/* The code that threads were in between their calls, within PAUSES; and the parts of it that set
 * something up. */
static int name_code(const char **code, double setups[SETUP_ALL], struct report *report,
                     const struct graph *graph, const struct host_code *host,
                     const struct interval_set *pauses)
{
	struct host_spot *spots = NULL;
	struct host_time time = { 0 };
	struct host_import import = { 0 };
	size_t count = 0;
	int err = host_time_init(&time, host);

	if (!err) {
		add_between_calls(&time, graph, pauses);
		err = host_time_setups(setups, &time);
	}
	if (!err)
		err = host_imports_take(&import, &time);
	if (!err)
		err = host_time_spots(&time, &spots, &count);
	if (!err)
		*code = text_of(report, host, &import, spots, count);
	free(spots);
	host_time_release(&time);
	return err;
}

/* What is not of PAUSES, which are united. */
static int find_rest(struct interval_set *rest, const struct interval_set *pauses)
{
	int64_t from_ns = INT64_MIN / 2;
	int err = 0;

	for (size_t i = 0; i < pauses->count && !err; i++) {
		if (pauses->items[i].start_ns > from_ns)
			err = interval_set_add(rest, from_ns, pauses->items[i].start_ns);
		from_ns = pauses->items[i].end_ns;
	}
	return err ? err : interval_set_add(rest, from_ns, INT64_MAX / 2);
}

/* What is done before loops and in pauses that do not recur, and what the largest wait is about:
 * what is done while no GPU works, as far as that is not the same. */
static int name_all(struct report *report, struct report_process *process,
                    const struct graph *graph, const struct findings *findings, bool has_wait)
{
	struct interval_set pauses = { 0 }, rest = { 0 };
	double setups[SETUP_ALL] = { 0 };
	int err = start_up_pauses(&pauses, &findings->survey->start_up, graph->trace);

	if (!err)
		interval_set_unite(&pauses);
	if (!err && process->host_once_ns)
		err = name_code(&process->host_once_code, setups, report, graph, findings->host,
		                &pauses);
	if (!err && has_wait)
		err = gpus_busy(&pauses, graph->trace);
	interval_set_unite(&pauses);
	if (!err)
		err = find_rest(&rest, &pauses);
	if (!err && has_wait)
		err = name_code(&process->largest_wait.code, setups, report, graph, findings->host,
		                &rest);
	if (!err && has_wait)
		report_wait_leave(&process->largest_wait, setups[SETUP_COMPILING]);
	interval_set_release(&pauses);
	interval_set_release(&rest);
	return err;
}

int report_add_host_code(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings)
{
	const bool has_wait =
	        process->largest_wait.hint && process->largest_wait.share == SHARE_HOST;
	int err;

	process->largest_wait.code = process->host_once_code = "";
	if (!graph->trace->host_samples_count || (!has_wait && !process->host_once_ns))
		return 0;
	err = name_all(report, process, graph, findings, has_wait);
	if (process->largest_wait.hint && *process->largest_wait.code)
		process->largest_wait.hint = "warpwise stats --by host tells it by function, "
		                             "warpwise source --host by line";
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
