/* SPDX-License-Identifier: MIT */
/* The run in order of time: what took most of each slice of it. Any thread. */
#include <errno.h>
#include <stdlib.h>

#include "report/report_parts.h"

/* By slice: the time of each share in it. */
struct slices {
	int64_t share_ns[REPORT_STRIP_SLICES][SHARES];
	int64_t start_ns, slice_ns;
};

/* The last slice has what does not divide. */
static size_t slice_at(const struct slices *slices, int64_t ns)
{
	const int64_t i = (ns - slices->start_ns) / slices->slice_ns;

	return i < REPORT_STRIP_SLICES ? (size_t)i : REPORT_STRIP_SLICES - 1;
}

static void add_step(struct slices *slices, enum share share, int64_t start_ns, int64_t end_ns)
{
	while (start_ns < end_ns) {
		const size_t i = slice_at(slices, start_ns);
		const int64_t slice_end_ns =
		        i + 1 < REPORT_STRIP_SLICES
		                ? slices->start_ns + slices->slice_ns * (int64_t)(i + 1)
		                : end_ns;
		const int64_t to_ns = slice_end_ns < end_ns ? slice_end_ns : end_ns;

		slices->share_ns[i][share] += to_ns - start_ns;
		start_ns = to_ns;
	}
}

static enum share most_of(const int64_t share_ns[SHARES])
{
	int most = 0;

	for (int share = 1; share < SHARES; share++)
		if (share_ns[share] > share_ns[most])
			most = share;
	return (enum share)most;
}

int report_add_strip(struct report_process *process, const struct graph *graph)
{
	struct graph_path path = { 0 };
	struct slices *slices;
	int64_t now_ns = graph->trace->first_ns;
	int err;

	if (process->run.wall_ns < REPORT_STRIP_SLICES)
		return 0;
	slices = calloc(1, sizeof *slices);
	if (!slices)
		return -ENOMEM;
	slices->start_ns = now_ns;
	slices->slice_ns = process->run.wall_ns / REPORT_STRIP_SLICES;
	err = graph_path_init(&path, graph);
	for (size_t i = 0; i < path.count && !err; i++) {
		add_step(slices, path.steps[i].share, now_ns, now_ns + path.steps[i].duration_ns);
		now_ns += path.steps[i].duration_ns;
	}
	graph_path_release(&path);
	for (size_t i = 0; i < REPORT_STRIP_SLICES && !err; i++)
		process->strip[i] = (unsigned char)most_of(slices->share_ns[i]);
	process->has_strip = !err;
	free(slices);
	return err;
}
