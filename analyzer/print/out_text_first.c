/* SPDX-License-Identifier: MIT */
/* The line that matters most: what to fix first, or why nothing is said. Main thread only. */
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "print/out_text_parts.h"
#include "report/report_gain.h"
#include "rules/shared/rule.h"

enum {
	MUCH_MORE_TIMES = 2, /* than the first finding is worth: a hint that may be */
	MOSTLY_PERCENT = 50, /* of the program time */
	WAITS_PERCENT = 20,  /* of that, and of what the recording's end cut off */
	NUMBERS_TEXT = 128,  /* of findings */
};

/* Whose run a share is of. */
static const char *run_of(char text[WHOLE_MAX], const struct report *report,
                          const struct report_finding *finding)
{
	const struct report_process *process = &report->processes[finding->process];

	return report->processes_count > 1 ? process->label
	       : finding->is_predicted     ? whole_of_gain(text, process)
	                                   : whole_of(process);
}

/* Whether nothing but hints was found, and a GPU waited for long. */
static bool has_waits_alone(const struct report *report)
{
	bool waits = false;

	for (size_t i = 0; i < report->processes_count; i++) {
		if (report_has_fix(report, &report->processes[i]))
			return false;
		waits |= report->processes[i].largest_wait.hint != NULL;
	}
	return waits;
}

/* Whether the rule of the abstention I could judge none of the processes; false for all but its
 * first one. */
static bool is_unjudged(const struct report *report, size_t i)
{
	size_t processes = 0;

	for (size_t k = 0; k < report->abstentions_count; k++) {
		const bool is_same = report->abstentions[k].rule == report->abstentions[i].rule;

		if (is_same && k < i)
			return false;
		processes += is_same;
	}
	return processes == report->processes_count;
}

/* How many rules could judge nothing; where LIST is not NULL, it gets a line for each. */
static size_t unjudged(const struct report *report, const struct page *list)
{
	size_t count = 0;

	for (size_t i = 0; i < report->abstentions_count; i++)
		if (is_unjudged(report, i)) {
			count++;
			if (list)
				print_line(list, 0, COLOR_WARNING, "%s could not be judged: %s",
				           report->abstentions[i].rule->id,
				           report->abstentions[i].reason);
		}
	return count;
}

void print_unsaid(const struct page *page)
{
	const struct report *report = page->report;
	const size_t small = report->small_count;

	if (report->is_selected)
		unjudged(report, page);
	if (small)
		print_line(page, 0, COLOR_WARNING, "%zu finding%s below --min-gain %g %s not shown",
		           small, plural((int64_t)small), 100 * report->min_gain,
		           small == 1 ? "is" : "are");
}

/* Whether most of the run is the host's own work, as its budget has it: that no rule found a fix
 * says little of such a run. */
static bool is_hosts_budget(const struct report *report)
{
	const struct report_process *p = report->processes;

	return report->processes_count == 1 &&
	       percent_of(p->run.share_ns[SHARE_HOST], p->program_ns) >= MOSTLY_PERCENT;
}

static void print_no_fix_of_gpu(const struct page *page)
{
	const struct report *report = page->report;
	const struct report_process *p = report->processes;
	char what[160] = "";

	if (!p->most_own.ns) /* else that is said above */
		snprintf(what, sizeof what, ": %s of the run is %s%s",
		         format_percent(FORMAT,
		                        percent_of(p->run.share_ns[SHARE_HOST], p->run.wall_ns)),
		         share_texts[SHARE_HOST], p->compiling.ns ? ", with the compiling" : "");
	print_line(page, 0, COLOR_PLAIN,
	           "%s found anything that would make the GPU's part faster%s",
	           report->is_partial ? "None of the rules asked for" : "No rule", what);
}

static const char *who_takes_most(const struct report_process *p)
{
	return p->most_kernels == 1   ? "one kernel takes"
	       : p->most_kernels == 2 ? "two kernels take"
	                              : "several kernels take";
}

/* Nobody should read that all is well above a budget with waits in it, or that a rule found nothing
 * which could not look. */
