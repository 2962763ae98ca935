/* SPDX-License-Identifier: MIT */
/*
 * The report for people: what matters most, where the time went, what to change and what that would
 * win; then the details. Made for 80 columns, readable from 40 on. Main thread only.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "demangle.h"
#include "out_text_parts.h"
#include "rule.h"

enum {
	ROW_COLUMNS = 24, /* of the names in a chart */
	BAR_COLUMNS = 30,
	NARROW_COLUMNS = 70, /* below, charts go without bars */
	FINDING_INDENT = 3,
	FINDING_LABEL = 13, /* where the texts of a finding begin */
	FACTS_SHOWN = 6,
	EXAMPLES_SHOWN = 3,
	START_PERCENT = 10,  /* of the run, and ... */
	START_NS = 20000000, /* a context takes 50 ms or more: then starting CUDA is worth a line */
};

/* ---- pieces ---- */

const char *plural(int64_t count)
{
	return count == 1 ? "" : "s";
}

static double percent_of(int64_t part, int64_t whole)
{
	return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

void print_line(const struct page *page, int indent, enum color color, const char *format, ...)
{
	va_list arguments;
	char *text, *clean;
	int length;

	va_start(arguments, format);
	length = vasprintf(&text, format, arguments);
	va_end(arguments);
	clean = length < 0 ? NULL : text_clean(text, 0);
	fputs(color_begin(page->stream, color), page->stream);
	text_wrap(page->stream, clean ? clean : "", indent, page->width);
	fputs(color_end(page->stream), page->stream);
	free(clean);
	if (length >= 0)
		free(text);
}

void print_heading(const struct page *page, const char *format, ...)
{
	char *text;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	fputc('\n', page->stream);
	print_line(page, 0, COLOR_HEADING, "%s", text ? text : "");
	free(text);
}

/* TEXT, cleaned and wrapped behind INDENT, where USED columns of its first line are taken. */
static void print_wrapped(const struct page *page, const char *text, int indent, int used)
{
	char *clean = text_clean(text, 0);

	text_wrap_from(page->stream, clean && *clean ? clean : "-", indent, page->width, used);
	free(clean);
}

void print_fact(const struct page *page, int before, int indent, const char *label,
                const char *format, ...)
{
	char *text = NULL, *clean = text_clean(label, 0);
	va_list arguments;
	int used = before + (clean ? text_width(clean) : 0);

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	fprintf(page->stream, "%*s%s%s%s", before, "", color_begin(page->stream, COLOR_DIM),
	        clean ? clean : "", color_end(page->stream));
	if (used >= indent) {
		fputc('\n', page->stream);
		used = 0;
	}
	print_wrapped(page, text ? text : "", indent, used);
	free(text);
	free(clean);
}

static const char *version(char text[FORMAT_MAX], int number)
{
	if (number > 0)
		snprintf(text, FORMAT_MAX, "%d.%d", number / 1000, number % 1000 / 10);
	else
		snprintf(text, FORMAT_MAX, "unknown");
	return text;
}

/* ---- the headline ---- */

/* What the run was. */
static void print_run(const struct page *page, const struct report_process *p)
{
	const struct summary *s = &p->summary;
	double busy = percent_of(s->busy_ns, s->wall_ns);
	char *name = text_clean(p->name, 30);

	if (s->active_devices == 0)
		print_line(page, 0, COLOR_HEADING, "%s: nothing ran on a GPU", name ? name : "?");
	else if (s->active_devices == 1)
		print_line(page, 0, COLOR_HEADING, "%s: %s, the GPU was busy for %s of it",
		           name ? name : "?", format_duration(FORMAT, s->wall_ns),
		           format_percent(FORMAT, busy));
	else
		print_line(page, 0, COLOR_HEADING,
		           "%s: %s, %zu GPUs were busy for %s of it on average", name ? name : "?",
		           format_duration(FORMAT, s->wall_ns), s->active_devices,
		           format_percent(FORMAT, busy / (double)s->active_devices));
	if (!p->is_complete)
		print_line(page, 0, COLOR_WARNING,
		           "The program was killed or still runs: the last second may be missing");
	free(name);
}

static bool has_findings(const struct report *report)
{
	return report->findings_count > 0;
}

/* The one thing that matters most. */
static void print_most_important(const struct page *page)
{
	const struct report *report = page->report;
	const struct report_finding *first = report->findings;

	if (!has_findings(report))
		print_line(page, 0, COLOR_GOOD,
		           "No rule found anything that a fix would make faster");
	else if (first->is_predicted)
		print_line(page, 0, COLOR_WARNING, "Most to gain: %s (%s of the run) by fixing %s",
		           format_duration(FORMAT, first->gain_ns),
		           format_percent(FORMAT, first->gain_percent), first->rule->id);
	else
		print_line(page, 0, COLOR_WARNING,
		           "Look first at %s, which cost %s (%s of the run)", first->rule->id,
		           format_duration(FORMAT, first->cost_ns),
		           format_percent(FORMAT, first->cost_percent));
}

/* What all fixes together would give, and what no fix of the GPU's work can. */
static void print_outlook(const struct page *page, const struct report_process *p)
{
	if (p->fixes > 1 && p->fixed_ns > 0)
		print_line(page, 0, COLOR_PLAIN,
		           "All %zu fixes together: %s instead of %s, %.2f times as fast", p->fixes,
		           format_duration(FORMAT, p->fixed_ns),
		           format_duration(FORMAT, p->run.wall_ns),
		           (double)p->run.wall_ns / (double)p->fixed_ns);
	if (p->start_call_ns >= START_NS &&
	    percent_of(p->start_call_ns, p->run.wall_ns) >= START_PERCENT)
		print_line(page, 0, COLOR_DIM,
		           "%s of the run was one call before any GPU work, %s: CUDA starts there, "
		           "once "
		           "a run",
		           format_duration(FORMAT, p->start_call_ns), p->start_call);
}

/* ---- the budget ---- */

/*
 * How a share looks in the bar: colours by kind (green works, red could go, yellow starts, plain is
 * the host's), patterns within a kind; letters where there are no colours.
 */
static const struct look {
	const char *pattern;
	enum color color;
	char letter;
} looks[SHARES] = {
	[SHARE_KERNEL] = { "█", COLOR_GOOD, 'K' },
	[SHARE_COPY] = { "▓", COLOR_GOOD, 'C' },
	[SHARE_FILL] = { "▒", COLOR_GOOD, 'F' },
	[SHARE_QUEUE] = { "█", COLOR_BAD, 'Q' },
	[SHARE_DEFAULT_STREAM] = { "▓", COLOR_BAD, 'D' },
	[SHARE_LOADING] = { "▒", COLOR_BAD, 'L' },
	[SHARE_COPY_ENGINE] = { "░", COLOR_BAD, 'E' },
	[SHARE_CAPACITY] = { "█", COLOR_NAME, 'R' },
	[SHARE_HOST_CALLBACK] = { "▓", COLOR_NAME, 'B' },
	[SHARE_STARTUP] = { "▒", COLOR_DIM, 'i' },
	[SHARE_LAUNCH] = { "█", COLOR_WARNING, 'S' },
	[SHARE_GAP] = { "▓", COLOR_WARNING, 'G' },
	[SHARE_UNEXPLAINED] = { "▒", COLOR_WARNING, '?' },
	[SHARE_HOST] = { "█", COLOR_DIM, 'h' },
	[SHARE_CALL_LAUNCH] = { "▓", COLOR_DIM, 'l' },
	[SHARE_CALL_COPY] = { "▒", COLOR_DIM, 'c' },
	[SHARE_CALL_ALLOCATE] = { "░", COLOR_DIM, 'a' },
	[SHARE_CALL_SYNCHRONIZE] = { "▒", COLOR_PLAIN, 's' },
	[SHARE_CALL_OTHER] = { "░", COLOR_PLAIN, 'o' },
	[SHARE_MEASURING] = { "░", COLOR_DIM, 'm' },
};

static bool has_patterns(const struct page *page)
{
	return terminal_is_utf8() && *color_begin(page->stream, COLOR_GOOD);
}

static void print_look(const struct page *page, enum share share, int columns)
{
	const struct look *look = &looks[share];

	if (columns <= 0)
		return;
	fputs(color_begin(page->stream, look->color), page->stream);
	for (int i = 0; i < columns; i++)
		if (has_patterns(page))
			fputs(look->pattern, page->stream);
		else
			fputc(look->letter, page->stream);
	fputs(color_end(page->stream), page->stream);
}

/* Shares COLUMNS among the budget's parts so that none is off by a column: by running sums. */
static void print_budget_bar(const struct page *page, const struct budget *budget, int columns)
{
	double sum_ns = 0;
	int used = 0;

	fputs("  ", page->stream);
	for (int share = 0; share < SHARES; share++) {
		int until;

		sum_ns += (double)budget->share_ns[share];
		until = (int)(sum_ns / (double)budget->wall_ns * columns + 0.5);
		until = until > columns ? columns : until;
		print_look(page, (enum share)share, until - used);
		used = until;
	}
	fputc('\n', page->stream);
}

static void print_share(const struct page *page, const struct budget *budget, enum share share)
{
	const char *text = share_texts[share];

	fputs("  ", page->stream);
	print_look(page, share, 1);
	fprintf(page->stream, " %7s %10s  ",
	        format_percent(FORMAT, percent_of(budget->share_ns[share], budget->wall_ns)),
	        format_duration(FORMAT, budget->share_ns[share]));
	text_wrap_from(page->stream, text, 24, page->width, 24);
}

/* The rows that a reader needs: shares below half a percent only where nothing else is left. */
static void print_budget(const struct page *page, const struct budget *budget)
{
	int64_t left_ns = 0;
	int left = 0;

	if (budget->wall_ns <= 0)
		return;
	print_budget_bar(page, budget, (page->width > 80 ? 80 : page->width) - 4);
	for (int share = 0; share < SHARES; share++)
		if (percent_of(budget->share_ns[share], budget->wall_ns) >= 0.5) {
			print_share(page, budget, (enum share)share);
		} else {
			left_ns += budget->share_ns[share];
			left += budget->share_ns[share] > 0;
		}
	if (left)
		fprintf(page->stream, "    %7s %10s  %d more\n",
		        format_percent(FORMAT, percent_of(left_ns, budget->wall_ns)),
		        format_duration(FORMAT, left_ns), left);
}

static void print_process_budget(const struct page *page, const struct report_process *p)
{
	if (p->run.wall_ns <= 0)
		return;
	print_heading(page, "Where the time went: %s, step by step",
	              format_duration(FORMAT, p->run.wall_ns));
	print_budget(page, &p->run);
}

/* ---- findings ---- */

static enum color severity_color(enum finding_severity severity)
{
	static const enum color colors[] = {
		[FINDING_NOTE] = COLOR_DIM,
		[FINDING_WARNING] = COLOR_WARNING,
		[FINDING_ERROR] = COLOR_BAD,
	};

	return colors[severity];
}

/* "ranks 0, 1 and 2", or "in all 8 processes". New text. */
static char *processes_text(const struct report *report, const struct report_finding *f)
{
	const char *worst = report->processes[f->process].label;
	char *text;
	int length;

	if (f->processes_count == report->processes_count)
		length =
		        asprintf(&text, "all %zu processes, most in %s", f->processes_count, worst);
	else if (f->processes_count == 1)
		length = asprintf(&text, "%s", worst);
	else
		length = asprintf(&text, "%zu of %zu processes, most in %s", f->processes_count,
		                  report->processes_count, worst);
	return length < 0 ? NULL : text;
}

static void print_gain(const struct page *page, const struct report_finding *f)
{
	const int indent = FINDING_LABEL, before = FINDING_INDENT;

	/* A small replay error says only that the run was understood as it was, so it is not worth
	 * a word; a large one is. */
	if (f->is_predicted && f->gain_error_ns > f->gain_ns / 10)
		print_fact(page, before, indent, "gain",
		           "%s (%s of the run), predicted by a replay that is itself %s off",
		           format_duration(FORMAT, f->gain_ns),
		           format_percent(FORMAT, f->gain_percent),
		           format_duration(FORMAT, f->gain_error_ns));
	else if (f->is_predicted)
		print_fact(page, before, indent, "gain", "%s (%s of the run), predicted",
		           format_duration(FORMAT, f->gain_ns),
		           format_percent(FORMAT, f->gain_percent));
	else
		print_fact(page, before, indent, "gain", "not predicted: %s", f->not_predicted);
	if (f->cost_ns > 0)
		print_fact(page, before, indent, "cost", "%s (%s of the run)",
		           format_duration(FORMAT, f->cost_ns),
		           format_percent(FORMAT, f->cost_percent));
}

static void print_examples(const struct page *page, const struct report_finding *f)
{
	const struct report_process *p = &page->report->processes[f->process];

	for (size_t i = 0; i < f->operations_count && i < EXAMPLES_SHOWN; i++) {
		const struct report_operation *o = &f->operations[i];
		char wait[160] = "", range[96] = "", *name = function_shorten(o->name, 32);

		if (o->wait_ns > 0 && o->cause != CAUSE_ISSUE)
			snprintf(wait, sizeof wait, ", waited %s (%s)",
			         format_duration(FORMAT, o->wait_ns), cause_ids[o->cause]);
		if (o->range)
			snprintf(range, sizeof range, ", in range %.64s", o->range);
		print_fact(page, FINDING_INDENT, FINDING_LABEL, i ? "" : "examples",
		           "%s at %s for %s, stream %lld%s%s", name ? name : o->name,
		           format_duration(FORMAT, o->start_ns - p->first_ns),
		           format_duration(FORMAT, o->duration_ns), (long long)o->stream, wait,
		           range);
		free(name);
	}
}

/* "1  False dependency ...            26.8 ms": the number, the title, and the gain at the right.
 */
static void print_title(const struct page *page, size_t number, const struct report_finding *f)
{
	char gain[FORMAT_MAX * 2] = "", left[16];
	int used = snprintf(left, sizeof left, "%zu", number);
	int title = text_width(f->rule->title), room;

	used = used < FINDING_INDENT - 1 ? FINDING_INDENT : used + 1;
	if (f->is_predicted)
		snprintf(gain, sizeof gain, "-%s", format_duration(FORMAT, f->gain_ns));
	else if (f->cost_ns > 0)
		snprintf(gain, sizeof gain, "costs %s", format_duration(FORMAT, f->cost_ns));
	room = page->width - used - (int)strlen(gain) - 2;
	fprintf(page->stream, "\n%s%-*s%s%s", color_begin(page->stream, COLOR_HEADING), used, left,
	        color_end(page->stream), color_begin(page->stream, severity_color(f->severity)));
	if (used + title > page->width) {
		print_wrapped(page, f->rule->title, used, used);
		fputs(color_end(page->stream), page->stream);
		return;
	}
	fprintf(page->stream, "%s%s", f->rule->title, color_end(page->stream));
	if (*gain && title <= room)
		fprintf(page->stream, "%*s%s%s%s", room - title + 2, "",
		        color_begin(page->stream, COLOR_GOOD), gain, color_end(page->stream));
	fputc('\n', page->stream);
}

/* The name of the file matters more than the folders before it. */
static void print_source(const struct page *page, const struct report_finding *f)
{
	char *place = NULL, *clean;

	if (asprintf(&place, f->line > 0 ? "%s:%d" : "%s", f->file, f->line) < 0)
		return;
	clean = text_clean(place, page->width - FINDING_LABEL);
	print_fact(page, FINDING_INDENT, FINDING_LABEL, "source", "%s", clean ? clean : "");
	free(clean);
	free(place);
}

static void print_finding(const struct page *page, size_t number)
{
	const struct report_finding *f = &page->report->findings[number - 1];
	const int before = FINDING_INDENT, indent = FINDING_LABEL;

	print_title(page, number, f);
	print_wrapped(page, f->headline, FINDING_INDENT, 0);
	if (*f->subject)
		print_fact(page, before, indent, "where", "%s", f->subject);
	if (page->report->processes_count > 1) {
		char *processes = processes_text(page->report, f);

		print_fact(page, before, indent, "in", "%s", processes ? processes : "");
		free(processes);
	}
	if (f->file)
		print_source(page, f);
	print_gain(page, f);
	for (size_t i = 0; i < f->facts_count && i < FACTS_SHOWN; i++)
		print_fact(page, before, indent, i ? "" : "evidence", "%s: %s", f->facts[i].name,
		           f->facts[i].text);
	if (!page->options->is_brief)
		print_examples(page, f);
	print_fact(page, before, indent, "do", "%s", f->advice);
	print_fact(page, before, indent, "more", "warpwise rules %s", f->rule->id);
}

static void print_findings(const struct page *page)
{
	const struct report *report = page->report;

	if (!has_findings(report))
		return;
	print_heading(page, "What to change, the largest predicted gain first");
	for (size_t i = 0; i < report->findings_count; i++)
		print_finding(page, i + 1);
}

/* ---- details: what ran ---- */

static void print_program(const struct page *page, const struct report_process *p)
{
	const char *command = *p->command_line ? p->command_line : p->executable;
	char *clean = text_clean(*command ? command : "unknown", 2 * (page->width - LABEL_COLUMNS));
	time_t seconds = (time_t)(p->start_unix_ns / 1000000000);
	char when[64] = "unknown time";
	struct tm tm;

	if (p->start_unix_ns && gmtime_r(&seconds, &tm))
		strftime(when, sizeof when, "%Y-%m-%d %H:%M:%S UTC", &tm);
	print_fact(page, 0, LABEL_COLUMNS, "program", "%s", clean ? clean : "");
	print_fact(page, 0, LABEL_COLUMNS, "when", "%s, process %lld%s%s", when, (long long)p->pid,
	           *p->host ? " on " : "", p->host);
	if (p->rank >= 0)
		print_fact(page, 0, LABEL_COLUMNS, "rank", "%lld", (long long)p->rank);
	free(clean);
}

/* Only what was set: each of them changes what CUDA does. */
static void print_environment(const struct page *page, const struct report_process *p)
{
	char *text = NULL;
	size_t size;
	FILE *stream = p->environment_count ? open_memstream(&text, &size) : NULL;

	if (!stream)
		return;
	for (size_t i = 0; i < p->environment_count; i++)
		fprintf(stream, "%s%s=%s", i ? "  " : "", p->environment[i].name,
		        p->environment[i].text);
	if (fclose(stream) == 0)
		print_fact(page, 0, LABEL_COLUMNS, "settings", "%s", text);
	free(text);
}

static void print_what_ran(const struct page *page, const struct report_process *p)
{
	const struct summary *s = &p->summary;

	print_heading(page, "What ran");
	print_program(page, p);
	for (size_t i = 0; i < p->devices_count; i++) {
		const struct report_device *d = &p->devices[i];

		print_fact(page, 0, LABEL_COLUMNS, i ? "" : "GPU",
		           "%lld: %s, compute capability %d.%d, %d SMs%s", (long long)d->id,
		           d->name, d->cc_major, d->cc_minor, d->multiprocessors,
		           d->summary.busy_ns ? "" : " (unused)");
	}
	print_fact(page, 0, LABEL_COLUMNS, "CUDA", "driver %s, runtime %s",
	           version(FORMAT, p->driver_version), version(FORMAT, p->runtime_version));
	print_environment(page, p);
	print_fact(page, 0, LABEL_COLUMNS, "ran",
	           "%s kernel%s of %zu function%s, %s cop%s (%s), %s memory set%s",
	           format_count(FORMAT, s->operations[OPERATION_KERNEL]),
	           plural(s->operations[OPERATION_KERNEL]), s->functions,
	           plural((int64_t)s->functions),
	           format_count(FORMAT, s->operations[OPERATION_COPY]),
	           s->operations[OPERATION_COPY] == 1 ? "y" : "ies",
	           format_bytes(FORMAT, s->copied_bytes),
	           format_count(FORMAT, s->operations[OPERATION_FILL]),
	           plural(s->operations[OPERATION_FILL]));
	print_fact(page, 0, LABEL_COLUMNS, "calls", "%s API call%s in %zu thread%s, %s failed",
	           format_count(FORMAT, p->calls), plural(p->calls), s->threads,
	           plural((int64_t)s->threads),
	           s->failed_calls ? format_count(FORMAT, s->failed_calls) : "none");
	print_fact(page, 0, LABEL_COLUMNS, "replay",
	           "the run replayed from its constraints takes %s, %s off what was recorded; "
	           "predicted gains assume that %s",
	           format_duration(FORMAT, p->replayed_ns),
	           format_percent(FORMAT, 100 * p->replay_error), finding_assumption);
}

/* ---- details: how busy ---- */

/* Full blocks and eighths, or '#'. */
static void print_bar(const struct page *page, double percent)
{
	static const char *const eighths[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉" };
	int units = (int)(percent / 100 * BAR_COLUMNS * 8 + 0.5);

	if (units == 0 && percent > 0)
		units = 1;
	if (!terminal_is_utf8()) {
		for (int i = 0; i < (units + 4) / 8; i++)
			fputc('#', page->stream);
		return;
	}
	for (int i = 0; i < units / 8; i++)
		fputs("█", page->stream);
	fputs(eighths[units % 8], page->stream);
}

static void print_row(const struct page *page, const char *name, int64_t part_ns, int64_t whole_ns,
                      enum color color)
{
	double percent = percent_of(part_ns, whole_ns);

	fprintf(page->stream, "  %-*s%9s%12s", ROW_COLUMNS, name, format_percent(FORMAT, percent),
	        format_duration(FORMAT, part_ns));
	if (page->width >= NARROW_COLUMNS && part_ns > 0) {
		fprintf(page->stream, "  %s", color_begin(page->stream, color));
		print_bar(page, percent);
		fputs(color_end(page->stream), page->stream);
	}
	fputc('\n', page->stream);
}

static const char *idle_name(const char *id, char text[32])
{
	snprintf(text, 32, "  %s", id);
	return text;
}

/* What the idle time was waiting for: the largest few. */
static void print_idle(const struct page *page, const struct budget *idle, int64_t wall_ns)
{
	bool is_done[SHARES] = { false };

	for (int row = 0; row < 4; row++) {
		int largest = -1;

		for (int share = 0; share < SHARES; share++)
			if (!is_done[share] &&
			    (largest < 0 || idle->share_ns[share] > idle->share_ns[largest]))
				largest = share;
		if (largest < 0 || percent_of(idle->share_ns[largest], wall_ns) < 0.5)
			return;
		is_done[largest] = true;
		print_row(page, idle_name(share_ids[largest], (char[32]){ 0 }),
		          idle->share_ns[largest], wall_ns, COLOR_PLAIN);
	}
}

static void print_device(const struct page *page, const struct report_process *p,
                         const struct report_device *device)
{
	const struct summary_device *d = &device->summary;
	int64_t wall_ns = p->summary.wall_ns;

	print_heading(page, "How busy GPU %lld was, of %s", (long long)device->id,
	              format_duration(FORMAT, wall_ns));
	print_row(page, "busy", d->busy_ns, wall_ns, COLOR_GOOD);
	print_row(page, "  kernels", d->type_ns[OPERATION_KERNEL], wall_ns, COLOR_PLAIN);
	if (d->operations[OPERATION_KERNEL] > 1)
		print_row(page, "    two or more at once", d->several_kernels_ns, wall_ns,
		          COLOR_PLAIN);
	if (d->operations[OPERATION_COPY])
		print_row(page, "  copies", d->type_ns[OPERATION_COPY], wall_ns, COLOR_PLAIN);
	if (d->operations[OPERATION_COPY] && d->operations[OPERATION_KERNEL])
		print_row(page, "    while kernels ran", d->copy_and_kernel_ns, wall_ns,
		          COLOR_PLAIN);
	if (d->operations[OPERATION_FILL])
		print_row(page, "  memory sets", d->type_ns[OPERATION_FILL], wall_ns, COLOR_PLAIN);
	print_row(page, "idle", wall_ns - d->busy_ns, wall_ns, COLOR_WARNING);
	print_idle(page, &device->idle, wall_ns);

	print_line(page, 2, COLOR_PLAIN, "%zu stream%s on %zu hardware queue%s", d->streams,
	           plural((int64_t)d->streams), d->queues, plural((int64_t)d->queues));
	if (d->operations[OPERATION_KERNEL])
		print_line(page, 2, COLOR_PLAIN,
		           "while kernels ran, %s at once on average, %zu at most",
		           format_real(FORMAT, d->average_kernels), d->most_kernels);
	if (d->operations[OPERATION_COPY] && d->operations[OPERATION_KERNEL])
		print_line(page, 2, COLOR_PLAIN, "%s of the time in copies, kernels ran too",
		           format_percent(FORMAT, percent_of(d->copy_and_kernel_ns,
		                                             d->type_ns[OPERATION_COPY])));
}

/* ---- details: tables ---- */

static const struct table_column kernel_columns[] = {
	{ "time_percent", "share", TABLE_PERCENT, 0 },
	{ "total_ns", "total", TABLE_DURATION, 0 },
	{ "count", "count", TABLE_COUNT, 0 },
	{ "average_ns", "average", TABLE_DURATION, 0 },
	{ "max_ns", "max", TABLE_DURATION, 5 },
	{ "grid", "blocks", TABLE_COUNT, 3 },
	{ "block", "threads", TABLE_COUNT, 2 },
	{ "occupancy_percent", "occupancy", TABLE_PERCENT, 1 },
	{ "limiter", "limited by", TABLE_NAME, 4 },
	{ "name", "kernel", TABLE_FUNCTION, 0 },
};

enum { KERNEL_COLUMNS = sizeof kernel_columns / sizeof *kernel_columns };

static int64_t volume(const int32_t size[3])
{
	double product = (double)size[0] * size[1] * size[2];

	return product < 1e18 ? (int64_t)product : INT64_MAX;
}

static int add_kernel(struct table *table, const struct report_kernel *k)
{
	const struct statistics *s = &k->statistics;

	return table_add(table,
	                 (struct table_cell[KERNEL_COLUMNS]){
	                         { .real = k->share_percent },
	                         { .integer = s->total },
	                         { .integer = s->count },
	                         { .integer = (int64_t)(statistics_average(s) + 0.5) },
	                         { .integer = s->max },
	                         { .integer = volume(k->grid) },
	                         { .integer = volume(k->block) },
	                         { .real = k->occupancy_percent, .is_none = !k->has_occupancy },
	                         { .text = *k->limiter ? k->limiter : NULL },
	                         { .text = k->name },
	                 });
}

static void print_more(const struct page *page, size_t count, size_t shown, const char *by)
{
	if (count > shown)
		fprintf(page->stream, "%sand %s more: warpwise stats --by %s%s\n",
		        color_begin(page->stream, COLOR_DIM),
		        format_count(FORMAT, (int64_t)(count - shown)), by,
		        color_end(page->stream));
}

static size_t shown_of(const struct page *page, size_t count)
{
	size_t limit = (size_t)page->options->limit;

	return limit && count > limit ? limit : count;
}

static int print_kernels(const struct page *page, const struct report_process *p)
{
	size_t shown = shown_of(page, p->kernels_count);
	struct table *table;
	int err = 0;

	if (p->kernels_count == 0)
		return 0;
	table = table_new(kernel_columns, KERNEL_COLUMNS);
	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < shown && !err; i++)
		err = add_kernel(table, &p->kernels[i]);
	if (!err) {
		print_heading(page, "Time in kernels, by launch shape: %s",
		              format_duration(FORMAT, p->kernels_total_ns));
		err = table_print(table, page->stream, TABLE_TEXT);
	}
	if (!err)
		print_more(page, p->kernels_count + p->kernels_left_out, shown, "kernel");
	table_free(table);
	return err;
}

static const struct table_column group_columns[] = {
	{ "time_percent", "share", TABLE_PERCENT, 0 },
	{ "total_ns", "total", TABLE_DURATION, 0 },
	{ "count", "count", TABLE_COUNT, 0 },
	{ "average_ns", "average", TABLE_DURATION, 0 },
	{ "max_ns", "max", TABLE_DURATION, 1 },
	{ "name", "", TABLE_NAME, 0 },
};

enum { GROUP_COLUMNS = sizeof group_columns / sizeof *group_columns };

static int print_groups(const struct page *page, const struct report_groups *groups,
                        const char *heading, const char *name, const char *by)
{
	size_t shown = shown_of(page, groups->count);
	struct table_column columns[GROUP_COLUMNS];
	struct table *table;
	int err = 0;

	if (groups->count == 0)
		return 0;
	memcpy(columns, group_columns, sizeof columns);
	columns[GROUP_COLUMNS - 1].heading = name;
	table = table_new(columns, GROUP_COLUMNS);
	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < shown && !err; i++) {
		const struct statistics *s = &groups->items[i].statistics;

		err = table_add(table,
		                (struct table_cell[GROUP_COLUMNS]){
		                        { .real = groups->items[i].share_percent },
		                        { .integer = s->total },
		                        { .integer = s->count },
		                        { .integer = (int64_t)(statistics_average(s) + 0.5) },
		                        { .integer = s->max },
		                        { .text = groups->items[i].name },
		                });
	}
	if (!err) {
		print_heading(page, "%s: %s", heading, format_duration(FORMAT, groups->total_ns));
		err = table_print(table, page->stream, TABLE_TEXT);
	}
	if (!err)
		print_more(page, groups->count + groups->left_out, shown, by);
	table_free(table);
	return err;
}

