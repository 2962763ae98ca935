/* SPDX-License-Identifier: MIT */
/*
 * warpwise analyze: what a trace shows, as text: what ran, how busy the GPU was, where the time
 * went, and what is missing. Everything printed is computed in summary.c and breakdown.c.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "breakdown.h"
#include "cmd.h"
#include "summary.h"
#include "terminal.h"

enum {
	LABEL_COLUMNS = 11, /* of the facts at the top */
	ROW_COLUMNS = 24,   /* of the names in a chart */
	BAR_COLUMNS = 30,
	NAME_COLUMNS = 30, /* of a program's name in a headline */
};

static int64_t option_limit = 8;

struct input {
	const char *path;
	struct trace trace;
	struct summary summary;
};

/* ---- pieces of text ---- */

/* " s" unless COUNT is 1: printf("%s kernel%s", format_count(...), plural(count)). */
static const char *plural(int64_t count)
{
	return count == 1 ? "" : "s";
}

static double percent_of(int64_t part, int64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void print_heading(const char *text)
{
	printf("\n%s%s%s\n", color_begin(stdout, COLOR_HEADING), text, color_end(stdout));
}

/* A fact: its label, and the text behind it, wrapped. */
static void print_fact(const char *label, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

static void print_fact(const char *label, const char *format, ...)
{
	char *text = NULL, *clean = NULL;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	clean = text ? text_clean(text, 0) : NULL;
	printf("%s%-*s%s", color_begin(stdout, COLOR_DIM), LABEL_COLUMNS, label, color_end(stdout));
	text_wrap_from(stdout, clean ? clean : "", LABEL_COLUMNS, terminal_text_width(stdout),
	               LABEL_COLUMNS);
	free(text);
	free(clean);
}

/* The program's name without its path, or where that is unknown the trace's. New text. */
static char *program_name(const struct trace *trace)
{
	const char *path = *trace->executable ? trace->executable : trace->path;
	const char *slash = strrchr(path, '/');

	return text_clean(slash && slash[1] ? slash + 1 : path, NAME_COLUMNS);
}

static const char *version(char text[FORMAT_MAX], int number)
{
	snprintf(text, FORMAT_MAX, number ? "%d.%d" : "unknown", number / 1000, number % 1000 / 10);
	return text;
}

/* ---- what ran ---- */

static void print_headline(const struct input *in)
{
	const struct summary *s = &in->summary;
	char *program = program_name(&in->trace);
	int64_t possible_ns = s->wall_ns * (int64_t)(s->active_devices ? s->active_devices : 1);

	printf("%s%s", color_begin(stdout, COLOR_HEADING), program ? program : "?");
	if (s->active_devices == 0)
		printf(": nothing ran on a GPU");
	else if (s->active_devices == 1)
		printf(": %s, the GPU was busy for %s of it", format_duration(FORMAT, s->wall_ns),
		       format_percent(FORMAT, percent_of(s->busy_ns, possible_ns)));
	else
		printf(": %s, %zu GPUs were busy for %s of it on average",
		       format_duration(FORMAT, s->wall_ns), s->active_devices,
		       format_percent(FORMAT, (double)s->busy_ns * 100 / (double)s->wall_ns /
		                                      (double)s->active_devices));
	printf("%s\n", color_end(stdout));
	if (!in->trace.is_complete)
		printf("%sThe program was killed or still runs: the last second may be missing%s\n",
		       color_begin(stdout, COLOR_WARNING), color_end(stdout));
	free(program);
}

static void print_program(const struct trace *trace)
{
	const char *command = *trace->command_line ? trace->command_line : trace->executable;
	char *clean = text_clean(*command ? command : "unknown",
	                         2 * (terminal_text_width(stdout) - LABEL_COLUMNS));
	time_t seconds = (time_t)(trace->start_unix_ns / 1000000000);
	char when[64] = "unknown time";
	struct tm tm;

	if (trace->start_unix_ns && gmtime_r(&seconds, &tm))
		strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", &tm);
	print_fact("program", "%s", clean ? clean : "");
	print_fact("when", "%s, process %lld%s%s", when, (long long)trace->pid,
	           *trace->host ? " on " : "", trace->host);
	free(clean);
}

/* Only what was set: each of them changes what CUDA does. */
static void print_environment(const struct trace *trace)
{
	size_t bytes = 1, used = 0;
	char *text;

	for (size_t i = 0; i < trace->environment_count; i++)
		bytes += strlen(trace->environment[i].name) + strlen(trace->environment[i].value) +
		         3;
	text = calloc(bytes, 1);
	for (size_t i = 0; text && i < trace->environment_count; i++)
		used += (size_t)sprintf(text + used, "%s%s=%s", i ? "  " : "",
		                        trace->environment[i].name, trace->environment[i].value);
	if (text && used)
		print_fact("settings", "%s", text);
	free(text);
}

static void print_what_ran(const struct input *in)
{
	const struct trace *trace = &in->trace;
	const struct summary *s = &in->summary;
	int64_t calls = (int64_t)trace->calls.count;

	print_program(trace);
	for (size_t i = 0; i < trace->devices_count; i++) {
		const struct trace_device *d = &trace->devices[i];

		print_fact(i ? "" : "GPU", "%lld: %s, compute capability %d.%d, %d SMs%s",
		           (long long)d->id, d->name, d->cc_major, d->cc_minor, d->multiprocessors,
		           s->devices[i].busy_ns ? "" : " (unused)");
	}
	print_fact("CUDA", "driver %s, runtime %s", version(FORMAT, trace->driver_version),
	           version(FORMAT, trace->runtime_version));
	print_environment(trace);
	print_fact("ran", "%s kernel%s of %zu function%s, %s cop%s (%s), %s memory set%s",
	           format_count(FORMAT, s->operations[OPERATION_KERNEL]),
	           plural(s->operations[OPERATION_KERNEL]), s->functions,
	           plural((int64_t)s->functions),
	           format_count(FORMAT, s->operations[OPERATION_COPY]),
	           s->operations[OPERATION_COPY] == 1 ? "y" : "ies",
	           format_bytes(FORMAT, s->copied_bytes),
	           format_count(FORMAT, s->operations[OPERATION_FILL]),
	           plural(s->operations[OPERATION_FILL]));
	print_fact("calls", "%s API call%s in %zu thread%s, %s failed", format_count(FORMAT, calls),
	           plural(calls), s->threads, plural((int64_t)s->threads),
	           s->failed_calls ? format_count(FORMAT, s->failed_calls) : "none");
}

/* ---- how busy ---- */

/* Full blocks and eighths, or '#'. */
static void print_bar(double percent)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	int units = (int)(percent / 100 * BAR_COLUMNS * 8 + 0.5);

	if (units == 0 && percent > 0)
		units = 1;
	if (!terminal_is_utf8()) {
		for (int i = 0; i < (units + 4) / 8; i++)
			putchar('#');
		return;
	}
	for (int i = 0; i < units / 8; i++)
		fputs("█", stdout);
	fputs(eighths[units % 8], stdout);
}

static void print_row(const char *name, int64_t part_ns, int64_t whole_ns, enum color color)
{
	printf("  %-*s%9s%12s  %s", ROW_COLUMNS, name,
	       format_percent(FORMAT, percent_of(part_ns, whole_ns)),
	       format_duration(FORMAT, part_ns), color_begin(stdout, color));
	print_bar(percent_of(part_ns, whole_ns));
	printf("%s\n", color_end(stdout));
}

static void print_device(const struct input *in, size_t index)
{
	const struct summary_device *d = &in->summary.devices[index];
	int64_t wall_ns = in->summary.wall_ns;
	char heading[128];

	snprintf(heading, sizeof heading, "How busy GPU %lld was, of %s",
	         (long long)in->trace.devices[index].id, format_duration(FORMAT, wall_ns));
	print_heading(heading);
	print_row("busy", d->busy_ns, wall_ns, COLOR_GOOD);
	print_row("  kernels", d->type_ns[OPERATION_KERNEL], wall_ns, COLOR_PLAIN);
	if (d->operations[OPERATION_KERNEL] > 1)
		print_row("    two or more at once", d->several_kernels_ns, wall_ns, COLOR_PLAIN);
	if (d->operations[OPERATION_COPY])
		print_row("  copies", d->type_ns[OPERATION_COPY], wall_ns, COLOR_PLAIN);
	if (d->operations[OPERATION_COPY] && d->operations[OPERATION_KERNEL])
		print_row("    while kernels ran", d->copy_and_kernel_ns, wall_ns, COLOR_PLAIN);
	if (d->operations[OPERATION_FILL])
		print_row("  memory sets", d->type_ns[OPERATION_FILL], wall_ns, COLOR_PLAIN);
	print_row("idle", wall_ns - d->busy_ns, wall_ns, COLOR_WARNING);

	printf("  %zu stream%s on %zu hardware queue%s\n", d->streams, plural((int64_t)d->streams),
	       d->queues, plural((int64_t)d->queues));
	if (d->operations[OPERATION_KERNEL])
		printf("  while kernels ran, %s at once on average, %zu at most\n",
		       format_real(FORMAT, d->average_kernels), d->most_kernels);
	if (d->operations[OPERATION_COPY] && d->operations[OPERATION_KERNEL])
		printf("  %s of the time in copies, kernels ran too\n",
		       format_percent(FORMAT, percent_of(d->copy_and_kernel_ns,
		                                         d->type_ns[OPERATION_COPY])));
}

/* ---- where the time went ---- */

static const struct table_column columns[] = {
	{ "time_percent", "share", TABLE_PERCENT, 0 },
	{ "total_ns", "total", TABLE_DURATION, 0 },
	{ "count", "count", TABLE_COUNT, 0 },
	{ "average_ns", "average", TABLE_DURATION, 0 },
	{ "max_ns", "max", TABLE_DURATION, 1 },
	{ "name", "", TABLE_NAME, 0 },
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static const struct part {
	enum breakdown_by by;
	const char *heading, *name;
	enum table_type type;
} parts[] = {
	{ BY_KERNEL, "Time in kernels", "kernel", TABLE_FUNCTION },
	{ BY_COPY, "Time in copies", "copy", TABLE_NAME },
	{ BY_API, "Time in API calls, all threads", "call", TABLE_NAME },
};

static int print_part(const struct trace *trace, const struct part *part)
{
	struct table_column plain[COLUMNS];
	struct breakdown b = { 0 };
	struct table *table = NULL;
	char heading[128];
	int err;

	memcpy(plain, columns, sizeof columns);
	plain[COLUMNS - 1].heading = part->name;
	plain[COLUMNS - 1].type = part->type;
	err = breakdown_make(&b, trace, part->by, false);
	if (err || b.count == 0)
		goto out;
	table = table_new(plain, COLUMNS);
	err = table ? 0 : -ENOMEM;
	for (size_t i = 0; i < b.count && (!option_limit || i < (size_t)option_limit) && !err;
	     i++) {
		const struct statistics *s = &b.groups[i].statistics;

		err = table_add(table,
		                (struct table_cell[COLUMNS]){
		                        { .real = percent_of(s->total, b.total) },
		                        { .integer = s->total },
		                        { .integer = s->count },
		                        { .integer = (int64_t)(statistics_average(s) + 0.5) },
		                        { .integer = s->max },
		                        { .text = b.groups[i].name },
		                });
	}
	if (err)
		goto out;
	snprintf(heading, sizeof heading, "%s: %s", part->heading,
	         format_duration(FORMAT, b.total));
	print_heading(heading);
	err = table_print(table, stdout, TABLE_TEXT);
	if (!err && option_limit && b.count > (size_t)option_limit)
		printf("%sand %s more: warpwise stats --by %s%s\n", color_begin(stdout, COLOR_DIM),
		       format_count(FORMAT, (int64_t)b.count - option_limit),
		       breakdown_names[part->by], color_end(stdout));
out:
	table_free(table);
	breakdown_release(&b);
	return err;
}

/* ---- what is missing ---- */

static void print_missing(const struct trace *trace)
{
	static const struct {
		const char *word;
		enum color color;
	} severities[] = {
		{ "note", COLOR_DIM },
		{ "warning", COLOR_WARNING },
		{ "error", COLOR_BAD },
	};

	if (trace->is_complete && trace->untimed_operations == 0 && trace->diagnostics_count == 0) {
		print_heading("Nothing is missing from the trace");
		return;
	}
	print_heading("What the trace is missing");
	if (!trace->is_complete)
		print_fact("  cut",
		           "the program was killed or still runs: the last second may be missing");
	if (trace->untimed_operations)
		print_fact("  untimed", "%s operation%s ran, but without times: counted here alone",
		           format_count(FORMAT, trace->untimed_operations),
		           plural(trace->untimed_operations));
	for (int severity = 2; severity >= 0; severity--) {
		for (size_t i = 0; i < trace->diagnostics_count; i++) {
			const struct trace_diagnostic *d = &trace->diagnostics[i];
			char label[32];

			if (d->severity != severity)
				continue;
			snprintf(label, sizeof label, "  %s", severities[severity].word);
			print_fact(label, "%s (%s), %s time%s: %s", d->code, d->subject,
			           format_count(FORMAT, d->count), plural(d->count), d->message);
		}
	}
}

/* ---- the verb ---- */

static int print_input(const struct input *in)
{
	int err = 0;

	print_headline(in);
	putchar('\n');
	print_what_ran(in);
	for (size_t i = 0; i < in->trace.devices_count; i++)
		if (in->summary.devices[i].busy_ns)
			print_device(in, i);
	for (size_t i = 0; i < sizeof parts / sizeof *parts && !err; i++)
		err = print_part(&in->trace, &parts[i]);
	print_missing(&in->trace);
	return err;
}

/* Several traces: how long from the first activity of any to the last, in real time. */
static void print_combined(const struct input *inputs, size_t count)
{
	int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;
	size_t devices = 0;

	for (size_t i = 0; i < count; i++) {
		const struct trace *t = &inputs[i].trace;

		if (t->start_unix_ns + t->first_ns < first_ns)
			first_ns = t->start_unix_ns + t->first_ns;
		if (t->start_unix_ns + t->last_ns > last_ns)
			last_ns = t->start_unix_ns + t->last_ns;
		devices += inputs[i].summary.active_devices > 0;
	}
	printf("%s%zu traces, %zu of them with GPU work, %s from the first activity to the "
	       "last%s\n",
	       color_begin(stdout, COLOR_HEADING), count, devices,
	       format_duration(FORMAT, last_ns - first_ns), color_end(stdout));
}

static int run(int argc, char **argv)
{
	struct input *inputs = calloc((size_t)argc, sizeof *inputs);
	int status = STATUS_OK, err = inputs ? 0 : -ENOMEM;
	size_t count = 0;

	for (int i = 0; i < argc && !err; i++) {
		char error[TRACE_ERROR_MAX];
		struct input *in = &inputs[count];

		in->path = argv[i];
		if (trace_load(&in->trace, in->path, error)) {
			status = cmd_unusable(in->path, error);
			continue;
		}
		count++;
		err = summary_make(&in->summary, &in->trace);
	}
	if (!err && count > 1)
		print_combined(inputs, count);
	for (size_t i = 0; i < count && !err; i++) {
		if (count > 1)
			printf("\n%s%s%s\n", color_begin(stdout, COLOR_NAME), inputs[i].path,
			       color_end(stdout));
		err = print_input(&inputs[i]);
	}
	for (size_t i = 0; i < count; i++) {
		summary_release(&inputs[i].summary);
		trace_release(&inputs[i].trace);
	}
	free(inputs);
	if (err) {
		cmd_error("cannot analyse: %s", strerror(-err));
		return STATUS_FAILED;
	}
	return status;
}

static const struct cmd_option options[] = {
	{ .name = "limit",
	  .letter = 'n',
	  .argument = "N",
	  .help = "rows of each table; 0 prints all",
	  .initial = "8",
	  .number = &option_limit,
	  .minimum = 0,
	  .maximum = INT32_MAX },
	{ .name = NULL },
};

const struct cmd cmd_analyze = {
	.name = "analyze",
	.summary = "say what ran, how busy the GPU was and where the time went",
	.arguments = "TRACE...",
	.description =
	        "Reads traces that warpwise record made, on any machine, with or without a GPU, "
	        "and prints what they show.\n"
	        "\n"
	        "GPU times are united: what ran at the same time counts once, so that busy and "
	        "idle "
	        "are shares of the time between the first and the last activity. The tables below "
	        "them add up durations, so that their totals can be larger than that.\n"
	        "\n"
	        "The trace of a program that was killed, or still runs, is read as far as it goes.",
	.examples = "warpwise analyze run.db\n"
	            "warpwise analyze --limit 20 run.db\n"
	            "warpwise analyze rank-*.db",
	.options = options,
	.min_arguments = 1,
	.max_arguments = -1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