static void print_none_found(const struct page *page)
{
	const struct report *report = page->report;
	const bool has = has_waits_alone(report);
	const bool is_unexplained =
	        report->processes_count == 1 && report->processes->has_unexplained_kernel;
	const bool has_compiling = report->processes_count == 1 && report->processes->compiling.ns;

	if (!report->findings_count &&
	    (report->small_count || unjudged(report, NULL) == report->rules_asked))
		return;
	if (report->processes_count == 1 &&
	    (report_is_mostly_cut(report->processes) || report->processes->is_start_alone))
		return;
	if (!has && is_unexplained)
		print_line(page, 0, COLOR_PLAIN, "%s found a fix, and %s most of the %s",
		           report->is_partial ? "None of the rules asked for" : "No rule",
		           who_takes_most(report->processes),
		           report->processes->rest_ns ? "main part" : "time");
	else if (has && page->report->findings_count)
		print_line(page, 0, COLOR_WARNING,
		           "What rules found is a hint at most, and the GPU waited");
	else if (!has && is_hosts_budget(report))
		print_no_fix_of_gpu(page);
	else
		print_line(page, 0, has ? COLOR_WARNING : COLOR_GOOD, "%s found %s",
		           page->report->is_partial ? "None of the rules asked for" : "No rule",
		           has             ? "a fix, but the GPU waited"
		           : has_compiling ? "anything else that a fix would make faster"
		                           : "anything that a fix would make faster");
}

/* What shares are of beside the run; 0: nothing. */
static int64_t main_of_share_ns(const struct report_process *process)
{
	const bool is_less =
	        percent_of(process->main_ns, process->run.wall_ns) <= MAIN_MOST_PERCENT;

	return !process->rest_ns && is_less && has_slow_start(process) ? process->main_ns
	                                                               : process->rest_ns;
}

const char *name_share(char text[SHARE_MAX], const struct report_process *process,
                       const char *whole, double percent, int64_t ns, bool is_gain)
{
	const int64_t recorder_ns =
	        is_gain && process->is_alone_known ? process->run.wall_ns - process->alone_ns : 0;
	const int64_t rest_ns = main_of_share_ns(process) - recorder_ns;
	int length = snprintf(text, SHARE_MAX, "%s of %s", format_percent(FORMAT, percent), whole);

	if (rest_ns > 0 && ns <= rest_ns && length < SHARE_MAX)
		snprintf(text + length, (size_t)(SHARE_MAX - length), ", %s of its main part",
		         format_percent(FORMAT, percent_of(ns, rest_ns)));
	return text;
}

/* The same in the first line, which comes behind what is said of work that is no part of the run:
 * whoever waits for that, too, wins less. */
static const char *name_first_share(char text[SHARE_MAX], const struct report_process *process,
                                    const char *whole, double percent, int64_t ns, bool is_gain)
{
	size_t length = strlen(name_share(text, process, whole, percent, ns, is_gain));

	if (*process->own_first && length < SHARE_MAX)
		snprintf(text + length, SHARE_MAX - length, ", %s of the whole process",
		         format_percent(FORMAT, percent_of(ns, process->whole_ns)));
	return text;
}

/* What is said before a gain of which half or more is in doubt. */
static const char *doubt(const struct report_finding *finding)
{
	return finding->gain_error_ns >= finding->gain_ns / 2 ? "up to " : "";
}

static const char *name_worth_share(char text[SHARE_MAX], const struct report *report,
                                    const struct report_finding *f)
{
	const struct report_process *p = &report->processes[f->process];
	char whole[WHOLE_MAX];

	if (f->is_predicted)
		return name_share(text, p, run_of(whole, report, f), report_gain_percent(p, f),
		                  report_gain_said_ns(p, f), true);
	return name_share(text, p, run_of(whole, report, f), f->cost_percent, f->cost_ns, false);
}

