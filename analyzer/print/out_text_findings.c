/* SPDX-License-Identifier: MIT */
/* The report for people: what to change, and what that would win. */
#include <stdlib.h>
#include <string.h>

#include "code/shorten.h"
#include "base/format.h"
#include "print/out_text_parts.h"
#include "report/report_gain.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "base/text.h"

enum {
	TITLE_MAX = 160,
	FACTS_SHOWN = 12,
	EXAMPLES_SHOWN = 3,
	RANGE_COLUMNS = 64,
	NAME_COLUMNS = 60, /* of an operation, where lines have no end */
	COST_PARTS =
	        100, /* of the gain: what costs no more than one of them above it is not said */
};

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
	const int indent = FINDING_LABEL, before = FINDING_MARGIN;
	const struct report_process *process = &page->report->processes[f->process];
	char share[SHARE_MAX], whole[WHOLE_MAX];

	if (report_gain_is_doubtful(f))
		print_fact(page, before, indent, "gain", "at most %s (%s): predicted %s, +- %s",
		           format_duration(FORMAT, report_gain_said_ns(process, f)),
		           name_share(share, process, whole_of_gain(whole, process),
		                      report_gain_percent(process, f),
		                      report_gain_said_ns(process, f), true),
		           format_duration(FORMAT, f->gain_ns),
		           format_duration(FORMAT, f->gain_error_ns));
	else if (f->is_predicted)
		print_fact(page, before, indent, "gain", "%s (%s), predicted, +- %s",
		           format_duration(FORMAT, f->gain_ns),
		           name_share(share, process, whole_of_gain(whole, process),
		                      f->gain_percent, f->gain_ns, true),
		           format_duration(FORMAT, f->gain_error_ns));
	else
		print_fact(page, before, indent, "gain", "not predicted: %s", f->not_predicted);
	if (f->cost_ns > (f->is_predicted ? f->gain_ns + f->gain_ns / COST_PARTS : 0))
		print_fact(page, before, indent, "cost", "%s (%s)",
		           format_duration(FORMAT, f->cost_ns),
		           name_share(share, process, whole_of(process), f->cost_percent,
		                      f->cost_ns, false));
}

static size_t examples_of(const struct report_finding *f)
{
	return f->operations_count < EXAMPLES_SHOWN ? f->operations_count : EXAMPLES_SHOWN;
}

static bool has_same_examples(const struct report_finding *left, const struct report_finding *right)
{
	const size_t count = examples_of(left);
	bool are_same = left->process == right->process && count == examples_of(right);

	for (size_t i = 0; i < count && are_same; i++) {
		const struct report_operation *l = &left->operations[i], *r = &right->operations[i];

		are_same = l->start_ns == r->start_ns && l->stream == r->stream &&
		           l->device == r->device && strcmp(l->name, r->name) == 0;
	}
	return are_same;
}

static void print_examples(const struct page *page, size_t number)
{
	const struct report_finding *findings = page->report->findings, *f = &findings[number - 1];
	const struct report_process *p = &page->report->processes[f->process];

	for (size_t i = 0; i < number - 1 && examples_of(f) > 1; i++)
		if (has_same_examples(&findings[i], f)) {
			print_fact(page, FINDING_MARGIN, FINDING_LABEL, "examples",
			           "as in finding %zu", i + 1);
			return;
		}
	for (size_t i = 0; i < examples_of(f); i++) {
		const struct report_operation *o = &f->operations[i];
		char wait[160] = "", *range = o->range ? text_clean(o->range, RANGE_COLUMNS) : NULL,
		     *name = function_shorten(o->name, page_room(page, 32) ? 32 : NAME_COLUMNS);

		if (o->wait_ns > 0 && o->cause != CAUSE_ISSUE)
			snprintf(wait, sizeof wait,
			         o->cause == CAUSE_UNEXPLAINED ? ", waited %s" : ", waited %s (%s)",
			         format_duration(FORMAT, o->wait_ns), cause_ids[o->cause]);
		print_fact(page, FINDING_MARGIN, FINDING_LABEL, i ? "" : "examples",
		           "%s at %s for %s, stream %lld%s%s%s", name ? name : o->name,
		           format_duration(FORMAT, o->start_ns - p->first_ns),
		           format_duration(FORMAT, o->duration_ns), (long long)o->stream, wait,
		           range ? ", in range " : "", range ? range : "");
		free(name);
		free(range);
	}
}

