/* SPDX-License-Identifier: MIT */
/* The report for people: what could not be judged, what the trace is missing, and notes on what it
 * has. */
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/shorten.h"
#include "print/out_text_parts.h"
#include "rules/shared/rule.h"
#include "base/text.h"

enum {
	RULE_COLUMNS = 13,   /* where the reason of a rule begins */
	KERNELS_SHOWN = 3,   /* of which the trace says the same */
	KERNEL_COLUMNS = 32, /* of the name of each */
	NAMES_BYTES =
	        KERNELS_SHOWN * (4 * KERNEL_COLUMNS + 2) + 64, /* in UTF-8, and how many more */
};

/* ---- what could not be judged ---- */

static bool has_same_reason(const struct report_abstention *a, const struct report_abstention *b)
{
	return a->process == b->process && !a->hint && !b->hint &&
	       strcmp(a->reason, b->reason) == 0;
}

/* Rules with the same reason share a line, at the first one: "needs ...; for the same reason not
 * judged: stall". */
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
			used += (size_t)snprintf(others + used, sizeof others - used, "%s%s",
			                         used ? ", " : "; for the same reason not judged: ",
			                         report->abstentions[i].rule->id);
	print_fact(page, 2, RULE_COLUMNS, a->rule->id, "%s%s%s%s%s", a->hint ? a->hint : "",
	           a->is_likely ? ": likely" : "", a->hint ? "; " : "", a->reason, others);
}

void print_abstentions(const struct page *page, size_t process)
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

/* ---- what is missing ---- */

enum { NOTE, WARNING, ERROR }; /* severities, as in the trace */

static const char JOINED_RUN[] = "joined-run"; /* a code of merge's */

static size_t count_above(const struct report_process *p, int severity)
{
	size_t count = 0;

	for (size_t i = 0; i < p->diagnostics_count; i++)
		count += p->diagnostics[i].severity > severity;
	return count;
}

static void print_diagnostics(const struct page *page, const struct report_process *p, int severity,
                              const char *label)
{
	for (size_t i = 0; i < p->diagnostics_count; i++) {
		const struct report_diagnostic *d = &p->diagnostics[i];

		if (d->severity == severity)
			print_fact(page, 0, LABEL_COLUMNS, label, "%s (%s), %s time%s: %s", d->code,
			           d->subject, format_count(FORMAT, d->count), plural(d->count),
			           d->message);
	}
}

/* Whether there are notes on more than that runs were joined: most are about what was left out. */
static bool has_notes(const struct report_process *p)
{
	for (size_t i = 0; i < p->diagnostics_count; i++)
		if (p->diagnostics[i].severity == NOTE &&
		    strcmp(p->diagnostics[i].code, JOINED_RUN) != 0)
			return true;
	return false;
}

static void print_losses(const struct page *page, const struct report_process *p)
{
	if (p->is_complete && p->untimed_operations == 0 && count_above(p, NOTE) == 0) {
		print_heading(page, "Nothing is missing from the trace%s",
		              has_notes(p) ? " but what the notes say" : "");
		return;
	}
	print_heading(page, "What the trace is missing");
	if (!p->is_complete && !report_ended_early(p))
		print_fact(page, 0, LABEL_COLUMNS, "  cut",
		           "the program was killed, still runs or is in Go: the last "
		           "second may be missing");
	if (p->untimed_operations)
		print_fact(page, 0, LABEL_COLUMNS, "  untimed",
		           "%s operation%s ran, but without times: counted here alone",
		           format_count(FORMAT, p->untimed_operations),
		           plural(p->untimed_operations));
	print_diagnostics(page, p, ERROR, "  error");
	print_diagnostics(page, p, WARNING, "  warning");
}

/* ---- notes ---- */

/* A run that `merge` joined: its subject is "HOST:PID:START". */
struct joined_run {
	const char *host, *pid;
	int host_length, pid_length;
};

/* Whether D notes a joined run. Its parts point into D. */
static bool read_run(const struct report_diagnostic *d, struct joined_run *run)
{
	const char *start = strrchr(d->subject, ':'), *pid = start;

	if (d->severity != NOTE || strcmp(d->code, JOINED_RUN) != 0 || !start)
		return false;
	while (pid > d->subject && pid[-1] != ':')
		pid--;
	if (pid == d->subject || pid == start)
		return false;
	*run = (struct joined_run){ .host = d->subject,
		                    .pid = pid,
		                    .host_length = (int)(pid - 1 - d->subject),
		                    .pid_length = (int)(start - pid) };
	return true;
}

static bool is_same_host(const struct joined_run *a, const struct joined_run *b)
{
	return a->host_length == b->host_length &&
	       memcmp(a->host, b->host, (size_t)a->host_length) == 0;
}

