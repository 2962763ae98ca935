/* SPDX-License-Identifier: MIT */
/*
 * The report for people: what matters most, where the time went, what to change and what that would
 * win; then the details. Made for 80 columns, readable from 40 on. Main thread only.
 */
#include <ctype.h>
#include <stdlib.h>

#include "base/format.h"
#include "code/shorten.h"
#include "print/out_text_parts.h"
#include "rules/shared/rule.h"
#include "base/text.h"

enum {
	START_PERCENT = 10,       /* of the run, and ... */
	PINNED_PERCENT = 5,       /* as lines about the program's own work */
	CHILDREN_MAX = 96,        /* bytes */
	TOGETHER_MIN_PERCENT = 2, /* of the run: less is no news */
	START_NS = 20000000, /* a context takes 50 ms or more: then starting CUDA is worth a line */
	FIXES_TEXT = 256,    /* numbers of findings */
	CUT_KERNEL_COLUMNS = 60,
	/* The run without the recorder is so much shorter: then it is said of which one a gain is.
	 */
	SHORTER_PERCENT = 5,
	/* Of the main part, in kernels: all the rest wins a factor of 1.25 at most. */
	BUSY_PERCENT = 80,
};

/* ---- the headline ---- */

/* Kernels that kernels launched have no records: how long they kept the GPU busy beside what has.
 */
static const char *beside_records(char text[CHILDREN_MAX], const struct report_process *p)
{
	const int64_t children_ns = p->run.share_ns[SHARE_CHILDREN];

	*text = '\0';
	if (children_ns)
		snprintf(text, CHILDREN_MAX, ", for another %s by kernels that kernels launched",
		         format_percent(FORMAT, percent_of(children_ns, p->run.wall_ns)));
	return text;
}

/* A GPU is busy then, and does next to nothing. */
static const char *waiting_for_pages(const struct report_process *p)
{
	int64_t ns = 0;

	for (size_t i = 0; i < p->devices_count; i++)
		ns += p->devices[i].fill_pages_ns;
	return ns > p->summary.busy_ns / 2
	               ? ", most of that in memory sets that waited for pages of managed memory"
	               : "";
}

/* The same of the main part, unless that is nearly all: in the program's start and end a GPU can do
 * nothing. */
static const char *busy_of_main(char text[SHARE_MAX], const struct report_process *p)
{
	*text = '\0';
	if (p->main_ns > 0 && percent_of(p->main_ns, p->run.wall_ns) <= MAIN_MOST_PERCENT &&
	    p->summary.busy_ns <= p->main_ns && !p->run.share_ns[SHARE_CHILDREN])
		snprintf(text, SHARE_MAX, ", for %s of its main part of %s",
		         format_percent(FORMAT, percent_of(p->summary.busy_ns, p->main_ns)),
		         format_duration(FORMAT, p->main_ns));
	return text;
}

/* What a program that was killed was at then. */
static void print_cut(const struct page *page, const struct report_process *p)
{
	char *kernel = function_shorten(p->cut_kernel, CUT_KERNEL_COLUMNS);

	print_line(page, 0, COLOR_WARNING,
	           "Its last %s are not in the trace: the program was killed, or still runs, "
	           "%s%s%s",
	           format_duration(FORMAT, p->cut.ns),
	           *p->cut_kernel ? "in the kernel "
	                          : "while a call, a kernel or a copy had not ended, or it did "
	                            "nothing with CUDA",
	           kernel ? kernel : "", *p->cut_kernel ? ", of which no launch had ended" : "");
	if (*p->cut.code)
		print_line(page, 0, COLOR_PLAIN, "Where its host was then: %s", p->cut.code);
	free(kernel);
}

