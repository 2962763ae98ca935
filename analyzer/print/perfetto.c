/* SPDX-License-Identifier: MIT */
/* Traces for Perfetto: what is shown in which group and row, and the order of it all. */
#include "print/perfetto.h"

#include <errno.h>
#include <stdlib.h>

#include "code/demangle.h"
#include "print/perfetto_parts.h"
#include "report/report.h"

enum { ORDERS = 1000 }; /* of groups of one trace: more GPUs than a host has */

/* ---- names of groups and rows ---- */

/* An event of metadata, up to its argument. */
static void open_metadata(struct perfetto *p, const char *name, struct event_track track)
{
	char quoted[64];

	snprintf(quoted, sizeof quoted, "\"%s\"", name);
	event_open(&p->events, 'M', NULL, quoted, track);
	event_arguments_open(&p->events);
}

void perfetto_name(struct perfetto *p, const char *name, struct event_track track, const char *text)
{
	open_metadata(p, name, track);
	event_text(&p->events, "name", text);
	event_arguments_close(&p->events);
	event_close(&p->events);
}

void perfetto_order(struct perfetto *p, const char *name, struct event_track track, int order)
{
	open_metadata(p, name, track);
	event_integer(&p->events, "sort_index", order);
	event_arguments_close(&p->events);
	event_close(&p->events);
}

/* The first row of a stream or thread has its own number. */
void perfetto_name_row(struct perfetto *p, struct perfetto_rows *rows,
                       const struct perfetto_row_name *name)
{
	const size_t row = rows->named++;
	struct event_track *track = &rows->tracks[row];
	char text[512];

	track->process = name->group;
	track->thread = row == 0 && name->thread > 0 ? name->thread : p->next_number++;
	if (row)
		snprintf(text, sizeof text, "%s (%zu)", name->text, row + 1);
	else
		snprintf(text, sizeof text, "%s", name->text);
	perfetto_name(p, "thread_name", *track, text);
	perfetto_order(p, "thread_sort_index", *track, name->order);
}

int perfetto_place(struct perfetto_rows *rows, int64_t start_ns, int64_t end_ns, bool may_nest,
                   size_t *row)
{
	return event_lanes_place(&rows->lanes, start_ns, end_ns, may_nest, row);
}

void perfetto_rows_free(struct perfetto_rows *rows, size_t count)
{
	for (size_t i = 0; rows && i < count; i++)
		event_lanes_release(&rows[i].lanes);
	free(rows);
}

/* ---- one trace ---- */

static void name_group(struct perfetto *p, int64_t group, int order, const char *text)
{
	const struct event_track track = { .process = group };

	perfetto_name(p, "process_name", track, text);
	perfetto_order(p, "process_sort_index", track, p->position * ORDERS + order);
}

/* What is shown of DEVICES, so that no viewer has an empty group of the others. */
static void mark_used(bool *devices, const struct trace *trace)
{
	for (size_t i = 0; i < trace->operations.count; i++)
		devices[operation_device(trace, i)] = true;
	for (size_t i = 0; i < trace->gpu_samples_count; i++)
		devices[trace->gpu_samples[i].device] = true;
	for (size_t i = 0; i < trace->migrations_count; i++)
		if (trace->migrations[i].device != NONE)
			devices[trace->migrations[i].device] = true;
	for (size_t i = 0; i < trace->allocations_count; i++)
		if (trace->allocations[i].device != NONE)
			devices[trace->allocations[i].device] = true;
}

static int name_groups(struct perfetto *p)
{
	const struct trace *trace = p->trace;
	const char *comma = *p->label ? ", " : "";
	char program[REPORT_PROGRAM_MAX], text[2 * REPORT_PROGRAM_MAX];
	bool *is_used = calloc(trace->devices_count + 1, sizeof *is_used);

	if (!is_used)
		return -ENOMEM;
	mark_used(is_used, trace);
	report_program_text(program, trace);
	snprintf(text, sizeof text, "%s%s%s", p->label, comma, program);
	name_group(p, p->host, 0, text);
	for (size_t d = 0; d < trace->devices_count; d++) {
		snprintf(text, sizeof text, "%s%sGPU %lld: %.200s", p->label, comma,
		         (long long)trace->devices[d].id, trace->devices[d].name);
		if (is_used[d])
			name_group(p, p->first_device + (int64_t)d,
			           d < ORDERS - 1 ? (int)d + 1 : ORDERS - 1, text);
	}
	free(is_used);
	return 0;
}

