/* SPDX-License-Identifier: MIT */
/* The host's part of a fine timeline: calls, NVTX ranges and the recorder's own work, in lanes. */
#include <errno.h>
#include <stdlib.h>

#include "report/fine_boxes.h"
#include "report/fine_parts.h"

/* What lanes are made of, and what goes into a box. */
struct host_kind {
	size_t count, limit;
	const int64_t *start_ns, *end_ns;
	size_t stride_bytes;
	uint32_t (*thread)(const struct trace *trace, size_t i);
	/* The number of its name in NAMES, by what has the same name. */
	uint32_t (*name)(struct fine_work *work, uint32_t *names, size_t i);
	bool (*is_failed)(const struct trace *trace, size_t i);
	size_t names; /* numbers that name() needs */
};

/* One or several that follow each other: what is said of them is said of the longest. */
static void add_to_box(struct fine_work *work, const struct host_kind *kind, uint32_t *names,
                       struct fine_span *box, size_t i, uint32_t lane, const struct fine_input *in)
{
	int64_t start_ns = fine_start_ns(in, i), end_ns = fine_end_ns(in, i);

	if (!box->count) {
		box->start_ns = start_ns;
		box->end_ns = end_ns;
		box->longest_ns = -1;
		box->waited = NONE;
		box->thread = lane / FINE_DEPTHS;
		box->depth = (uint8_t)(lane % FINE_DEPTHS);
	}
	box->end_ns = end_ns > box->end_ns ? end_ns : box->end_ns;
	box->count++;
	box->failed += kind->is_failed && kind->is_failed(work->trace, i);
	if (end_ns - start_ns <= box->longest_ns)
		return;
	box->longest_ns = end_ns - start_ns;
	box->name = kind->name(work, names, i);
}

/* Fills SPANS; BOX_OF, by what KIND counts, may be NULL. */
static void add_spans(struct fine_work *work, const struct host_kind *kind,
                      struct fine_spans *spans, uint32_t *box_of)
{
	const struct trace *trace = work->trace;
	size_t lanes = (trace->threads_count + 1) * FINE_DEPTHS;
	uint32_t *lane = fine_numbers(work->report, kind->count);
	uint32_t *names = fine_numbers(work->report, kind->names);
	uint32_t *own_box_of = box_of ? NULL : fine_numbers(work->report, kind->count);
	int64_t *until_ns = malloc(lanes * sizeof *until_ns);
	struct fine_input in = { .count = kind->count,
		                 .start_ns = kind->start_ns,
		                 .end_ns = kind->end_ns,
		                 .stride_bytes = kind->stride_bytes,
		                 .lane = lane,
		                 .lanes = lanes,
		                 .wall_ns = trace->last_ns - trace->first_ns };

	if (!box_of)
		box_of = own_box_of;
	if (!lane || !names || !until_ns || !box_of)
		goto out;
	for (size_t i = 0; i < lanes; i++)
		until_ns[i] = INT64_MIN;
	for (size_t i = 0; i < kind->count; i++) {
		size_t thread = kind->thread(trace, i);

		lane[i] = (uint32_t)(thread * FINE_DEPTHS) +
		          fine_depth(until_ns, thread, fine_start_ns(&in, i), fine_end_ns(&in, i));
	}
	if (fine_boxes(&in, kind->limit, box_of, &spans->count, &spans->resolution_ns))
		goto out;
	spans->items = calloc(spans->count + 1, sizeof *spans->items);
	for (size_t i = 0; spans->items && i < kind->count; i++)
		add_to_box(work, kind, names, &spans->items[box_of[i]], i, lane[i], &in);
out:
	if (!spans->items) {
		spans->count = 0;
		report_keep(work->report, NULL);
	}
	free(lane);
	free(names);
	free(own_box_of);
	free(until_ns);
}

/* ---- calls ---- */

static uint32_t call_thread(const struct trace *trace, size_t i)
{
	return trace->calls.thread[i];
}

static uint32_t call_name(struct fine_work *work, uint32_t *names, size_t i)
{
	uint32_t *name = &names[work->trace->calls.name[i]];

	if (*name == NONE)
		*name = fine_name(
		        work,
		        report_text(work->report, "%s",
		                    work->trace->call_names[work->trace->calls.name[i]].name));
	return *name;
}

/* ---- ranges ---- */