/* What the run was. */
static void print_run(const struct page *page, const struct report_process *p)
{
	const struct summary *s = &p->summary;
	double busy = percent_of(s->busy_ns, s->wall_ns);
	char *name = text_clean(p->name, 30),
	     *range = text_clean(p->part.name ? p->part.name : "", 40);
	const char *in = p->part.name ? " in the NVTX range " : "";
	const char *recorded = report_is_mostly_cut(p) ? " of it recorded" : "";
	char children[CHILDREN_MAX], rest[SHARE_MAX];

	if (s->active_devices == 0 && p->profiles_count && !p->calls && !p->untimed_operations)
		print_line(page, 0, COLOR_HEADING,
		           "%s: recorded without a timeline, only what was sampled or counted "
		           "inside kernels. 'warpwise merge' joins it with a trace that has one",
		           name ? name : "?");
	else if (s->active_devices == 0 && (p->profiles_count || p->untimed_operations))
		print_line(page, 0, COLOR_HEADING, "%s: nothing that ran on a GPU%s%s has times",
		           name ? name : "?", in, range ? range : "?");
	else if (s->active_devices == 0)
		print_line(page, 0, COLOR_HEADING, "%s: nothing ran on a GPU%s%s",
		           name ? name : "?", in, range ? range : "?");
	else if (s->active_devices == 1)
		print_line(page, 0, COLOR_HEADING,
		           "%s: %s%s%s%s, the GPU was busy for %s of it%s%s%s%s", name ? name : "?",
		           format_duration(FORMAT, s->wall_ns), recorded, in, range ? range : "?",
		           format_percent(FORMAT, busy), waiting_for_pages(p),
		           beside_records(children, p), busy_of_main(rest, p),
		           s->operations[OPERATION_KERNEL] ? "" : ", without a kernel");
	else
		print_line(page, 0, COLOR_HEADING,
		           "%s: %s%s%s%s, %zu GPUs were busy for %s of it on average",
		           name ? name : "?", format_duration(FORMAT, s->wall_ns), recorded, in,
		           range ? range : "?", s->active_devices,
		           format_percent(FORMAT, busy / (double)s->active_devices));
	if (report_ended_early(p))
		print_line(page, 0, COLOR_WARNING, "The recording ended before the program: %s",
		           report_ended_early(p)->message);
	else if (p->cut.ns)
		print_cut(page, p);
	else if (*p->ending)
		print_line(page, 0, COLOR_WARNING, "%s", p->ending);
	if (p->exit_status)
		print_line(
		        page, 0, COLOR_WARNING,
		        "The program ended with exit status %d: if it failed, its work is not all "
		        "in here",
		        p->exit_status);
	free(name);
	free(range);
}

const char *whole_of_gain(char text[WHOLE_MAX], const struct report_process *process)
{
	if (!process->is_alone_known ||
	    100 - percent_of(process->alone_ns, process->run.wall_ns) < SHORTER_PERCENT)
		return whole_of(process);
	snprintf(text, WHOLE_MAX, "the %s%s without the recorder",
	         format_duration(FORMAT, process->alone_ns),
	         process->is_alone_most ? " at most" : "");
	return text;
}

/* No fix of the GPU's work changes most of such a run. */
static void print_most_own(const struct page *page, const struct report_process *p)
{
	const struct report_own_work *most = &p->most_own;
	const char *when = "", *part = "";

	if (*p->own_first) {
		print_line(page, 0, COLOR_WARNING, "%s", p->own_first);
		return;
	}
	for (int span = 0; span < OWN_SPANS; span++)
		if (report_own_is_nearly_all(p, (enum report_own)span)) {
			when = report_own_times[span];
			part = p->own[span].ns < most->ns / 100 * 99 ? ", nearly all " : ", ";
		}
	if (most->ns)
		print_line(page, 0, COLOR_WARNING,
		           "%s of %s is the program's own work on the host, %s%s%s%s%s",
		           format_percent(FORMAT, percent_of(most->ns, p->run.wall_ns)),
		           whole_of(p), format_duration(FORMAT, most->ns), part, when,
		           *most->code ? ": " : "", most->code);
}

