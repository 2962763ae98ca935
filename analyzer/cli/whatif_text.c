/* SPDX-License-Identifier: MIT */
/* What warpwise whatif prints for people. Main thread only. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "base/terminal.h"
#include "cli/whatif.h"
#include "print/page.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"

enum {
	FACT_COLUMN = 13,
	PERCENT_WIDTH = 60, /* a page that is narrower has no room for percentages in columns */
};

static const double SHOWN_PERCENT = 0.5; /* of the run: shares below are left out */

static size_t count_applied(const struct whatif *w)
{
	size_t count = 0;

	for (size_t i = 0; i < w->findings.count; i++)
		count += whatif_is_applied(w, w->findings.items[i]);
	return count;
}

static bool is_changed(const struct whatif *w)
{
	return w->kernel.name || count_applied(w);
}

static void print_window(const struct whatif *w, const struct page *page)
{
	char *name = text_clean(w->window_name, page->width - FACT_COLUMN);

	print_fact(page, 2, FACT_COLUMN, "window", "only in the NVTX range %s", name ? name : "");
	free(name);
}

/* What the replay changed, as the end of a sentence. */
static void print_head(const struct whatif *w, const struct page *page)
{
	const struct outcome *o = &w->outcome;
	const size_t fixes = count_applied(w);
	char kernel[2 * NAME_MAX_BYTES] = "", fixed[64] = "";

	if (w->kernel.name)
		snprintf(kernel, sizeof kernel, "%s taking %g times as long", w->kernel.cut,
		         w->times);
	if (fixes)
		snprintf(fixed, sizeof fixed, "%s%zu fix%s", *kernel ? " and " : "", fixes,
		         fixes == 1 ? "" : "es");
	print_line(page, 0, COLOR_HEADING, "%s instead of %s with %s%s",
	           format_duration(FORMAT, o->predicted_ns), format_duration(FORMAT, o->alone_ns),
	           kernel, fixed);
	print_fact(page, 2, FACT_COLUMN, "gain", "%s (%s), %s as fast",
	           format_duration(FORMAT, o->gain_ns),
	           format_percent(FORMAT, percent_of(o->gain_ns, o->alone_ns)),
	           format_speedup(FORMAT, o->alone_ns, o->predicted_ns));
}

/* What the launches of the kernel take, and what of the change does not show in the run. */
static void print_kernel(const struct whatif *w, const struct page *page)
{
	const struct kernel_choice *kernel = &w->kernel;
	const struct outcome *o = &w->outcome;
	const int64_t then_ns = (int64_t)((double)kernel->recorded_ns * w->times);
	const int64_t hidden_ns = kernel->recorded_ns - then_ns - o->gain_ns;

	print_fact(page, 2, FACT_COLUMN, "kernel", "%s launch%s took %s in all, and take%s %s",
	           format_count(FORMAT, kernel->launches), kernel->launches == 1 ? "" : "es",
	           format_duration(FORMAT, kernel->recorded_ns), kernel->launches == 1 ? "s" : "",
	           format_duration(FORMAT, then_ns));
	if (w->times < 1 && !w->window.count && !count_applied(w) &&
	    percent_of(hidden_ns, o->alone_ns) >= SHOWN_PERCENT)
		print_fact(page, 2, FACT_COLUMN, "hidden",
		           "%s of that do not shorten the run: other launches, copies or the host "
		           "take as long",
		           format_duration(FORMAT, hidden_ns));
}

static void print_outcome(const struct whatif *w, const struct page *page)
{
	const struct outcome *o = &w->outcome;

	if (is_changed(w))
		print_head(w, page);
	else
		print_heading(page, "%s as recorded", format_duration(FORMAT, o->alone_ns));
	if (w->kernel.name)
		print_kernel(w, page);
	if (w->graph.recorder.is_known)
		print_fact(
		        page, 2, FACT_COLUMN, "recorder",
		        "recording took %s of the %s that were recorded; all else is without that",
		        format_duration(FORMAT, o->recorded_ns - o->alone_ns),
		        format_duration(FORMAT, o->recorded_ns));
	print_fact(page, 2, FACT_COLUMN, "replay",
	           "the unchanged run replays in %s, off what was recorded by %s%s",
	           format_duration(FORMAT, o->replayed_ns),
	           format_percent(FORMAT, 100 * o->replay_error),
	           w->window.count ? "" : " of the program time (without CUDA's start and end)");
	if (is_changed(w))
		print_fact(page, 2, FACT_COLUMN, "assumes", "that %s", finding_assumption);
	if (w->window.count)
		print_window(w, page);
}