/* Behind a first finding that only says where time went, the first one with a fix. */
static void print_first_fix(const struct page *page)
{
	const struct report *report = page->report;
	char share[SHARE_MAX], cause[CAUSE_MAX], condition[CONDITION_MAX];

	for (size_t i = 1; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];
		const struct report_process *p = &report->processes[f->process];

		if (f->rank.is_explanation || f->rank.is_hint)
			continue;
		if (report_is_little(p, f))
			return;
		print_line(page, 0, COLOR_WARNING,
		           "Look then at finding %zu, %s, which %s %s (%s)%s: %s", i + 1,
		           f->rule->id,
		           report_gain_is_doubtful(f) ? "wins at most"
		           : f->is_predicted          ? "wins"
		                                      : "cost",
		           format_duration(FORMAT, report_worth_ns(p, f)),
		           name_worth_share(share, report, f), name_condition(condition, f),
		           name_cause(cause, f));
		return;
	}
}

/* What the first finding is about may be less than what a fix does not help, or than what another
 * one may win that nothing predicts. */
static void print_beside(const struct page *page)
{
	const struct report *report = page->report;
	const struct report_finding *first = report->findings;
	const bool is_first_little = report_is_little(&report->processes[first->process], first);
	const int64_t worth_ns = first->rank.worth_ns;
	char share[SHARE_MAX], whole[WHOLE_MAX], cause[CAUSE_MAX], condition[CONDITION_MAX];

	if (first->rank.is_explanation && !first->rank.is_wrong) {
		print_first_fix(page);
		return;
	}
	for (size_t i = 1; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];
		const struct report_process *p = &report->processes[f->process];
		const bool explains = f->rank.is_explanation && !first->rank.is_explanation &&
		                      f->cost_ns > first->rank.worth_ns;
		const bool is_hint =
		        f->rank.is_hint && !f->rank.is_explanation &&
		        (is_first_little ||
		         (!first->rank.is_hint && f->cost_ns / MUCH_MORE_TIMES >= worth_ns));

		if ((!explains && !is_hint) || report_is_little(p, f))
			continue;
		name_share(share, p, run_of(whole, report, f), f->cost_percent, f->cost_ns, false);
		if (is_hint)
			print_line(page, 0, COLOR_WARNING,
			           "Worth a look: finding %zu, %s, %s %s (%s)%s: %s", i + 1,
			           f->rule->id, report_hint_word(f),
			           format_duration(FORMAT, f->cost_ns), share,
			           name_condition(condition, f), name_cause(cause, f));
		else
			print_line(page, 0, COLOR_PLAIN,
			           "Finding %zu, %s, says where %s went (%s); no fix of it is sure "
			           "to pay",
			           i + 1, f->rule->id, format_duration(FORMAT, f->cost_ns), share);
		return;
	}
}

/* Where waiting for another process is what costs most, that process is where to look. */
static void print_awaited(const struct page *page)
{
	const struct report *report = page->report;
	const size_t number = report->findings->awaited_finding;
	const struct report_finding *f;

	if (!number)
		return;
	f = &report->findings[number - 1];
	print_line(page, 0, COLOR_WARNING,
	           "Most of that is waiting for %s, which finding %zu, %s, is about",
	           report->processes[f->process].label, number, f->rule->id);
}

/* Findings of a process and a rule, and what they cost, or their fixes win, together. */
struct together {
	size_t count;
	int64_t ns;
	char numbers[NUMBERS_TEXT]; /* "findings 1, 2 and 3" */
};

static bool is_hint_of_cost(const struct report_finding *f)
{
	return f->rank.is_hint && !f->rank.is_explanation && !f->is_predicted;
}

/* Whether A and B are about kernels of one template, at one line of it: scale<true>() and
 * scale<false>(). */
static bool are_of_one_line(const struct report_finding *a, const struct report_finding *b)
{
	const size_t length = strcspn(a->subject, "<");

	return a->subject[length] == '<' && strncmp(a->subject, b->subject, length + 1) == 0 &&
	       a->file && b->file && strcmp(a->file, b->file) == 0 && a->line == b->line;
}

/* Whether F adds to what the first finding is about: one kernel's lines may be written like
 * another's, and copies in and out are of the same buffers. */
