/* SPDX-License-Identifier: MIT */
/* The host's part of a fine timeline: calls, NVTX ranges, where threads were by samples, the
 * recorder's own work, and the driver's on pages. */
#include <errno.h>
#include <stdlib.h>

#include "report/fine_parts.h"

/* One or several that follow each other: what is said of them is said of the longest. */
static void take_span(struct fine_work *work, const struct fine_kind *kind, void *into, size_t i)
{
	int64_t start_ns = fine_start_ns(&kind->in, i), end_ns = fine_end_ns(&kind->in, i);
	struct fine_span *box = into;

	if (!box->count) {
		box->start_ns = start_ns;
		box->end_ns = end_ns;
		box->longest_ns = -1;
		box->waited = NONE;
		box->thread = kind->lane[i] / FINE_DEPTHS;
		box->depth = (uint8_t)(kind->lane[i] % FINE_DEPTHS);
	}
	box->idle_ns += gap_ns(box->end_ns, start_ns);
	box->end_ns = end_ns > box->end_ns ? end_ns : box->end_ns;
	box->count++;
	box->failed += kind->is_failed && kind->is_failed(work->trace, i);
	if (end_ns - start_ns <= box->longest_ns)
		return;
	box->longest_ns = end_ns - start_ns;
	box->name = kind->name(work, kind, i);
}

/* Deals the spans of KIND to lanes: as many as they are deep, of the one of THREADS that each is
 * of. */
static void deal(struct fine_work *work, struct fine_kind *kind, size_t names, size_t threads,
                 uint32_t (*thread_of)(const struct trace *trace, const struct fine_kind *kind,
                                       size_t i))
{
	const struct trace *trace = work->trace;
	size_t lanes = threads * FINE_DEPTHS;
	int64_t *until_ns = malloc(lanes * sizeof *until_ns);

	kind->lane = fine_numbers(work->report, kind->in.count);
	kind->names = fine_numbers(work->report, names);
	if (!kind->lane || !kind->names || !until_ns) {
		report_keep(work->report, NULL);
		kind->in.count = 0;
	}
	for (size_t i = 0; until_ns && i < lanes; i++)
		until_ns[i] = INT64_MIN;
	for (size_t i = 0; i < kind->in.count; i++) {
		size_t thread = thread_of(trace, kind, i);

		kind->lane[i] = (uint32_t)(thread * FINE_DEPTHS) +
		                fine_depth(until_ns, thread, fine_start_ns(&kind->in, i),
		                           fine_end_ns(&kind->in, i));
	}
	kind->in.lane = kind->lane;
	kind->in.lanes = lanes;
	kind->in.wall_ns = trace->last_ns - trace->first_ns;
	free(until_ns);
}

/* Fills SPANS; BOX_OF, by what KIND counts, may be NULL. */
static void add_spans(struct fine_work *work, const struct fine_kind *kind,
                      struct fine_spans *spans, uint32_t *box_of)
{
	uint32_t *own_box_of = box_of ? NULL : fine_numbers(work->report, kind->in.count);

	if (!box_of)
		box_of = own_box_of;
	if (box_of &&
	    fine_boxes(&kind->in, kind->limit, box_of, &spans->count, &spans->resolution_ns) == 0)
		spans->items = calloc(spans->count + 1, sizeof *spans->items);
	for (size_t i = 0; box_of && spans->items && i < kind->in.count; i++)
		kind->take(work, kind, &spans->items[box_of[i]], i);
	if (!spans->items) {
		spans->count = 0;
		report_keep(work->report, NULL);
	}
	free(own_box_of);
}

/* ---- calls ---- */

static uint32_t call_thread(const struct trace *trace, const struct fine_kind *kind, size_t i)
{
	(void)kind;
	return trace->calls.thread[i];
}

static uint32_t call_name(struct fine_work *work, const struct fine_kind *kind, size_t i)
{
	uint32_t *name = &kind->names[work->trace->calls.name[i]];

	if (*name == NONE)
		*name = fine_name(
		        work,
		        report_text(work->report, "%s",
		                    work->trace->call_names[work->trace->calls.name[i]].name));
	return *name;
}

