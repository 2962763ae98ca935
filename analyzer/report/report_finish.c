/* SPDX-License-Identifier: MIT */
/* What all processes of a report show together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/fine_timeline.h"
#include "report/report_gain.h"
#include "report/report_parts.h"
#include "rules/shared/rule.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "base/text.h"

enum {
	LITTLE_PERCENT = 5,        /* of the main part */
	LITTLE_OF_ALL_PERCENT = 1, /* ... and of one that is the program's own work above all */
};

static int compare_processes(const void *a, const void *b, void *data)
{
	const struct report_process *processes = data;
	const uint32_t l = *(const uint32_t *)a, r = *(const uint32_t *)b;
	const int64_t left = processes[l].rank, right = processes[r].rank;

	if (left == right)
		return (l > r) - (l < r);
	if (left < 0 || right < 0)
		return left < 0 ? 1 : -1;
	return left > right ? 1 : -1;
}

/* By rank: files come by name, rank-10.db before rank-2.db. The rest stay as they came, last. */
static void order_processes(struct report *report)
{
	const size_t count = report->processes_count;
	struct report_process *ordered = calloc(count, sizeof *ordered);
	uint32_t *from = calloc(count, sizeof *from), *to = calloc(count, sizeof *to);

	if (count && ordered && from && to) {
		for (size_t i = 0; i < count; i++)
			from[i] = (uint32_t)i;
		qsort_r(from, count, sizeof *from, compare_processes, report->processes);
		for (size_t i = 0; i < count; i++) {
			ordered[i] = report->processes[from[i]];
			to[from[i]] = (uint32_t)i;
		}
		memcpy(report->processes, ordered, count * sizeof *ordered);
		for (size_t i = 0; i < report->findings_count; i++)
			report->findings[i].process = to[report->findings[i].process];
		for (size_t i = 0; i < report->abstentions_count; i++)
			report->abstentions[i].process = to[report->abstentions[i].process];
	} else if (count) {
		report->memory->error = -ENOMEM;
	}
	free(ordered);
	free(from);
	free(to);
}

static int compare_same(const struct report_finding *left, const struct report_finding *right)
{
	int order = strcmp(left->rule->id, right->rule->id);

	return order ? order : strcmp(left->subject, right->subject);
}

static int compare_worths(const struct report_finding *left, const struct report_finding *right)
{
	const int order = finding_rank_compare(&left->rank, &right->rank);

	return order ? order : (left->process > right->process) - (left->process < right->process);
}

static int compare_identities(const void *a, const void *b)
{
	int order = compare_same(a, b);

	return order ? order : compare_worths(a, b);
}

static int compare_ranks(const void *a, const void *b)
{
	int order = compare_worths(a, b);

	return order ? order : compare_same(a, b);
}

bool report_has_cost_alone(const struct report_finding *f)
{
	return !f->is_predicted && !f->rank.is_hint && !f->rank.is_wrong && !f->rank.is_explanation;
}

/* What the COUNT FINDINGS, of one rule, are expected to win of a process is added up in the rank of
 * the largest of them: no more than half of its run, of which costs alone are known. */
static void add_up_ranks(const struct report *report, struct report_finding *findings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct finding_rank *rank = &findings[i].rank;
		const int64_t most_ns = report->processes[findings[i].process].alone_ns / 2;
		int64_t sum_ns = 0;
		bool is_largest = report_has_cost_alone(&findings[i]);

		for (size_t k = 0; k < count && is_largest; k++) {
			if (findings[k].process != findings[i].process ||
			    !report_has_cost_alone(&findings[k]))
				continue;
			is_largest = rank->expected_ns > findings[k].rank.expected_ns ||
			             (rank->expected_ns == findings[k].rank.expected_ns && i <= k);
			sum_ns = sum_saturated(sum_ns, findings[k].rank.expected_ns);
		}
		if (sum_ns > most_ns)
			sum_ns = most_ns;
		if (is_largest && sum_ns > rank->together_ns)
			rank->together_ns = sum_ns;
	}
}

/* Whether OTHER says of the same subject that it costs half as much again as F wins, or more, and
 * that for certain. */
static bool costs_more(const struct report_finding *other, const struct report_finding *f)
{
	return other->process == f->process && strcmp(other->subject, f->subject) == 0 &&
	       report_has_cost_alone(other) && other->cost_ns - f->gain_ns / 2 >= f->gain_ns;
}

/* A gain that is between nothing and all of what was predicted counts half beside a larger cost in
 * the same kernel. */
static void halve_doubtful_ranks(struct report *report)
{
	for (size_t i = 0; i < report->findings_count; i++) {
		struct report_finding *f = &report->findings[i];
		bool is_behind = false;

		if (!f->is_predicted || f->gain_error_ns < f->gain_ns / 2)
			continue;
		for (size_t k = 0; k < report->findings_count; k++)
			is_behind |= costs_more(&report->findings[k], f);
		if (is_behind)
			f->rank.expected_ns = f->rank.together_ns = f->gain_ns / 2;
	}
}