/* ---- details: what could not be judged ---- */

static bool has_same_reason(const struct report_abstention *a, const struct report_abstention *b)
{
	return a->process == b->process && strcmp(a->reason, b->reason) == 0;
}

/* Rules with the same reason share a line, at the first one: "needs ...; the same: stall". */
static void print_abstention(const struct page *page, size_t index)
{
	const struct report *report = page->report;
	const struct report_abstention *a = &report->abstentions[index];
	char others[512] = "";
	size_t used = 0;

	for (size_t i = 0; i < index; i++)
		if (has_same_reason(&report->abstentions[i], a))
			return;
	for (size_t i = index + 1; i < report->abstentions_count && used < sizeof others; i++)
		if (has_same_reason(&report->abstentions[i], a))
			used += (size_t)snprintf(
			        others + used, sizeof others - used, "%s%s",
			        used ? ", " : "; the same: ", report->abstentions[i].rule->id);
	print_fact(page, 2, FINDING_LABEL, a->rule->id, "%s%s", a->reason, others);
}

static void print_abstentions(const struct page *page, size_t process)
{
	const struct report *report = page->report;
	bool is_begun = false;

	for (size_t i = 0; i < report->abstentions_count; i++) {
		if (report->abstentions[i].process != process)
			continue;
		if (!is_begun)
			print_heading(page, "What could not be judged");
		is_begun = true;
		print_abstention(page, i);
	}
}

