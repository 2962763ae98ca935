/* SPDX-License-Identifier: MIT */
/* The report for people: where the run's time went. */
#include <stdlib.h>

#include "base/format.h"
#include "print/out_text_parts.h"
#include "base/text.h"

enum { RECORDER_MIN_NS = 100000 }; /* less is not worth a line */

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
	[SHARE_CHILDREN] = { "░", COLOR_GOOD, 'N' },
	[SHARE_QUEUE] = { "█", COLOR_BAD, 'Q' },
	[SHARE_DEFAULT_STREAM] = { "▓", COLOR_BAD, 'D' },
	[SHARE_LOADING] = { "▒", COLOR_BAD, 'L' },
	[SHARE_COPY_ENGINE] = { "░", COLOR_BAD, 'E' },
	[SHARE_CAPACITY] = { "█", COLOR_NAME, 'R' },
	[SHARE_HOST_CALLBACK] = { "▓", COLOR_NAME, 'B' },
	[SHARE_MIGRATION] = { "▒", COLOR_NAME, 'P' },
	[SHARE_STARTUP] = { "▒", COLOR_DIM, 'i' },
	[SHARE_TEARDOWN] = { "░", COLOR_DIM, 'e' },
	[SHARE_RESTART] = { "█", COLOR_PLAIN, 'x' },
	[SHARE_LIBRARIES] = { "▓", COLOR_DIM, 'y' },
	[SHARE_LAUNCH] = { "█", COLOR_WARNING, 'S' },
	[SHARE_GAP] = { "▓", COLOR_WARNING, 'G' },
	[SHARE_UNEXPLAINED] = { "▒", COLOR_WARNING, '?' },
	[SHARE_HOST] = { "█", COLOR_DIM, 'h' },
	[SHARE_CALL_LAUNCH] = { "▓", COLOR_DIM, 'l' },
	[SHARE_CALL_COPY] = { "▒", COLOR_DIM, 'c' },
	[SHARE_CALL_ALLOCATE] = { "░", COLOR_DIM, 'a' },
	[SHARE_CALL_SYNCHRONIZE] = { "▒", COLOR_PLAIN, 's' },
	[SHARE_CALL_OTHER] = { "░", COLOR_PLAIN, 'o' },
	[SHARE_RECORDER] = { "/", COLOR_DIM, 'r' },
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

/* The share whose part of a column that is not dealt yet is largest. */
static int largest_rest(const double rest[SHARES])
{
	int largest = 0;

	for (int share = 1; share < SHARES; share++)
		if (rest[share] > rest[largest])
			largest = share;
	return largest;
}

/*
 * Deals COLUMNS among the budget's parts: to each the whole ones of its time, then one each to
 * those whose rests are largest. So no part is off by a column, and one of next to nothing gets
 * none.
 */
static void deal_columns(const struct budget *budget, int columns, int dealt[SHARES])
{
	double rest[SHARES];
	int left = columns;

	for (int share = 0; share < SHARES; share++) {
		const double part =
		        (double)budget->share_ns[share] / (double)budget->wall_ns * columns;

		dealt[share] = part >= left ? left : (int)part;
		rest[share] = part - dealt[share];
		left -= dealt[share];
	}
	for (; left > 0; left--) {
		const int share = largest_rest(rest);

		dealt[share]++;
		rest[share] = -1;
	}
}

static int compare_sizes(const void *a, const void *b, void *budget_pointer)
{
	const struct budget *budget = budget_pointer;
	const int x = *(const int *)a, y = *(const int *)b;
	const int64_t left = budget->share_ns[x], right = budget->share_ns[y];

	return left != right ? (left < right) - (left > right) : x - y;
}

/* The largest first. */
static void order_shares(int order[SHARES], const struct budget *budget)
{
	struct budget by = *budget;

	for (int i = 0; i < SHARES; i++)
		order[i] = i;
	qsort_r(order, SHARES, sizeof *order, compare_sizes, &by);
}

