/* SPDX-License-Identifier: MIT */
/* Traces for Perfetto: counters of whole GPUs, and pages of managed memory that moved. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "print/perfetto_parts.h"
#include "report/report.h"

/* ---- counters ---- */

/* "SMs with a warp (%)", "memory read (GB/s)"; new memory, NULL without. */
static char *counter_name(const char *metric)
{
	const bool is_percent = strstr(metric, ".pct") != NULL,
	           is_bytes = strstr(metric, "__bytes") != NULL;
	char *text, *quoted;

	if (asprintf(&text, "%s%s", report_reading_label(metric),
	             is_percent                        ? " (%)"
	             : !report_reading_is_rate(metric) ? ""
	             : is_bytes                        ? " (GB/s)"
	                                               : " (1/s)") < 0)
		return NULL;
	quoted = events_quote(text);
	free(text);
	return quoted;
}

static double counter_value(const char *metric, double value, int64_t length_ns)
{
	if (!report_reading_is_rate(metric))
		return value;
	if (length_ns <= 0)
		return 0;
	return strstr(metric, "__bytes") ? value / (double)length_ns
	                                 : value * 1e9 / (double)length_ns;
}

static void print_value(struct perfetto *p, const char *quoted, uint32_t device, int64_t time_ns,
                        double value)
{
	event_open(&p->events, 'C', NULL, quoted,
	           (struct event_track){ .process = p->first_device + device });
	event_time(&p->events, time_ns);
	event_arguments_open(&p->events);
	event_real(&p->events, "value", value);
	event_arguments_close(&p->events);
	event_close(&p->events);
}

/* Whether the next sample of the device of sample I begins where I ends. */
static bool is_followed(const struct trace *trace, size_t i)
{
	const struct trace_gpu_sample *sample = &trace->gpu_samples[i];

	return i + 1 < trace->gpu_samples_count && sample[1].device == sample->device &&
	       sample[1].start_ns <= sample->end_ns;
}

/* A counter keeps its value until the next: behind the last sample, and where none follows at once,
 * it is 0. */
static void print_sample(struct perfetto *p, char **names, size_t i)
{
	const struct trace *trace = p->trace;
	const struct trace_gpu_sample *sample = &trace->gpu_samples[i];

	for (uint32_t v = 0; v < sample->value_count; v++) {
		const struct trace_gpu_sample_value *value =
		        &trace->gpu_sample_values[sample->first_value + v];
		const char *metric = trace->metrics[value->metric].name;

		print_value(p, names[value->metric], sample->device, sample->start_ns,
		            counter_value(metric, value->value, sample->end_ns - sample->start_ns));
		if (!is_followed(trace, i))
			print_value(p, names[value->metric], sample->device, sample->end_ns, 0);
	}
}

int perfetto_print_counters(struct perfetto *p)
{
	const struct trace *trace = p->trace;
	char **names = calloc(trace->metrics_count + 1, sizeof *names);
	int err = names ? 0 : -ENOMEM;

	for (size_t m = 0; m < trace->metrics_count && !err && trace->gpu_samples_count; m++) {
		names[m] = counter_name(trace->metrics[m].name);
		err = names[m] ? 0 : -ENOMEM;
	}
	for (size_t i = 0; i < trace->gpu_samples_count && !err; i++)
		print_sample(p, names, i);
	for (size_t m = 0; names && m < trace->metrics_count; m++)
		free(names[m]);
	free(names);
	return err;
}

/* ---- managed memory ---- */

static void print_migration(struct perfetto *p, const struct trace_migration *m,
                            struct event_track track)
{
	const bool is_moment = m->start_ns == m->end_ns;
	char *quoted = events_quote(trace_code_name(p->trace, "migration_kind", m->kind));

	event_open(&p->events, is_moment ? 'i' : 'X', "managed_memory", quoted ? quoted : "\"\"",
	           track);
	event_time(&p->events, m->start_ns);
	if (!is_moment)
		event_duration(&p->events, m->end_ns - m->start_ns);
	event_arguments_open(&p->events);
	event_integer(&p->events, m->kind == MIGRATION_DEVICE_FAULTS ? "fault groups" : "bytes",
	              m->amount);
	event_arguments_close(&p->events);
	event_close(&p->events);
	free(quoted);
}

/* What is of several devices, or of one that is not known, stands with the host. */
int perfetto_print_migrations(struct perfetto *p)
{
	const size_t devices = p->trace->devices_count;
	struct perfetto_rows *rows = calloc(devices + 1, sizeof *rows);
	int err = rows ? 0 : -ENOMEM;

	for (size_t i = 0; i < p->trace->migrations_count && !err; i++) {
		const struct trace_migration *m = &p->trace->migrations[i];
		const struct perfetto_row_name name = {
			.group = m->device == NONE ? p->host : p->first_device + m->device,
			.text = "managed memory",
			.order = INT32_MAX,
		};
		struct perfetto_rows *of = &rows[m->device == NONE ? devices : m->device];
		size_t row;

		err = perfetto_place(of, m->start_ns, m->end_ns, false, &row);
		if (!err && row == of->named)
			perfetto_name_row(p, of, &name);
		if (!err)
			print_migration(p, m, of->tracks[row]);
	}
	perfetto_rows_free(rows, devices + 1);
	return err;
}
