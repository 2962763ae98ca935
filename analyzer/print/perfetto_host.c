/* SPDX-License-Identifier: MIT */
/* Traces for Perfetto: what the host's threads did. */
#include <errno.h>
#include <stdlib.h>

#include "print/perfetto_parts.h"
#include "report/fine_samples.h"

/* Rows of a thread: its calls, and above them its NVTX ranges and what samples say of it. */
enum { ROW_RANGES, ROW_SAMPLES, ROW_CALLS, ROWS_OF_THREAD };

static const char *const prefixes[ROWS_OF_THREAD] = {
	[ROW_RANGES] = "NVTX: ", [ROW_SAMPLES] = "samples: ", [ROW_CALLS] = ""
};

struct event_track perfetto_thread(const struct perfetto *p, uint32_t thread)
{
	return (struct event_track){ p->host, p->trace->threads[thread].system_thread_id };
}

static void thread_text(char *text, size_t size, const struct trace_thread *thread)
{
	if (*thread->name)
		snprintf(text, size, "%s", thread->name);
	else
		snprintf(text, size, "thread %lld", (long long)thread->system_thread_id);
}

/* THREAD: NONE where it is not known. */
static void name_row(struct perfetto *p, struct perfetto_rows *rows, uint32_t thread, int row)
{
	char name[128] = "unknown thread", text[256];

	if (thread != NONE)
		thread_text(name, sizeof name, &p->trace->threads[thread]);
	snprintf(text, sizeof text, "%s%s", prefixes[row], name);
	perfetto_name_row(
	        p, rows,
	        &(struct perfetto_row_name){
	                .group = p->host,
	                .thread = row == ROW_CALLS ? perfetto_thread(p, thread).thread : 0,
	                .text = text,
	                .order =
	                        (int)(thread % (INT32_MAX / ROWS_OF_THREAD)) * ROWS_OF_THREAD + row,
	        });
}

/* ---- calls ---- */

static void print_call(struct perfetto *p, size_t i, struct event_track track)
{
	const struct trace_calls *c = &p->trace->calls;
	const struct trace_call_name *name = &p->trace->call_names[c->name[i]];

	event_open(&p->events, 'X', name->is_driver ? "cuda_driver" : "cuda_runtime",
	           p->calls[c->name[i]], track);
	event_time(&p->events, c->start_ns[i]);
	event_duration(&p->events, call_length_ns(p->trace, i));
	event_arguments_open(&p->events);
	event_integer(&p->events, "correlation", (int64_t)i + 1);
	if (c->result[i])
		event_integer(&p->events, "result", c->result[i]);
	event_arguments_close(&p->events);
	event_close(&p->events);
}

static int print_calls(struct perfetto *p)
{
	const struct trace_calls *c = &p->trace->calls;
	const size_t threads = p->trace->threads_count;
	struct perfetto_rows *rows = calloc(threads + 1, sizeof *rows);
	int err = rows ? 0 : -ENOMEM;

	for (size_t i = 0; i < c->count && !err; i++) {
		struct perfetto_rows *of = &rows[c->thread[i]];
		size_t row;

		err = perfetto_place(of, c->start_ns[i], c->end_ns[i], true, &row);
		if (err)
			break;
		if (row == of->named)
			name_row(p, of, c->thread[i], ROW_CALLS);
		print_call(p, i, of->tracks[row]);
	}
	perfetto_rows_free(rows, threads);
	return err;
}

/* ---- NVTX ---- */

static int print_marker(struct perfetto *p, const struct trace_marker *m, struct event_track track)
{
	const bool is_moment = m->start_ns == m->end_ns;
	char *quoted = events_quote(m->name);

	if (!quoted)
		return -ENOMEM;
	event_open(&p->events, is_moment ? 'i' : 'X', "user_annotation", quoted, track);
	event_time(&p->events, m->start_ns);
	if (!is_moment)
		event_duration(&p->events, m->end_ns - m->start_ns);
	if (*m->domain) {
		event_arguments_open(&p->events);
		event_text(&p->events, "domain", m->domain);
		event_arguments_close(&p->events);
	}
	event_close(&p->events);
	free(quoted);
	return 0;
}

static int print_markers(struct perfetto *p)
{
	const size_t threads = p->trace->threads_count;
	struct perfetto_rows *rows = calloc(threads + 1, sizeof *rows);
	int err = rows ? 0 : -ENOMEM;

	for (size_t i = 0; i < p->trace->markers_count && !err; i++) {
		const struct trace_marker *m = &p->trace->markers[i];
		struct perfetto_rows *of = &rows[m->thread == NONE ? threads : m->thread];
		size_t row;

		err = perfetto_place(of, m->start_ns, m->end_ns, true, &row);
		if (!err && row == of->named)
			name_row(p, of, m->thread, ROW_RANGES);
		if (!err)
			err = print_marker(p, m, of->tracks[row]);
	}
	perfetto_rows_free(rows, threads + 1);
	return err;
}

/* ---- where threads were, by samples ---- */

static int print_sample(struct perfetto *p, const struct host_code *host,
                        const struct fine_sample *sample, struct event_track track)
{
	char text[FINE_SAMPLE_TEXT], *quoted;

	fine_sample_text(text, &host->places[sample->function]);
	quoted = events_quote(text);
	if (!quoted)
		return -ENOMEM;
	event_open(&p->events, 'X', "host_sample", quoted, track);
	event_time(&p->events, sample->start_ns);
	event_duration(&p->events, sample->end_ns - sample->start_ns);
	event_close(&p->events);
	free(quoted);
	return 0;
}

static int print_sampled(struct perfetto *p, const struct host_code *host)
{
	const size_t threads = p->trace->threads_count;
	struct perfetto_rows *rows = calloc(threads + 1, sizeof *rows);
	struct fine_sample *samples = NULL;
	size_t count = 0;
	int err = rows ? fine_samples_make(&samples, &count, host) : -ENOMEM;

	for (size_t i = 0; i < count && !err; i++) {
		struct perfetto_rows *of = &rows[samples[i].thread];
		size_t row;

		err = perfetto_place(of, samples[i].start_ns, samples[i].end_ns, false, &row);
		if (!err && row == of->named)
			name_row(p, of, samples[i].thread, ROW_SAMPLES);
		if (!err)
			err = print_sample(p, host, &samples[i], of->tracks[row]);
	}
	free(samples);
	perfetto_rows_free(rows, threads);
	return err;
}

static int print_samples(struct perfetto *p)
{
	struct host_code host;
	int err;

	if (!p->trace->timed_samples)
		return 0;
	err = host_code_init(&host, p->trace);
	if (!err)
		err = print_sampled(p, &host);
	host_code_release(&host);
	return err;
}

int perfetto_print_host(struct perfetto *p)
{
	static int (*const steps[])(struct perfetto *) = { print_calls, print_markers,
		                                           print_samples };
	int err = 0;

	for (size_t i = 0; i < sizeof steps / sizeof *steps && !err; i++)
		err = steps[i](p);
	return err;
}