/*
 * "3 runs joined: processes 5224, 5239, 5255 on vm", all from the FIRST on that are of its host:
 * the trace has them in order of their subjects. Returns how many.
 */
static size_t print_runs(const struct page *page, const struct report_process *p, size_t first,
                         const struct joined_run *of)
{
	size_t length = 0, count = 0;
	char *pids = NULL;
	FILE *stream = open_memstream(&pids, &length);
	struct joined_run run = *of;

	do {
		if (stream)
			fprintf(stream, "%s%.*s", count ? ", " : "", run.pid_length, run.pid);
		count++;
	} while (first + count < p->diagnostics_count &&
	         read_run(&p->diagnostics[first + count], &run) && is_same_host(&run, of));
	if (stream && fclose(stream) == 0)
		print_line(page, 2, COLOR_PLAIN, "%zu run%s joined: process%s %s on %.*s", count,
		           plural((int64_t)count), count == 1 ? "" : "es", pids, of->host_length,
		           of->host);
	free(pids);
	return count;
}

/*
 * How a message about one kernel begins, of which the trace has a note for each: its subject is the
 * kernel, its count are launches.
 */
static const char A_KERNEL[] = "a kernel ";

static bool is_of_kernel(const struct report_diagnostic *d)
{
	return d->severity == NOTE && strncmp(d->message, A_KERNEL, sizeof A_KERNEL - 1) == 0;
}

static bool is_same_note(const struct report_diagnostic *a, const struct report_diagnostic *b)
{
	return is_of_kernel(a) && strcmp(a->code, b->code) == 0 &&
	       strcmp(a->message, b->message) == 0;
}

/* The short names of kernels that notes are about: a few, each once. */
struct kernel_names {
	char *shown[KERNELS_SHOWN];
	size_t shown_count;
	size_t kernels; /* all */
	int64_t launches;
};

static void add_kernel(struct kernel_names *names, const struct report_diagnostic *d)
{
	char *name = names->shown_count < KERNELS_SHOWN
	                     ? function_shorten(d->subject, KERNEL_COLUMNS)
	                     : NULL;

	names->kernels++;
	names->launches = sum_saturated(names->launches, d->count);
	for (size_t i = 0; name && i < names->shown_count; i++)
		if (strcmp(names->shown[i], name) == 0) {
			free(name);
			name = NULL;
		}
	if (name)
		names->shown[names->shown_count++] = name;
}

/* Notes of one kind and one reason, at the first of them: "not-measured (a, b, c and 4 more), 100
 * times: each of 7 kernels was not measured: REASON". */
static void print_kernels(const struct page *page, const struct report_process *p, size_t index)
{
	const struct report_diagnostic *first = &p->diagnostics[index];
	const char *rest = first->message + sizeof A_KERNEL - 1;
	struct kernel_names names = { 0 };
	char who[64] = "a kernel", list[NAMES_BYTES] = "";
	size_t used = 0;

	for (size_t i = 0; i < p->diagnostics_count; i++) {
		if (!is_same_note(&p->diagnostics[i], first))
			continue;
		if (i < index)
			return;
		add_kernel(&names, &p->diagnostics[i]);
	}
	for (size_t i = 0; i < names.shown_count; i++) {
		used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
		                         names.shown[i]);
		free(names.shown[i]);
	}
	if (names.kernels > names.shown_count)
		snprintf(list + used, sizeof list - used, " and %zu more",
		         names.kernels - names.shown_count);
	if (names.kernels > 1)
		snprintf(who, sizeof who, "each of %zu kernels", names.kernels);
	print_line(page, 2, COLOR_PLAIN, "%s (%s), %s time%s: %s %s", first->code, list,
	           format_count(FORMAT, names.launches), plural(names.launches), who, rest);
}

static void print_notes(const struct page *page, const struct report_process *p)
{
	size_t printed;

	if (count_above(p, NOTE) == p->diagnostics_count)
		return;
	print_heading(page, "Notes on the trace");
	for (size_t i = 0; i < p->diagnostics_count; i += printed) {
		const struct report_diagnostic *d = &p->diagnostics[i];
		struct joined_run run;

		printed = 1;
		if (read_run(d, &run))
			printed = print_runs(page, p, i, &run);
		else if (is_of_kernel(d))
			print_kernels(page, p, i);
		else if (d->severity == NOTE)
			print_line(page, 2, COLOR_PLAIN, "%s (%s), %s time%s: %s", d->code,
			           d->subject, format_count(FORMAT, d->count), plural(d->count),
			           d->message);
	}
}

void print_missing(const struct page *page, const struct report_process *process)
{
	print_losses(page, process);
	print_notes(page, process);
}