/* Where no rule found a fix, this is the next best; beside one, what nobody fixes. */
static void print_largest_wait(const struct page *page, const struct report_process *p)
{
	const struct report_wait *wait = &p->largest_wait;

	if (!wait->hint || !p->summary.active_devices)
		return;
	if (wait->share == SHARE_HOST && p->most_own.ns) { /* said in the line about own work */
		print_line(page, 0, COLOR_PLAIN, "To learn more: %s", wait->hint);
		return;
	}
	print_line(page, 0, COLOR_WARNING, "The largest wait%s: %s (%s of the main part), %s",
	           report_has_fix(page->report, p) ? ", which no finding is about" : "",
	           format_duration(FORMAT, wait->ns), format_percent(FORMAT, wait->percent),
	           share_texts[wait->share]);
	if (*wait->code)
		print_line(page, 0, COLOR_PLAIN, "What that is: %s", wait->code);
	print_line(page, 0, COLOR_PLAIN, "To learn more: %s", wait->hint);
}

/* Before the findings where it is more than the first of them costs, else behind them. */
static void print_compiling(const struct page *page, const struct report_process *p, bool is_first)
{
	const struct report *report = page->report;
	const bool costs_most =
	        !report->findings_count || report->findings->cost_ns < p->compiling.ns;

	if (p->compiling.ns && costs_most == is_first)
		print_line(page, 0, is_first ? COLOR_WARNING : COLOR_DIM,
		           "%s of the %s (%s%s), added up, was %s",
		           format_duration(FORMAT, p->compiling.ns),
		           p->most_own.ns ? "program's own work" : "run",
		           format_percent(FORMAT, percent_of(p->compiling.ns, p->run.wall_ns)),
		           p->most_own.ns ? " of the run" : "", p->compiling.code);
}

static void print_benchmark(const struct page *page, const struct report_process *p)
{
	if (p->benchmark.ns)
		print_line(page, 0, COLOR_WARNING, "%s of the run (%s) is %s",
		           format_duration(FORMAT, p->benchmark.ns),
		           format_percent(FORMAT, percent_of(p->benchmark.ns, p->run.wall_ns)),
		           p->benchmark.code);
}

/* All of what lines and findings tell parts of. */
static void print_loader(const struct page *page, const struct report_process *p)
{
	if (p->loader.ns)
		print_line(
		        page, 0, COLOR_PLAIN,
		        "The DataLoader took %s in all (%s of the run), of which other lines and "
		        "findings have parts: %s",
		        format_duration(FORMAT, p->loader.ns),
		        format_percent(FORMAT, percent_of(p->loader.ns, p->run.wall_ns)),
		        p->loader.code);
}

static void print_repeated(const struct page *page, const struct report_process *p)
{
	if (p->repeated.ns)
		print_line(page, 0, COLOR_PLAIN,
		           "Work of the host that comes again took %s in all (%s of the run) while "
		           "no GPU worked, of which other lines have parts: %s. Done ahead, in "
		           "another process, it holds no GPU up",
		           format_duration(FORMAT, p->repeated.ns),
		           format_percent(FORMAT, percent_of(p->repeated.ns, p->run.wall_ns)),
		           p->repeated.code);
}

/* Of a run and a half, that the half's end is no end of the program. */
static void print_recurring(const struct page *page, const struct report_process *p)
{
	const struct report_recurring *it = &p->recurring;

	if (it->end_ns)
		print_line(page, 0, COLOR_WARNING,
		           "What the program was at when the recording ended is of its loop: %s "
		           "between the GPU's work, %s at the end, %s",
		           format_duration(FORMAT, it->before_ns),
		           format_duration(FORMAT, it->end_ns), it->code);
}