/* ---- several processes ---- */

static void print_combined(const struct page *page)
{
	const struct report *report = page->report;
	size_t active = 0;

	for (size_t i = 0; i < report->processes_count; i++)
		active += report->processes[i].summary.active_devices > 0;
	print_line(page, 0, COLOR_HEADING,
	           "%zu traces, %zu of them with GPU work, %s from the first activity to the last",
	           report->processes_count, active, format_duration(FORMAT, report->span_ns));
}

static void print_imbalances(const struct page *page)
{
	const struct report *report = page->report;

	print_heading(page, "How even the processes are");
	for (size_t i = 0; i < report->imbalances_count; i++) {
		const struct report_imbalance *b = &report->imbalances[i];

		print_fact(page, 2, 17, b->text, "%s on average; %s has %s, %s more",
		           format_duration(FORMAT, b->mean_ns), report->processes[b->slowest].label,
		           format_duration(FORMAT, b->max_ns), format_percent(FORMAT, b->percent));
	}
}

/* ---- the whole ---- */

static int print_details(const struct page *page, size_t index)
{
	const struct report_process *p = &page->report->processes[index];
	int err;

	print_what_ran(page, p);
	for (size_t i = 0; i < p->devices_count; i++)
		if (p->devices[i].summary.busy_ns)
			print_device(page, p, &p->devices[i]);
	err = print_kernels(page, p);
	print_profiles(page, p);
	for (size_t i = 0; i < p->gpu_samples_count; i++)
		print_gpu_samples(page, &p->gpu_samples[i]);
	if (!err)
		err = print_groups(page, &p->copies, "Time in copies", "copy", "copy");
	if (!err)
		err = print_groups(page, &p->api, "Time in API calls, all threads", "call", "api");
	if (err)
		return err;
	print_abstentions(page, index);
	print_missing(page, p);
	return 0;
}