/* Of a rule, which stands together. */
static void add_up_all_ranks(struct report *report)
{
	struct report_finding *findings = report->findings;

	for (size_t i = 0, end; i < report->findings_count; i = end) {
		for (end = i + 1;
		     end < report->findings_count && findings[end].rule == findings[i].rule;)
			end++;
		add_up_ranks(report, &findings[i], end - i);
	}
}

/* What several processes have in common is one finding, with the numbers of the worst. */
static void unite_findings(struct report *report)
{
	struct report_finding *findings = report->findings;
	size_t kept = 0;

	if (!report->findings_count)
		return;
	qsort(findings, report->findings_count, sizeof *findings, compare_identities);
	for (size_t i = 0, end; i < report->findings_count; i = end) {
		struct report_finding united = findings[i];

		for (end = i + 1; end < report->findings_count &&
		                  compare_same(&findings[i], &findings[end]) == 0;)
			end++;
		united.processes = report_array(report, end - i, sizeof *united.processes);
		for (size_t k = i; united.processes && k < end; k++) {
			united.processes[united.processes_count++] = findings[k].process;
			if (findings[k].severity > united.severity)
				united.severity = united.rank.severity = findings[k].severity;
		}
		findings[kept++] = united;
	}
	report->findings_count = kept;
	halve_doubtful_ranks(report);
	add_up_all_ranks(report);
	qsort(findings, kept, sizeof *findings, compare_ranks);
}

/* Of the finding of RULE about SUBJECT. */
static size_t place_of(const struct report *report, const struct rule *rule, const char *subject)
{
	size_t i = 0;

	while (i < report->findings_count && (report->findings[i].rule != rule ||
	                                      strcmp(report->findings[i].subject, subject) != 0))
		i++;
	return i;
}

/* Whether the first COUNT have SMALL, too. */
static bool has_small(const struct report *report, size_t count, const struct report_small *small)
{
	for (size_t i = 0; i < count; i++)
		if (report->small[i].rule == small->rule &&
		    strcmp(report->small[i].subject, small->subject) == 0)
			return true;
	return false;
}

/* What several processes left out is one; what another process has in the report is none. */
static void unite_small(struct report *report)
{
	size_t kept = 0;

	for (size_t i = 0; i < report->small_count; i++) {
		const struct report_small *s = &report->small[i];

		if (place_of(report, s->rule, s->subject) == report->findings_count &&
		    !has_small(report, kept, s))
			report->small[kept++] = *s;
	}
	report->small_count = kept;
}

/* What processes say of findings says which of all they are. */
static void place_findings(struct report *report)
{
	for (size_t p = 0; p < report->processes_count; p++) {
		struct report_combinations *c = &report->processes[p].combinations;
		struct fine_timeline *fine = report->processes[p].fine;

		for (size_t i = 0; i < c->fixes_count; i++)
			c->fixes[i].finding =
			        place_of(report, c->fixes[i].rule, c->fixes[i].subject);
		for (size_t i = 0; fine && i < fine->findings_count; i++)
			fine->findings[i].number =
			        place_of(report, fine->findings[i].rule, fine->findings[i].subject);
	}
}

/* Nobody should add up what findings about the same launches cost. */
static void name_same_launches(struct report *report)
{
	for (size_t i = 0; i < report->findings_count; i++) {
		struct report_finding *f = &report->findings[i];

		if (f->same_rule && f->facts)
			f->facts[f->facts_count++] = (struct report_pair){
				"same launches",
				report_text(report,
				            "its launches take %s in all, and finding %zu is about "
				            "them, too: the costs do not add up",
				            format_duration(FORMAT, f->launches_ns),
				            place_of(report, f->same_rule, f->same_subject) + 1),
			};
	}
}

/* Says which findings about P are one matter: who fixes the first should see that the others go
 * with it. */
static void name_one_cause(struct report *report, struct report_process *p)
{
	const uint32_t index = (uint32_t)(p - report->processes);
	const char *numbers = "";
	size_t count = 0, last = 0;
	int64_t sum_ns = 0;
	double percent = 0;

	p->one_cause = "";
	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if (f->process != index || !f->is_slow_issue)
			continue;
		if (count++)
			numbers = report_text(report, "%s%s%zu", numbers, count > 2 ? ", " : "",
			                      last);
		last = i + 1;
		sum_ns = sum_saturated(sum_ns, f->cost_ns);
		percent += f->cost_percent;
	}
	if (count > 1)
		p->one_cause = report_text(
		        report,
		        "findings %s and %zu are one: the host needs longer for each operation "
		        "than the GPU; together they cost %s, %s of %s",
		        numbers, last, format_duration(FORMAT, sum_ns),
		        format_percent(FORMAT, percent), p->part.name ? "the range" : "the run");
}