static void print_pinned(const struct page *page, const struct report_process *p)
{
	const struct report_pinned *pinned = &p->pinned;
	const bool is_loader = pinned->loader_ns > pinned->ns / 2;

	if (pinned->ns < START_NS || percent_of(pinned->ns, p->run.wall_ns) < PINNED_PERCENT)
		return;
	print_line(page, 0, COLOR_DIM,
	           "%s %s pinned host memory, %s in %s allocation%s and %s release%s: %s",
	           format_duration(FORMAT, pinned->ns),
	           is_loader ? "passed while the DataLoader's pin_memory thread made"
	                     : "of the run went into",
	           format_bytes(FORMAT, pinned->bytes), format_count(FORMAT, pinned->allocations),
	           plural(pinned->allocations), format_count(FORMAT, pinned->releases),
	           plural(pinned->releases),
	           is_loader ? "PyTorch uses that again, and meanwhile other calls that need the "
	                       "driver wait for it; fewer workers, or a smaller prefetch_factor, "
	                       "need less"
	                     : "pin what is copied while the GPU works, and use it again");
}

/* What is outside of the run is a part of the process all the same. */
static const char *process_share(char text[SHARE_MAX], const struct report_process *p,
                                 enum report_own span)
{
	text[0] = '\0';
	if (report_own_is_outside(span))
		snprintf(text, SHARE_MAX, ", %s of the process",
		         format_percent(FORMAT, percent_of(p->own[span].ns, p->whole_ns)));
	return text;
}

static void print_own_spans(const struct page *page, const struct report_process *p)
{
	char share[SHARE_MAX];

	for (int span = 0; span < OWN_SPANS; span++)
		if (p->own[span].ns && !report_own_is_nearly_all(p, (enum report_own)span) &&
		    !p->own_leads[span] &&
		    !(p->recurring.end_ns && (span == OWN_AFTER || span == OWN_OUT_AFTER)))
			print_line(page, 0, COLOR_DIM, "%s %s %s%s%s%s",
			           format_duration(FORMAT, p->own[span].ns),
			           report_own_is_outside((enum report_own)span)
			                   ? "more, no part of the run, were"
			           : p->most_own.ns ? "of the program's own work was"
			                            : "of the run was the program's own work",
			           report_own_times[span],
			           process_share(share, p, (enum report_own)span),
			           *p->own[span].code ? ": " : "", p->own[span].code);
}

/* What no fix of the GPU's work changes. */
static void print_ends(const struct page *page, const struct report_process *p)
{
	if (p->start_call_ns >= START_NS &&
	    percent_of(p->start_call_ns, p->run.wall_ns) >= START_PERCENT)
		print_line(page, 0, COLOR_DIM,
		           "%s of the run was one call before any GPU work, %s: CUDA starts there, "
		           "once a run%s",
		           format_duration(FORMAT, p->start_call_ns), p->start_call,
		           p->is_start_slowed ? "; the recorder may have made that longer, to look "
		                                "inside kernels (--stalls, --metrics)"
		                              : "");
	if (p->start_before_ns >= START_NS &&
	    percent_of(p->start_before_ns, p->run.wall_ns) >= START_PERCENT)
		print_line(page, 0, COLOR_DIM,
		           "%s more at most, no part of the run, went by before its first call "
		           "that is "
		           "recorded: another, such as cudaSetDevice(), started CUDA there, once a "
		           "run",
		           format_duration(FORMAT, p->start_before_ns));
	print_pinned(page, p);
	print_own_spans(page, p);
	if (*p->own_advice)
		print_line(page, 0, COLOR_PLAIN, "%s", p->own_advice);
	print_compiling(page, p, false);
	if (p->own_hint)
		print_line(page, 0, COLOR_DIM, "To learn what that work is: %s", p->own_hint);
}

/* Unless it is said of most of the run, or of the largest wait. */
static void print_idle_code(const struct page *page, const struct report_process *p)
{
	if (p->idle_code.ns && !*p->most_own.code && !*p->largest_wait.code)
		print_line(page, 0, COLOR_PLAIN, "While the GPU waited in loops, %s: %s",
		           format_duration(FORMAT, p->idle_code.ns), p->idle_code.code);
}