static int print_one(const struct page *page)
{
	const struct report_process *p = page->report->processes;

	print_run(page, p);
	if (p->summary.active_devices)
		print_most_important(page);
	print_outlook(page, p);
	print_process_budget(page, p);
	print_findings(page);
	return page->options->is_brief ? 0 : print_details(page, 0);
}

static int print_several(const struct page *page)
{
	const struct report *report = page->report;
	int err = 0;

	print_combined(page);
	print_most_important(page);
	print_imbalances(page);
	print_findings(page);
	for (size_t i = 0; i < report->processes_count && !err; i++) {
		char *path = text_clean(report->processes[i].path, 0);

		fprintf(page->stream, "\n%s%s%s\n", color_begin(page->stream, COLOR_NAME),
		        path ? path : "?", color_end(page->stream));
		free(path);
		print_run(page, &report->processes[i]);
		print_outlook(page, &report->processes[i]);
		print_process_budget(page, &report->processes[i]);
		if (!page->options->is_brief)
			err = print_details(page, i);
	}
	return err;
}

int report_print_text(const struct report *report, FILE *stream,
                      const struct report_text_options *options)
{
	struct page page = { stream, report, options, terminal_text_width(stream) };

	if (report->processes_count == 0)
		return 0;
	return report->processes_count == 1 ? print_one(&page) : print_several(&page);
}