static uint32_t range_thread(const struct trace *trace, size_t i)
{
	uint32_t thread = trace->markers[i].thread;

	return thread == NONE ? (uint32_t)trace->threads_count : thread;
}

enum { RANGE_NAMES = 4096 }; /* a power of 2; of more different names some are kept twice */

/* Texts of one name are one pointer, as the trace has them. */
static uint32_t range_name(struct fine_work *work, uint32_t *names, size_t i)
{
	const char *text = work->trace->markers[i].name;
	uint64_t hash = (uint64_t)(uintptr_t)text * 0x9e3779b97f4a7c15;
	uint32_t *slot = &names[(hash >> 40) % RANGE_NAMES * (size_t)2];

	/* A slot has the marker that it was made for, and the name. */
	if (slot[0] == NONE || work->trace->markers[slot[0]].name != text) {
		slot[0] = (uint32_t)i;
		slot[1] = fine_name(work, report_text(work->report, "%s", text));
	}
	return slot[1];
}

/* ---- the recorder's own work ---- */

static uint32_t overhead_thread(const struct trace *trace, size_t i)
{
	(void)trace;
	(void)i;
	return 0;
}

static uint32_t overhead_name(struct fine_work *work, uint32_t *names, size_t i)
{
	const struct trace *trace = work->trace;
	uint32_t *slot = &names[((uint32_t)trace->overheads[i].kind * 0x9e3779b1U >> 20) %
	                        RANGE_NAMES * (size_t)2];

	if (slot[0] == NONE || trace->overheads[slot[0]].kind != trace->overheads[i].kind) {
		slot[0] = (uint32_t)i;
		slot[1] = fine_name(work, report_text(work->report, "%s",
		                                      trace_code_name(trace, "overhead_kind",
		                                                      trace->overheads[i].kind)));
	}
	return slot[1];
}

static void add_threads(struct fine_work *work)
{
	const struct trace *trace = work->trace;
	struct fine_timeline *t = work->timeline;

	t->threads = calloc(trace->threads_count + 1, sizeof *t->threads);
	if (!t->threads) {
		report_keep(work->report, NULL);
		return;
	}
	for (size_t i = 0; i < trace->threads_count; i++)
		t->threads[t->threads_count++] =
		        (struct fine_thread){ trace->threads[i].system_thread_id,
			                      report_text(work->report, "%s",
			                                  trace->threads[i].name) };
}

void fine_add_host(struct fine_work *work)
{
	const struct trace *trace = work->trace;
	struct fine_timeline *t = work->timeline;
	const struct host_kind calls = { .count = trace->calls.count,
		                         .limit = FINE_BOXES_MAX,
		                         .start_ns = trace->calls.start_ns,
		                         .end_ns = trace->calls.end_ns,
		                         .stride_bytes = sizeof(int64_t),
		                         .thread = call_thread,
		                         .name = call_name,
		                         .is_failed = call_has_failed,
		                         .names = trace->call_names_count };
	const struct host_kind ranges = { .count = trace->markers_count,
		                          .limit = FINE_RANGES_MAX,
		                          .start_ns =
		                                  trace->markers ? &trace->markers->start_ns : NULL,
		                          .end_ns = trace->markers ? &trace->markers->end_ns : NULL,
		                          .stride_bytes = sizeof *trace->markers,
		                          .thread = range_thread,
		                          .name = range_name,
		                          .names = 2 * (size_t)RANGE_NAMES };
	const struct host_kind overheads = {
		.count = trace->overheads_count,
		.limit = FINE_RANGES_MAX,
		.start_ns = trace->overheads ? &trace->overheads->start_ns : NULL,
		.end_ns = trace->overheads ? &trace->overheads->end_ns : NULL,
		.stride_bytes = sizeof *trace->overheads,
		.thread = overhead_thread,
		.name = overhead_name,
		.names = 2 * (size_t)RANGE_NAMES
	};

	add_threads(work);
	t->calls_recorded = (int64_t)trace->calls.count;
	t->ranges_recorded = (int64_t)trace->markers_count;
	add_spans(work, &calls, &t->calls, work->call_box);
	if (ranges.count)
		add_spans(work, &ranges, &t->ranges, NULL);
	if (overheads.count)
		add_spans(work, &overheads, &t->overheads, NULL);
}