static void take_api_call(struct fine_work *work, const struct fine_kind *kind, void *into,
                          size_t i)
{
	struct fine_span *box = into;

	take_span(work, kind, into, i);
	if (work->graph->waited[i] != NONE)
		box->waited = work->graph->waited[i];
}

void fine_open_calls(struct fine_work *work, struct fine_kind *kind)
{
	const struct trace *trace = work->trace;

	*kind = (struct fine_kind){ .in = { .count = trace->calls.count,
		                            .start_ns = trace->calls.start_ns,
		                            .end_ns = trace->calls.end_ns,
		                            .stride_bytes = sizeof(int64_t) },
		                    .limit = FINE_BOXES_MAX,
		                    .name = call_name,
		                    .is_failed = call_has_failed,
		                    .take = take_api_call };
	deal(work, kind, trace->call_names_count, trace->threads_count + 1, call_thread);
	work->timeline->calls_recorded = (int64_t)trace->calls.count;
}

/* ---- ranges ---- */

static uint32_t range_thread(const struct trace *trace, const struct fine_kind *kind, size_t i)
{
	uint32_t thread = trace->markers[i].thread;

	(void)kind;
	return thread == NONE ? (uint32_t)trace->threads_count : thread;
}

enum { RANGE_NAMES = 4096 }; /* a power of 2; of more different names some are kept twice */

/* Texts of one name are one pointer, as the trace has them. */
static uint32_t range_name(struct fine_work *work, const struct fine_kind *kind, size_t i)
{
	const char *text = work->trace->markers[i].name;
	uint64_t hash = (uint64_t)(uintptr_t)text * 0x9e3779b97f4a7c15;
	uint32_t *slot = &kind->names[(hash >> 40) % RANGE_NAMES * (size_t)2];
	uint32_t *own = &kind->names[2 * (size_t)RANGE_NAMES + i];

	if (*own != NONE)
		return *own;
	/* A slot has the marker that it was made for, and the name. */
	if (slot[0] == NONE || work->trace->markers[slot[0]].name != text) {
		slot[0] = (uint32_t)i;
		slot[1] = fine_name(work, report_text(work->report, "%s", text));
	}
	return *own = slot[1];
}

void fine_open_ranges(struct fine_work *work, struct fine_kind *kind)
{
	const struct trace *trace = work->trace;

	*kind = (struct fine_kind){ .in = { .count = trace->markers_count,
		                            .stride_bytes = sizeof *trace->markers },
		                    .limit = FINE_RANGES_MAX,
		                    .name = range_name,
		                    .take = take_span };
	if (trace->markers_count) {
		kind->in.start_ns = &trace->markers->start_ns;
		kind->in.end_ns = &trace->markers->end_ns;
	}
	deal(work, kind, 2 * (size_t)RANGE_NAMES + trace->markers_count, trace->threads_count + 1,
	     range_thread);
	work->timeline->ranges_recorded = (int64_t)trace->markers_count;
}

/* ---- where threads were ---- */

static uint32_t sample_thread(const struct trace *trace, const struct fine_kind *kind, size_t i)
{
	(void)trace;
	return kind->samples[i].thread;
}

static uint32_t sample_name(struct fine_work *work, const struct fine_kind *kind, size_t i)
{
	const uint32_t function = kind->samples[i].function;
	uint32_t *name = &kind->names[function];
	char text[FINE_SAMPLE_TEXT];

	if (*name == NONE) {
		fine_sample_text(text, &work->host->places[function]);
		*name = fine_name(work, report_text(work->report, "%s", text));
	}
	return *name;
}

void fine_open_samples(struct fine_work *work, struct fine_kind *kind)
{
	const struct trace *trace = work->trace;

	*kind = (struct fine_kind){ .in = { .stride_bytes = sizeof *kind->samples },
		                    .limit = FINE_RANGES_MAX,
		                    .name = sample_name,
		                    .take = take_span };
	if (fine_samples_make(&kind->samples, &kind->in.count, work->host))
		report_keep(work->report, NULL);
	if (kind->in.count) {
		kind->in.start_ns = &kind->samples->start_ns;
		kind->in.end_ns = &kind->samples->end_ns;
	}
	deal(work, kind, trace->host_frames_count + 1, trace->threads_count + 1, sample_thread);
}