/* The findings that were applied. */
static void print_applied(const struct whatif *w, const struct page *page)
{
	if (!count_applied(w))
		return;
	print_heading(page, "Replayed together");
	for (size_t i = 0; i < w->findings.count; i++) {
		const struct finding *f = w->findings.items[i];

		if (!whatif_is_applied(w, f))
			continue;
		print_line(page, 2, COLOR_NAME, "%s, alone %s", f->rule->id,
		           format_duration(FORMAT, f->gain_ns));
		print_line(page, 4, COLOR_PLAIN, "%s", f->headline);
	}
	print_line(page, 2, COLOR_PLAIN,
	           "How each is predicted, and what that leaves out: warpwise rules ID");
}

/* Whether rule ID has a finding. */
static bool is_found(const struct whatif *w, const char *id)
{
	for (size_t i = 0; i < w->findings.count; i++)
		if (strcmp(w->findings.items[i]->rule->id, id) == 0)
			return true;
	return false;
}

/* One that is not part of the replay, of *COUNT so far. */
static void print_one_left_out(const struct whatif *w, const struct page *page, size_t *count,
                               const char *id, const char *why)
{
	if (!(*count)++ && is_changed(w))
		print_heading(page, "Without a prediction, not part of it");
	else if (*count == 1)
		print_line(page, 0, COLOR_HEADING, "No fix can be replayed");
	print_line(page, 2, COLOR_NAME, "%s", id);
	print_line(page, 4, COLOR_PLAIN, "%s", why);
}

/* What was asked for and is not part of the replay, and why. */
static void print_left_out(const struct whatif *w, const struct page *page)
{
	size_t count = 0;

	for (size_t i = 0; i < w->findings.count; i++) {
		const struct finding *f = w->findings.items[i];

		if (whatif_is_chosen(w, f) && !whatif_is_applied(w, f))
			print_one_left_out(w, page, &count, f->rule->id, f->not_predicted);
	}
	for (const char *const *id = w->fixes; id && *id; id++)
		if (!is_found(w, *id))
			print_one_left_out(w, page, &count, *id, "found nothing in this run");
	if (!count && !is_changed(w))
		print_line(page, 0, COLOR_HEADING,
		           "No fix can be replayed: nothing was found in this run");
}

/* Times and percentages, without and with fixes, and the text behind them. */
static void print_budget_row(const struct page *page, const char *was, const char *was_percent,
                             const char *will_be, const char *will_be_percent, const char *text)
{
	bool has_percent = page->width >= PERCENT_WIDTH;
	int used = printf(" %9s", was);

	if (has_percent)
		used += printf(" %8s", was_percent);
	used += printf(" %9s", will_be);
	if (has_percent)
		used += printf(" %8s", will_be_percent);
	print_wrapped(page, text, used + 2, used);
}

/*
 * What the time goes to, now and then: shares of at least half a percent of the run in either. Both
 * are replays, of the whole run.
 */
static void print_budgets(const struct whatif *w, const struct page *page)
{
	const struct budget *before = &w->outcome.before, *after = &w->outcome.after;

	print_heading(page, "The time of the whole run without and with %s",
	              w->kernel.name ? "that" : "fixes");
	fputs(color_begin(stdout, COLOR_HEADING), stdout);
	print_budget_row(page, "without", "", "with", "", "the run spends its time on");
	fputs(color_end(stdout), stdout);
	for (int s = 0; s < SHARES; s++) {
		double was = percent_of(before->share_ns[s], before->wall_ns);
		double will_be = percent_of(after->share_ns[s], after->wall_ns);

		if (was >= SHOWN_PERCENT || will_be >= SHOWN_PERCENT)
			print_budget_row(page, format_duration(FORMAT, before->share_ns[s]),
			                 format_percent(FORMAT, was),
			                 format_duration(FORMAT, after->share_ns[s]),
			                 format_percent(FORMAT, will_be), share_texts[s]);
	}
}

void whatif_print_text(const struct whatif *w)
{
	const struct page page = { .stream = stdout, .width = terminal_text_width(stdout) };
	const struct budget *after = &w->outcome.after;
	int largest = 0;

	if (!is_changed(w)) { /* why comes first */
		print_left_out(w, &page);
		print_outcome(w, &page);
		return;
	}
	print_outcome(w, &page);
	print_applied(w, &page);
	print_left_out(w, &page);
	for (int s = 0; s < SHARES; s++)
		if (after->share_ns[s] > after->share_ns[largest])
			largest = s;
	if (after->wall_ns > 0 && w->outcome.gain_ns > 0) {
		putchar('\n');
		print_line(&page, 0, COLOR_PLAIN,
		           "Then the largest part of the whole run, %s, is %s",
		           format_percent(FORMAT,
		                          percent_of(after->share_ns[largest], after->wall_ns)),
		           share_texts[largest]);
	}
	print_budgets(w, &page);
}