static bool adds_to_first(const struct report *report, const struct report_finding *f)
{
	const struct report_finding *first = report->findings;

	if (f->rule != first->rule || f->process != first->process)
		return false;
	if (is_hint_of_cost(first))
		return is_hint_of_cost(f) && (f == first || are_of_one_line(first, f));
	return first->is_predicted ? f->is_predicted
	                           : report_has_cost_alone(first) && report_has_cost_alone(f);
}

static struct together add_up(const struct report *report)
{
	const struct report_finding *first = report->findings;
	const struct report_process *p = &report->processes[first->process];
	struct together all = { .count = 0 };
	size_t used = 0, last = 0;
	int64_t most_ns;

	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if (!adds_to_first(report, f))
			continue;
		if (last && used < NUMBERS_TEXT)
			used += (size_t)snprintf(all.numbers + used, NUMBERS_TEXT - used, "%s%zu",
			                         all.count > 1 ? ", " : "findings ", last);
		last = i + 1;
		all.count++;
		all.ns = sum_saturated(all.ns, f->cost_ns);
	}
	if (used < NUMBERS_TEXT)
		snprintf(all.numbers + used, NUMBERS_TEXT - used, " and %zu", last);
	if (first->is_predicted)
		all.ns = first->rule == p->first_rule ? p->first_rule_gain_ns : 0;
	most_ns = first->is_predicted ? p->alone_ns : p->run.wall_ns;
	all.ns = all.ns < most_ns ? all.ns : most_ns;
	return all;
}

static void print_together(const struct page *page, const struct together *all)
{
	const struct report *report = page->report;
	const struct report_finding *first = report->findings;
	const struct report_process *p = &report->processes[first->process];
	char share[SHARE_MAX], whole[WHOLE_MAX], cause[CAUSE_MAX], condition[CONDITION_MAX];

	name_causes(cause, report, adds_to_first);
	name_condition(condition, first);
	name_first_share(share, p, run_of(whole, report, first),
	                 percent_of(all->ns, first->is_predicted ? p->alone_ns : p->run.wall_ns),
	                 all->ns, first->is_predicted);
	if (first->is_predicted)
		print_line(page, 0, COLOR_WARNING, "Most to gain: %s%s (%s) by fixing %s, %s%s: %s",
		           doubt(first), format_duration(FORMAT, all->ns), share, all->numbers,
		           first->rule->id, condition, cause);
	else if (first->rank.is_hint)
		print_line(page, 0, COLOR_WARNING,
		           "Worth a look: %s, %s, %s %s together (%s)%s: %s", all->numbers,
		           first->rule->id, report_hint_word(first),
		           format_duration(FORMAT, all->ns), share, condition, cause);
	else
		print_line(page, 0, COLOR_WARNING,
		           "Look first at %s, %s, which cost %s together (%s)%s: %s", all->numbers,
		           first->rule->id, format_duration(FORMAT, all->ns), share, condition,
		           cause);
}

bool is_one_cause_first(const struct page *page, const struct report_process *p)
{
	const struct report *report = page->report;
	const struct report_finding *first = report->findings;

	return *p->one_cause && report->findings_count && first->is_slow_issue &&
	       !first->rank.is_wrong && &report->processes[first->process] == p;
}

/* Several findings are the first one: what they cost together is what there is to gain. */
static void print_one_cause(const struct page *page, const struct report_process *p)
{
	const int numbers = (int)strcspn(p->one_cause, ":") - (int)strlen(" are one");

	print_line(page, 0, COLOR_WARNING, "Look first at %.*s, which%s", numbers, p->one_cause,
	           p->one_cause + numbers);
}

/* Whether the host's own work is most of the run, all through it or before the loops, in single
 * pauses and at the end of a recording that cut it off: no rule looks for what that would win. */