/* Before the cost of a finding without a predicted gain. */
static const char *cost_word(const struct report_finding *f)
{
	if (f->rank.is_explanation)
		return "took";
	return f->rank.is_hint || f->is_unmeasured ? report_hint_word(f) : "costs";
}

/* "1  False dependency ... (note)           26.8 ms": the number, the title, how sure it is where
 * that is not as usual, and the gain at the right. */
static void print_title(const struct page *page, size_t number, const struct report_finding *f)
{
	const struct report_process *process = &page->report->processes[f->process];
	char gain[FORMAT_MAX * 2] = "", left[16], text[TITLE_MAX];
	int used = snprintf(left, sizeof left, "%zu", number), title, room;

	snprintf(text, sizeof text, f->severity == FINDING_WARNING ? "%s" : "%s (%s)",
	         rule_title(f->rule), finding_severities[f->severity]);
	title = text_width(text);
	used = used < FINDING_MARGIN - 1 ? FINDING_MARGIN : used + 1;
	if (report_gain_is_doubtful(f))
		snprintf(gain, sizeof gain, "at most %s",
		         format_duration(FORMAT, report_gain_said_ns(process, f)));
	else if (f->is_predicted)
		snprintf(gain, sizeof gain, "-%s", format_duration(FORMAT, f->gain_ns));
	else if (f->cost_ns > 0)
		snprintf(gain, sizeof gain, "%s %s", cost_word(f),
		         format_duration(FORMAT, f->cost_ns));
	room = page->width - used - (int)strlen(gain) - 2;
	fprintf(page->stream, "\n%s%-*s%s%s", color_begin(page->stream, COLOR_HEADING), used, left,
	        color_end(page->stream), color_begin(page->stream, severity_color(f->severity)));
	if (used + title > page->width) {
		print_wrapped(page, text, used, used);
		fputs(color_end(page->stream), page->stream);
		return;
	}
	fprintf(page->stream, "%s%s", text, color_end(page->stream));
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
	clean = text_clean(place, page_room(page, page->width - FINDING_LABEL));
	print_fact(page, FINDING_MARGIN, FINDING_LABEL, "source", "%s", clean ? clean : "");
	free(clean);
	free(place);
}

/* What has the label of the one before belongs to it: "in the way of a graph", and its lines. */
static bool is_fact_shown(const struct report_finding *f, size_t i)
{
	return i < FACTS_SHOWN || strcmp(f->facts[i].name, f->facts[FACTS_SHOWN - 1].name) == 0;
}

static void print_finding(const struct page *page, size_t number)
{
	const struct report_finding *f = &page->report->findings[number - 1];
	const int before = FINDING_MARGIN, indent = FINDING_LABEL;

	print_title(page, number, f);
	print_wrapped(page, f->headline, FINDING_MARGIN, 0);
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
	for (size_t i = 0; i < f->facts_count && is_fact_shown(f, i); i++)
		print_fact(page, before, indent, i ? "" : "evidence", "%s: %s", f->facts[i].name,
		           f->facts[i].text);
	if (!page->options->is_brief)
		print_examples(page, number);
	print_advice(page, number);
}

void print_findings(const struct page *page)
{
	const struct report *report = page->report;

	if (report->findings_count == 0)
		return;
	print_heading(page, "What to change, what should win most first");
	print_line(page, 0, COLOR_DIM,
	           "By predicted gain; without one by a part of the cost, the less the less is "
	           "known");
	for (size_t i = 0; i < report->findings_count; i++)
		print_finding(page, i + 1);
}