/* ---- the recorder's own work ---- */

static uint32_t overhead_thread(const struct trace *trace, const struct fine_kind *kind, size_t i)
{
	(void)trace;
	(void)kind;
	(void)i;
	return 0;
}

static uint32_t overhead_name(struct fine_work *work, const struct fine_kind *kind, size_t i)
{
	const struct trace *trace = work->trace;
	uint32_t *slot = &kind->names[((uint32_t)trace->overheads[i].kind * 0x9e3779b1U >> 20) %
	                              RANGE_NAMES * (size_t)2];

	if (slot[0] == NONE || trace->overheads[slot[0]].kind != trace->overheads[i].kind) {
		slot[0] = (uint32_t)i;
		slot[1] = fine_name(work, report_text(work->report, "%s",
		                                      trace_code_name(trace, "overhead_kind",
		                                                      trace->overheads[i].kind)));
	}
	return slot[1];
}

void fine_open_overheads(struct fine_work *work, struct fine_kind *kind)
{
	const struct trace *trace = work->trace;

	*kind = (struct fine_kind){ .in = { .count = trace->overheads_count,
		                            .stride_bytes = sizeof *trace->overheads },
		                    .limit = FINE_RANGES_MAX,
		                    .name = overhead_name,
		                    .take = take_span };
	if (trace->overheads_count) {
		kind->in.start_ns = &trace->overheads->start_ns;
		kind->in.end_ns = &trace->overheads->end_ns;
	}
	deal(work, kind, 2 * (size_t)RANGE_NAMES, 1, overhead_thread);
}

/* ---- pages of managed memory ---- */

/* Each kind has a lane of its own. */
static uint32_t migration_kind_of(const struct trace *trace, size_t i)
{
	return trace->migrations[i].kind < MIGRATION_KINDS ? trace->migrations[i].kind
	                                                   : MIGRATION_UNKNOWN;
}

static uint32_t migration_thread(const struct trace *trace, const struct fine_kind *kind, size_t i)
{
	(void)kind;
	return migration_kind_of(trace, i);
}

static uint32_t migration_name(struct fine_work *work, const struct fine_kind *kind, size_t i)
{
	uint32_t *name = &kind->names[migration_kind_of(work->trace, i)];

	if (*name == NONE)
		*name = fine_name(work,
		                  report_text(work->report, "%s",
		                              trace_code_name(work->trace, "migration_kind",
		                                              work->trace->migrations[i].kind)));
	return *name;
}

void fine_open_migrations(struct fine_work *work, struct fine_kind *kind)
{
	const struct trace *trace = work->trace;

	*kind = (struct fine_kind){ .in = { .count = trace->migrations_count,
		                            .stride_bytes = sizeof *trace->migrations },
		                    .limit = FINE_RANGES_MAX,
		                    .name = migration_name,
		                    .take = take_span };
	if (trace->migrations_count) {
		kind->in.start_ns = &trace->migrations->start_ns;
		kind->in.end_ns = &trace->migrations->end_ns;
	}
	deal(work, kind, MIGRATION_KINDS, MIGRATION_KINDS, migration_thread);
}

void fine_add_threads(struct fine_work *work)
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
	struct fine_timeline *t = work->timeline;
	struct fine_kind calls, ranges, samples, overheads, migrations;

	fine_open_calls(work, &calls);
	fine_open_ranges(work, &ranges);
	fine_open_samples(work, &samples);
	fine_open_overheads(work, &overheads);
	fine_open_migrations(work, &migrations);
	add_spans(work, &calls, &t->calls, work->call_box);
	if (ranges.in.count)
		add_spans(work, &ranges, &t->ranges, NULL);
	if (samples.in.count)
		add_spans(work, &samples, &t->samples, NULL);
	if (overheads.in.count)
		add_spans(work, &overheads, &t->overheads, NULL);
	if (migrations.in.count)
		add_spans(work, &migrations, &t->migrations, NULL);
	fine_kind_release(&calls);
	fine_kind_release(&ranges);
	fine_kind_release(&samples);
	fine_kind_release(&overheads);
	fine_kind_release(&migrations);
}