/* Nobody should add up what the host was at while the GPU waited and what findings about the same
 * time cost. */
static void name_idle_parts(struct report *report, struct report_process *p)
{
	const uint32_t index = (uint32_t)(p - report->processes);
	const char *numbers = "";
	size_t count = 0, last = 0;

	for (size_t i = 0; i < report->findings_count && p->idle_code.ns; i++) {
		const struct report_finding *f = &report->findings[i];

		if (f->process != index || !text_is_one_of(f->rule->id, report_about_host))
			continue;
		if (count++)
			numbers = report_text(report, "%s%s%zu", numbers, count > 2 ? ", " : "",
			                      last);
		last = i + 1;
	}
	if (count == 1)
		p->idle_code.code = report_text(report, "%s; finding %zu is part of that",
		                                p->idle_code.code, last);
	else if (count)
		p->idle_code.code = report_text(report, "%s; findings %s and %zu are part of that",
		                                p->idle_code.code, numbers, last);
}

/* Half of each, so that no sum can overflow. */
static struct interval time_of(const struct report_process *p)
{
	return (struct interval){ p->start_unix_ns / 2 + p->first_ns / 2,
		                  p->start_unix_ns / 2 + p->last_ns / 2 };
}

static void add_span(struct report *report)
{
	int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;

	for (size_t i = 0; i < report->processes_count; i++) {
		const struct interval time = time_of(&report->processes[i]);

		first_ns = time.start_ns < first_ns ? time.start_ns : first_ns;
		last_ns = time.end_ns > last_ns ? time.end_ns : last_ns;
	}
	if (report->processes_count == 1)
		report->span_ns = report->processes[0].run.wall_ns;
	else if (report->processes_count &&
	         !__builtin_sub_overflow(last_ns, first_ns, &report->span_ns) &&
	         report->span_ns < INT64_MAX / 2)
		report->span_ns *= 2;
}

static int compare_starts(const void *a, const void *b)
{
	const struct interval *left = a, *right = b;

	return (left->start_ns > right->start_ns) - (left->start_ns < right->start_ns);
}

/* Several runs of a program, say, which people analyse together by *.db. */
static void add_apart(struct report *report)
{
	const size_t count = report->processes_count;
	struct interval *times = report_array(report, count, sizeof *times);
	int64_t end_ns = INT64_MIN;

	report->are_apart = times && count > 1;
	for (size_t i = 0; times && i < count; i++)
		times[i] = time_of(&report->processes[i]);
	if (times)
		qsort(times, count, sizeof *times, compare_starts);
	for (size_t i = 0; times && i < count; i++) {
		report->are_apart = report->are_apart && times[i].start_ns >= end_ns;
		end_ns = times[i].end_ns > end_ns ? times[i].end_ns : end_ns;
	}
}

bool report_has_fix(const struct report *report, const struct report_process *p)
{
	const uint32_t index = (uint32_t)(p - report->processes);

	for (size_t i = 0; i < report->findings_count; i++)
		for (size_t k = 0; k < report->findings[i].processes_count; k++)
			if (report->findings[i].processes[k] == index &&
			    !report->findings[i].rank.is_hint)
				return true;
	return false;
}

bool report_is_little_time(const struct report_process *p, int64_t ns)
{
	const int64_t whole_ns = p->rest_ns && ns <= p->rest_ns ? p->rest_ns : p->program_ns;

	return percent_of(ns, whole_ns) < LITTLE_PERCENT ||
	       (p->most_own.ns && percent_of(ns, p->program_ns) < LITTLE_OF_ALL_PERCENT);
}

bool report_is_little(const struct report_process *p, const struct report_finding *first)
{
	return !first->rank.is_wrong && report_is_little_time(p, report_worth_ns(p, first));
}

int report_finish(struct report *report)
{
	if (!report->memory)
		return 0;
	order_processes(report);
	unite_findings(report);
	unite_small(report);
	place_findings(report);
	name_same_launches(report);
	for (size_t i = 0; i < report->processes_count; i++)
		name_one_cause(report, &report->processes[i]);
	for (size_t i = 0; i < report->processes_count; i++)
		report_add_own_first(report, &report->processes[i]);
	for (size_t i = 0; i < report->processes_count; i++)
		name_idle_parts(report, &report->processes[i]);
	for (size_t i = 0; i < report->processes_count; i++)
		report_leave_out_pinned(report, &report->processes[i]);
	report_add_imbalances(report);
	for (size_t i = 0; i < report->processes_count; i++)
		report_add_main_kernel(report, &report->processes[i]);
	add_span(report);
	add_apart(report);
	return report->memory->error;
}

int report_severity(const struct report *report)
{
	int severity = -1;

	for (size_t i = 0; i < report->findings_count; i++)
		if ((int)report->findings[i].severity > severity)
			severity = (int)report->findings[i].severity;
	return severity;
}