static void print_budget_bar(const struct page *page, const int columns[SHARES],
                             const int order[SHARES])
{
	fputs("  ", page->stream);
	for (int i = 0; i < SHARES; i++)
		print_look(page, (enum share)order[i], columns[order[i]]);
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

/* What most of the slices of column C of COLUMNS went to. */
static enum share share_of_column(const struct report_process *p, int c, int columns)
{
	const int first = c * REPORT_STRIP_SLICES / columns;
	const int end = (c + 1) * REPORT_STRIP_SLICES / columns;
	int slices[SHARES] = { 0 }, most = p->strip[first];

	for (int i = first; i < end; i++)
		slices[p->strip[i]]++;
	for (int share = 0; share < SHARES; share++)
		if (slices[share] > slices[most])
			most = share;
	return (enum share)most;
}

static int columns_of(const struct page *page)
{
	return (page->width > 80 ? 80 : page->width) - 4;
}

/* By share: how many columns of the strip it has. Returns how many shares have some. */
static int count_strip(int in_strip[SHARES], const struct page *page,
                       const struct report_process *p)
{
	const int columns = columns_of(page);
	int shares = 0;

	for (int share = 0; share < SHARES; share++)
		in_strip[share] = 0;
	for (int c = 0; c < columns && p->has_strip; c++)
		shares += !in_strip[share_of_column(p, c, columns)]++;
	return shares;
}

/* Nothing where it is the same all the time. */
static void print_strip(const struct page *page, const struct report_process *p)
{
	const int columns = columns_of(page);
	int in_strip[SHARES];
	char text[160];

	if (count_strip(in_strip, page, p) < 2)
		return;
	snprintf(text, sizeof text, "In order of time, what took most of %s each:",
	         format_duration(FORMAT, p->run.wall_ns / columns));
	fputs("  ", page->stream);
	print_wrapped(page, text, 2, 2);
	fputs("  ", page->stream);
	for (int c = 0; c < columns; c++)
		print_look(page, share_of_column(p, c, columns), 1);
	fputc('\n', page->stream);
}

/* The rows that a reader needs: shares below half a percent only where the bar or the strip shows
 * them. */
static void print_budget(const struct page *page, const struct report_process *p)
{
	const struct budget *budget = &p->run;
	int columns[SHARES], order[SHARES], in_strip[SHARES];
	int64_t left_ns = 0;
	int left = 0;

	if (budget->wall_ns <= 0)
		return;
	deal_columns(budget, columns_of(page), columns);
	count_strip(in_strip, page, p);
	order_shares(order, budget);
	print_budget_bar(page, columns, order);
	for (int i = 0; i < SHARES; i++) {
		const int share = order[i];

		if (columns[share] > 0 || in_strip[share] ||
		    percent_of(budget->share_ns[share], budget->wall_ns) >= 0.5) {
			print_share(page, budget, (enum share)share);
		} else {
			left_ns += budget->share_ns[share];
			left += budget->share_ns[share] > 0;
		}
	}
	if (left)
		fprintf(page->stream, "    %7s %10s  %d more\n",
		        format_percent(FORMAT, percent_of(left_ns, budget->wall_ns)),
		        format_duration(FORMAT, left_ns), left);
}

/* The shorter lengths that shares are of, by name. */
static void print_lengths(const struct page *page, const struct report_process *p)
{
	char program[96] = "", main_part[160] = "", text[288];

	if (p->program_ns < p->run.wall_ns)
		snprintf(program, sizeof program,
		         "%s are program time, without CUDA's start and end",
		         format_duration(FORMAT, p->program_ns));
	if (p->main_ns > 0 && p->main_ns < p->program_ns)
		snprintf(main_part, sizeof main_part,
		         "%s%s %sare the main part, without the program's own start and end",
		         *program ? "; " : "", format_duration(FORMAT, p->main_ns),
		         *program ? "of these " : "");
	if (!*program && !*main_part)
		return;
	snprintf(text, sizeof text, "Of %s, %s%s.", whole_of(p), program, main_part);
	fputs("  ", page->stream);
	print_wrapped(page, text, 2, 2);
}

/* What recording took is no part of the budget: it is said below it. */
static void print_recorder(const struct page *page, int64_t recorder_ns)
{
	char text[160];

	snprintf(text, sizeof text,
	         "Recording took another %s in which the program stood still: that is cut out of "
	         "all times here.",
	         format_duration(FORMAT, recorder_ns));
	fputs("  ", page->stream);
	print_wrapped(page, text, 2, 2);
}

/* What each recorded call took longer is in the budget: only a replay can tell the run without it.
 */
static void print_alone(const struct page *page, const struct report_process *p)
{
	char text[600], error[64] = "";

	if (!p->is_alone_most)
		snprintf(error, sizeof error, ", +- %s",
		         format_duration(FORMAT, p->alone_error_ns));
	snprintf(text, sizeof text,
	         "Without the recorder the run takes %s%s%s: gains are of that.%s%s%s",
	         p->is_alone_most ? "at most " : "", format_duration(FORMAT, p->alone_ns), error,
	         p->alone_hint ? " " : "", p->alone_hint ? p->alone_hint : "",
	         p->alone_hint ? "." : "");
	fputs("  ", page->stream);
	print_wrapped(page, text, 2, 2);
}

/* Nor is what was not recorded. */
static void print_unrecorded(const struct page *page, const struct report_process *p)
{
	char text[256], times[32] = "";

	if (p->unrecorded_intervals > 1)
		snprintf(times, sizeof times, ", %zu times", p->unrecorded_intervals);
	snprintf(text, sizeof text,
	         "%s of the run were not recorded%s (%s): nothing is known of them, and no "
	         "time here counts them.",
	         format_duration(FORMAT, p->unrecorded_ns), times, p->unrecorded_reason);
	fputs("  ", page->stream);
	print_wrapped(page, text, 2, 2);
}

/* Launches of graphs that were recorded as one operation: what of them is known, and how. */
static void print_graphs(const struct page *page, const struct report_graphs *g)
{
	char text[512];
	size_t used = 0;

	if (g->scaled_operations)
		used = (size_t)snprintf(
		        text, sizeof text,
		        "%s of %s launches of CUDA graphs were measured by node; the operations of "
		        "the others (%s) have the times of these, fitted into the launch.",
		        format_count(FORMAT, g->measured_launches),
		        format_count(FORMAT, g->launches),
		        format_count(FORMAT, g->scaled_operations));
	if (g->unknown_graphs)
		snprintf(text + used, sizeof text - used,
		         "%s%zu CUDA graph%s (%s launches) %s recorded as one operation: what ran "
		         "in %s is not known.",
		         used ? " " : "", g->unknown_graphs, plural((int64_t)g->unknown_graphs),
		         format_count(FORMAT, g->unknown_launches),
		         g->unknown_graphs == 1 ? "was" : "were",
		         g->unknown_graphs == 1 ? "it" : "them");
	fputs("  ", page->stream);
	print_wrapped(page, text, 2, 2);
}

void print_process_budget(const struct page *page, const struct report_process *p)
{
	if (p->run.wall_ns <= 0)
		return;
	print_heading(page, "Where the time went: %s, step by step",
	              format_duration(FORMAT, p->run.wall_ns));
	print_budget(page, p);
	print_strip(page, p);
	print_lengths(page, p);
	if (p->recorder_ns >= RECORDER_MIN_NS)
		print_recorder(page, p->recorder_ns);
	if (p->is_alone_known)
		print_alone(page, p);
	if (p->unrecorded_intervals)
		print_unrecorded(page, p);
	if (p->graphs.graphs)
		print_graphs(page, &p->graphs);
}