/* A loop on the GPU, in a run that is much else beside. */
static void print_stretches(const struct page *page, const struct report_process *p)
{
	const struct report_stretches *s = &p->stretches;
	char in_all[64] = "";

	if (s->count > 1)
		snprintf(in_all, sizeof in_all, ", in %zu stretches of %s in all,", s->count,
		         format_duration(FORMAT, s->ns));
	if (s->count)
		print_line(page, 0, COLOR_PLAIN, "From %s to %s%s kernels ran for %s of the time%s",
		           format_duration(FORMAT, s->start_ns - p->first_ns),
		           format_duration(FORMAT, s->end_ns - p->first_ns), in_all,
		           format_percent(FORMAT, percent_of(s->kernels_ns, s->ns)),
		           p->benchmark.ns ? "" /* it goes on as long as it wants */
		                           : ": there only faster kernels, or fewer, help");
}

/* Whether kernels run for nearly all of P, and its first finding is worth no more than the rest:
 * what the GPU is busy with matters more. */
static bool is_about_kernels(const struct report *report, const struct report_process *p)
{
	const int64_t whole_ns = p->rest_ns ? p->rest_ns : p->program_ns;
	const int64_t kernels_ns = p->run.share_ns[SHARE_KERNEL];

	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *first = &report->findings[i];

		if (&report->processes[first->process] != p)
			continue;
		if (first->rank.is_wrong || first->rank.worth_ns > whole_ns - kernels_ns)
			return false;
		break;
	}
	return percent_of(kernels_ns, whole_ns) >= BUSY_PERCENT;
}

static void print_operators(const struct page *page, const struct report_process *p)
{
	if (*p->operators_text)
		print_line(page, 0, COLOR_PLAIN, "Time in kernels, by what they compute: %s",
		           p->operators_text);
}

/* Where the GPU's work comes from: one line of code may have launched many kernels. */
static void print_launches(const struct page *page, const struct report_process *p)
{
	if (*p->one_cause && !is_one_cause_first(page, p))
		print_line(page, 0, COLOR_PLAIN, "%c%s", toupper(*p->one_cause), p->one_cause + 1);
	if (!is_about_kernels(page->report, p))
		print_operators(page, p);
	if (*p->launched_from)
		print_line(page, 0, COLOR_PLAIN, "Time in kernels, by who launched them: %s",
		           p->launched_from);
}

/* The numbers of the findings with a predicted gain about P: "1, 2 and 4". */
static void print_fixes(char *text, size_t size, const struct report *report,
                        const struct report_process *p)
{
	size_t used = 0, left = p->fixes;

	for (size_t i = 0; i < report->findings_count && left && used < size; i++) {
		const struct report_finding *f = &report->findings[i];

		if (!f->is_predicted || &report->processes[f->process] != p)
			continue;
		used += (size_t)snprintf(text + used, size - used, "%zu%s", i + 1,
		                         left > 2    ? ", "
		                         : left == 2 ? " and "
		                                     : "");
		left--;
	}
}

/* What all fixes together would give, and what no fix of the GPU's work can. */
static void print_outlook(const struct page *page, const struct report_process *p)
{
	/* The predicted run has nothing of the recorder's. */
	const int64_t alone_ns = p->is_alone_known ? p->alone_ns : p->run.wall_ns;
	char fixes[FIXES_TEXT] = "";

	if (p->fixes > 1 && p->fixed_ns > 0 && !p->is_start_alone &&
	    percent_of(alone_ns - p->fixed_ns, p->rest_ns ? p->rest_ns : alone_ns) >=
	            TOGETHER_MIN_PERCENT) {
		print_fixes(fixes, sizeof fixes, page->report, p);
		/* A start that is longer than without the recorder is in both. */
		print_line(page, 0, COLOR_PLAIN,
		           "Findings %s fixed together: %s instead of %s, %s%s as fast", fixes,
		           format_duration(FORMAT, p->fixed_ns), format_duration(FORMAT, alone_ns),
		           has_slow_start(p) ? "at least " : "",
		           format_speedup(FORMAT, alone_ns, p->fixed_ns));
	}
	print_ends(page, p);
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
	if (report->are_apart)
		print_line(page, 0, COLOR_WARNING,
		           "None of them ran while another did: runs of their own are better "
		           "analysed one by one, or compared (warpwise compare)");
}