static char *quote_function(const char *mangled)
{
	char *name = demangle(mangled), *quoted = name ? events_quote(name) : NULL;

	free(name);
	return quoted;
}

static void free_names(char **names, size_t count)
{
	for (size_t i = 0; names && i < count; i++)
		free(names[i]);
	free(names);
}

static int quote_names(struct perfetto *p)
{
	const struct trace *trace = p->trace;
	int err = 0;

	p->functions = calloc(trace->functions_count + 1, sizeof *p->functions);
	p->calls = calloc(trace->call_names_count + 1, sizeof *p->calls);
	if (!p->functions || !p->calls)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count && !err; i++) {
		p->functions[i] = quote_function(trace->functions[i].name);
		err = p->functions[i] ? 0 : -ENOMEM;
	}
	for (size_t i = 0; i < trace->call_names_count && !err; i++) {
		p->calls[i] = events_quote(trace->call_names[i].name);
		err = p->calls[i] ? 0 : -ENOMEM;
	}
	return err;
}

/* The number that Linux gave the process, unless another trace has the same: of another host, or of
 * a container. */
static int64_t host_group(struct perfetto *p, const struct trace *traces, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (traces[k].pid == traces[i].pid)
			return p->next_number++;
	return traces[i].pid > 0 ? traces[i].pid : p->next_number++;
}

static int print_trace(struct perfetto *p, const struct trace *traces, size_t i)
{
	static int (*const steps[])(struct perfetto *) = {
		perfetto_print_host,     perfetto_print_operations, perfetto_print_migrations,
		perfetto_print_counters, perfetto_print_memory,
	};
	struct graph graph;
	int err = graph_build(&graph, &traces[i]);

	if (err)
		return err;
	p->trace = &traces[i];
	p->graph = &graph;
	p->position = (int)i;
	p->host = host_group(p, traces, i);
	p->first_device = p->next_number;
	p->next_number += (int64_t)p->trace->devices_count;
	err = quote_names(p);
	if (!err)
		err = name_groups(p);
	for (size_t s = 0; s < sizeof steps / sizeof *steps && !err; s++)
		err = steps[s](p);
	free_names(p->functions, p->trace->functions_count);
	free_names(p->calls, p->trace->call_names_count);
	graph_release(&graph);
	return err;
}

/* ---- all of it ---- */

/* Viewers drop what is before 0. */
static int64_t first_ns_of(const struct trace *trace)
{
	int64_t first_ns = trace->first_ns;

	if (trace->markers_count && trace->markers->start_ns < first_ns)
		first_ns = trace->markers->start_ns;
	if (trace->migrations_count && trace->migrations->start_ns < first_ns)
		first_ns = trace->migrations->start_ns;
	if (trace->allocations_count && trace->allocations->time_ns < first_ns)
		first_ns = trace->allocations->time_ns;
	for (size_t i = 0; i < trace->gpu_samples_count; i++)
		if (trace->gpu_samples[i].start_ns < first_ns)
			first_ns = trace->gpu_samples[i].start_ns;
	return first_ns;
}

static int64_t zero_unix_ns(const struct trace *traces, size_t count)
{
	int64_t zero_ns = INT64_MAX;

	for (size_t i = 0; i < count; i++) {
		const int64_t first_ns = traces[i].start_unix_ns + first_ns_of(&traces[i]);

		zero_ns = first_ns < zero_ns ? first_ns : zero_ns;
	}
	return zero_ns;
}

int perfetto_print(FILE *stream, const struct trace *traces, size_t count)
{
	const int64_t zero_ns = zero_unix_ns(traces, count);
	struct perfetto *p = calloc(1, sizeof *p);
	char label[REPORT_PROGRAM_MAX] = "";
	int err = 0;

	if (!p)
		return -ENOMEM;
	p->label = label;
	p->next_number = PERFETTO_FIRST_NUMBER;
	events_begin(&p->events, stream, zero_ns);
	for (size_t i = 0; i < count && !err; i++) {
		if (count > 1)
			report_process_text(label, &traces[i]);
		p->events.zero_ns = zero_ns - traces[i].start_unix_ns;
		err = print_trace(p, traces, i);
	}
	events_end(&p->events);
	free(p);
	return err;
}