static bool is_mostly_own(const struct report_process *p)
{
	const int64_t end_ns = p->recurring.end_ns;
	int64_t ns = 0;

	for (int span = 0; span < OWN_SPANS; span++)
		ns += report_own_is_outside((enum report_own)span) ? 0 : p->own[span].ns;
	if (end_ns &&
	    percent_of(p->recurring.before_ns + end_ns, p->program_ns + end_ns) >= WAITS_PERCENT)
		return true;
	return p->most_own.ns || report_is_mostly_cut(p) ||
	       (p->largest_wait.hint && p->largest_wait.percent >= WAITS_PERCENT) ||
	       percent_of(ns, p->program_ns) >= MOSTLY_PERCENT;
}

/* One finding is the first. IS_UNEXPLAINED: beside what it costs is much that no rule is about. */
static void print_first(const struct page *page, const char *share, bool is_unexplained)
{
	const struct report_finding *first = page->report->findings;
	const struct report_process *p = &page->report->processes[first->process];
	const bool is_doubtful = report_gain_is_doubtful(first);
	char cause[CAUSE_MAX], condition[CONDITION_MAX];

	name_cause(cause, first);
	name_condition(condition, first);
	if (report_is_little(p, first))
		print_line(page, 0, is_unexplained ? COLOR_PLAIN : COLOR_GOOD,
		           "%s: finding 1, %s, %s %s (%s)",
		           is_unexplained ? "Little was found" : "Little to gain", first->rule->id,
		           first->is_predicted && !is_doubtful ? "wins" : report_hint_word(first),
		           format_duration(FORMAT, report_worth_ns(p, first)), share);
	else if (is_doubtful)
		print_line(page, 0, COLOR_WARNING,
		           "Worth a look: finding 1, %s, at most %s (%s)%s: %s", first->rule->id,
		           format_duration(FORMAT, report_worth_ns(p, first)), share, condition,
		           cause);
	else if (first->is_predicted)
		print_line(page, 0, COLOR_WARNING,
		           "Most to gain: %s%s (%s) by fixing finding 1, %s%s: %s", doubt(first),
		           format_duration(FORMAT, first->gain_ns), share, first->rule->id,
		           condition, cause);
	else if (first->rank.is_explanation)
		print_line(page, 0, COLOR_PLAIN,
		           "Finding 1, %s, says where %s went (%s): no fix of it is sure to pay",
		           first->rule->id, format_duration(FORMAT, first->cost_ns), share);
	else if (first->rank.is_hint)
		print_line(page, 0, COLOR_WARNING, "Worth a look: finding 1, %s, %s %s (%s)%s: %s",
		           first->rule->id, report_hint_word(first),
		           format_duration(FORMAT, first->cost_ns), share, condition, cause);
	else
		print_line(page, 0, COLOR_WARNING,
		           "Look first at finding 1, %s, which cost %s (%s)%s: %s", first->rule->id,
		           format_duration(FORMAT, first->cost_ns), share, condition, cause);
}

void print_most_important(const struct page *page)
{
	const struct report *report = page->report;
	const struct report_finding *first = report->findings;
	const struct report_process *p;
	char share[SHARE_MAX] = "", whole[WHOLE_MAX], cause[CAUSE_MAX];
	struct together all;
	bool is_unexplained;

	if (report->findings_count == 0 || (first->rank.is_hint && has_waits_alone(report))) {
		print_none_found(page);
		return;
	}
	p = &report->processes[first->process];
	if (p->is_start_alone && report->processes_count == 1)
		return;
	is_unexplained = p->has_unexplained_kernel || is_mostly_own(p);
	name_first_share(share, p, run_of(whole, report, first),
	                 first->is_predicted ? report_gain_percent(p, first) : first->cost_percent,
	                 report_worth_ns(p, first), first->is_predicted);
	all = add_up(report);
	if (first->rank.is_wrong)
		print_line(page, 0, COLOR_BAD,
		           "Results may be wrong: look first at finding 1, %s: %s", first->rule->id,
		           name_cause(cause, first));
	else if (is_one_cause_first(page, p))
		print_one_cause(page, p);
	else if (all.count > 1 && all.ns > first->rank.worth_ns &&
	         !report_gain_is_doubtful(first) && !report_is_little_time(p, all.ns))
		print_together(page, &all);
	else
		print_first(page, share, is_unexplained);
	print_awaited(page);
	print_beside(page);
}