static void print_wait(const struct page *page, const struct report_imbalance *b)
{
	const struct report *report = page->report;
	const struct report_process *longest = &report->processes[b->slowest];
	const struct report_process *awaited = report_most_awaited(report);
	char of[2 * FORMAT_MAX] = "";

	if (b->known < report->processes_count)
		snprintf(of, sizeof of, " in %zu of %zu processes", b->known,
		         report->processes_count);
	print_fact(page, 2, 17, b->text,
	           "%s of that on average%s; %s waits longest, %s, %s of its run; %s of all "
	           "waiting is for %s",
	           format_duration(FORMAT, b->mean_ns), of, longest->label,
	           format_duration(FORMAT, b->max_ns),
	           format_percent(FORMAT, percent_of(b->max_ns, longest->run.wall_ns)),
	           format_percent(FORMAT, 100 * awaited->wait.awaited), awaited->label);
}

static void print_imbalances(const struct page *page)
{
	const struct report *report = page->report;

	print_heading(page, "How even the processes are");
	for (size_t i = 0; i < report->imbalances_count; i++) {
		const struct report_imbalance *b = &report->imbalances[i];

		if (b->is_wait) {
			print_wait(page, b);
			continue;
		}
		print_fact(page, 2, 17, b->text, "%s on average%s; %s has %s, %s more",
		           format_duration(FORMAT, b->mean_ns),
		           b->is_less_waits ? " without these waits" : "",
		           report->processes[b->slowest].label, format_duration(FORMAT, b->max_ns),
		           format_percent(FORMAT, b->percent));
	}
}

static void print_main_kernel(const struct page *page, const struct report_process *p)
{
	if (p->main_kernel.text)
		print_line(page, 0, p->main_kernel.is_near ? COLOR_GOOD : COLOR_PLAIN, "%s",
		           p->main_kernel.text);
}

/* ---- the whole ---- */

static int print_one(const struct page *page)
{
	const struct report_process *p = page->report->processes;

	print_run(page, p);
	print_benchmark(page, p);
	print_most_own(page, p);
	print_recurring(page, p);
	print_compiling(page, p, true);
	if (is_about_kernels(page->report, p))
		print_operators(page, p);
	if (p->summary.active_devices) {
		print_most_important(page);
		print_unsaid(page);
	}
	print_main_kernel(page, p);
	print_largest_wait(page, p);
	print_idle_code(page, p);
	print_loader(page, p);
	print_repeated(page, p);
	print_stretches(page, p);
	print_launches(page, p);
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
	print_unsaid(page);
	print_imbalances(page);
	print_findings(page);
	for (size_t i = 0; i < report->processes_count && !err; i++) {
		char *path = text_clean(report->processes[i].path, 0);

		fprintf(page->stream, "\n%s%s%s\n", color_begin(page->stream, COLOR_NAME),
		        path ? path : "?", color_end(page->stream));
		free(path);
		print_run(page, &report->processes[i]);
		print_benchmark(page, &report->processes[i]);
		print_most_own(page, &report->processes[i]);
		print_recurring(page, &report->processes[i]);
		print_compiling(page, &report->processes[i], true);
		if (is_about_kernels(report, &report->processes[i]))
			print_operators(page, &report->processes[i]);
		print_largest_wait(page, &report->processes[i]);
		print_idle_code(page, &report->processes[i]);
		print_loader(page, &report->processes[i]);
		print_repeated(page, &report->processes[i]);
		print_stretches(page, &report->processes[i]);
		print_launches(page, &report->processes[i]);
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
