/* SPDX-License-Identifier: MIT */
/*
 * Rule setup-in-loop: work that prepares other work is done again and again under the same lines of
 * the program: a just-in-time compiler compiles, a tuner tries kernels out, processes are started.
 * Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/setups.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { LATE, REST, SHORT, TUNED };

static const struct threshold thresholds[] = {
	[LATE] = { "late", 5, "%" },
	[REST] = { "rest", 10, "%" },
	[SHORT] = { "short", 5, "%" },
	[TUNED] = { "tuned", 50, "%" },
	{ .name = NULL },
};

static const struct {
	const char *what;       /* in the headline: while it was done */
	const char *first;      /* what the first time of a line is for */
	bool is_gpus_too;       /* it keeps GPUs busy with work that is not the program's */
	bool may_be_start;      /* if it is at the start alone, it is no mistake */
	const char *longer_run; /* what is known of one then */
} kinds[SETUP_KINDS] = {
	[SETUP_COMPILING] = { "a just-in-time compiler was at work",
	                      "what is used has to be compiled once", false, true,
	                      ": a longer run with the same shapes loses no more" },
	[SETUP_TUNING] = { "kernels were tuned", "a kernel is tuned once", true, false,
	                   ": a longer run with the same shapes loses no more" },
	[SETUP_STARTING] = { "processes were started or ended", "processes have to be started once",
	                     false, true, ", as where each of a few long rounds starts some" },
};

/* What is known of one kind. */
struct again {
	enum host_setup_kind kind;
	struct interval_set time;
	int64_t cost_ns, late_ns; /* late: of the time, behind two thirds of the GPUs' work */
	int64_t last_ns;          /* when it ended for the last time */
	int64_t third_ns;         /* from when on the last third of the GPUs' work is done */
};

/* One line of the program. */
struct line {
	const struct setup_stretch *first;
	int64_t ns, start_ns, end_ns;
	size_t times;
};

/* ---- time ---- */

/* From when on the last third of the GPUs' work is done, that during set-up left out. Both sets are
 * united. */
static int64_t last_third_ns(const struct interval_set *busy, const struct interval_set *setup)
{
	const int64_t work_ns = interval_set_length(busy) - interval_set_intersection(busy, setup);
	int64_t done_ns = 0;
	size_t next = 0;

	for (size_t i = 0; i < busy->count; i++) {
		const struct interval *b = &busy->items[i];

		done_ns += b->end_ns - b->start_ns;
		while (next < setup->count && setup->items[next].start_ns < b->end_ns) {
			const struct interval *s = &setup->items[next];
			const int64_t from_ns =
			        s->start_ns > b->start_ns ? s->start_ns : b->start_ns;
			const int64_t to_ns = s->end_ns < b->end_ns ? s->end_ns : b->end_ns;

			done_ns -= to_ns > from_ns ? to_ns - from_ns : 0;
			if (s->end_ns > b->end_ns)
				break;
			next++;
		}
		if (done_ns >= work_ns / 3 * 2)
			return b->end_ns;
	}
	return INT64_MAX;
}

static int64_t length_behind_ns(const struct interval_set *set, int64_t from_ns)
{
	int64_t ns = 0;

	for (size_t i = 0; i < set->count; i++) {
		const struct interval *item = &set->items[i];

		if (item->end_ns > from_ns)
			ns += item->end_ns - (item->start_ns > from_ns ? item->start_ns : from_ns);
	}
	return ns;
}

/* All set-up, the first time of lines as well. */
static int find_setup(struct interval_set *setup, const struct setups *setups)
{
	int err = 0;

	for (size_t i = 0; i < setups->count && !err; i++)
		err = interval_set_add(setup, setups->items[i].start_ns, setups->items[i].end_ns);
	interval_set_unite(setup);
	return err;
}

static int measure(struct again *again, const struct setups *setups, const struct trace *trace)
{
	struct interval_set busy = { 0 }, setup = { 0 };
	int err = setups_again(&again->time, setups, trace, again->kind, false);

	if (!err && again->time.count)
		err = gpus_busy(&busy, trace);
	if (!err && kinds[again->kind].is_gpus_too)
		err = find_setup(&setup, setups);
	if (!err && again->time.count) {
		again->cost_ns = interval_set_length(&again->time);
		if (!kinds[again->kind].is_gpus_too)
			again->cost_ns -= interval_set_intersection(&again->time, &busy);
		again->third_ns = last_third_ns(&busy, &setup);
		again->late_ns = length_behind_ns(&again->time, again->third_ns);
		again->last_ns = again->time.items[again->time.count - 1].end_ns;
	}
	interval_set_release(&busy);
	interval_set_release(&setup);
	return err;
}

/* ---- lines ---- */

static int compare_lines(const void *a, const void *b)
{
	const struct line *left = a, *right = b;

	return (left->first->site.own > right->first->site.own) -
	       (left->first->site.own < right->first->site.own);
}

static int compare_weights(const void *a, const void *b)
{
	const struct line *left = a, *right = b;

	return (left->ns < right->ns) - (left->ns > right->ns);
}

/*
 * LINES of AGAIN, those that took most first: as many as are returned; it has room for all
 * stretches. Or, IS_LATE, lines that do so for the first time when most of the GPUs' work is done.
 */
static size_t find_lines(struct line *lines, const struct setups *setups, const struct again *again,
                         bool is_late)
{
	size_t count = 0, kept = 0;

	for (size_t i = 0; i < setups->count; i++) {
		const struct setup_stretch *s = &setups->items[i];

		if (s->setup.kind == again->kind && (is_late ? !s->recurs : s->is_again) &&
		    (!is_late || s->start_ns >= again->third_ns))
			lines[count++] = (struct line){ s, s->end_ns - s->start_ns, s->start_ns,
				                        s->end_ns, s->begins };
	}
	if (count)
		qsort(lines, count, sizeof *lines, compare_lines);
	for (size_t i = 0; i < count; i++) {
		struct line *last = kept ? &lines[kept - 1] : NULL;

		if (!last || compare_lines(last, &lines[i]) != 0) {
			lines[kept++] = lines[i];
			continue;
		}
		last->ns += lines[i].ns;
		last->times += lines[i].times;
		if (lines[i].start_ns < last->start_ns)
			last->start_ns = lines[i].start_ns;
		if (lines[i].end_ns > last->end_ns)
			last->end_ns = lines[i].end_ns;
	}
	if (kept)
		qsort(lines, kept, sizeof *lines, compare_weights);
	return kept;
}

enum { LINE_TEXT = HOST_PLACE_TEXT * 2 + 32 };

/* "in sample() sampler.py:112, called from main() sampler.py:144" */
static const char *write_line(char text[LINE_TEXT], const struct host_code *host,
                              const struct line *line)
{
	const struct host_site *site = &line->first->site;
	char own[HOST_PLACE_TEXT], caller[HOST_PLACE_TEXT] = "";

	host_place_text(own, &host->places[site->own]);
	if (site->caller != NONE)
		host_place_text(caller, &host->places[site->caller]);
	snprintf(text, LINE_TEXT, "in %s%s%s", own, *caller ? ", called from " : "", caller);
	return text;
}

static void say_lines(struct finding *f, const struct check *check, const struct line *lines,
                      size_t count)
{
	enum { LINES_NAMED = 5 };
	const int64_t first_ns = check->trace->first_ns; /* times are told from there on */
	int64_t all_ns = 0;
	char text[LINE_TEXT];

	for (size_t i = 0; i < count; i++)
		all_ns += lines[i].ns;
	for (size_t i = 0; i < count && i < LINES_NAMED; i++)
		if (percent_of(lines[i].ns, all_ns) >= thresholds[SHORT].value)
			finding_fact(f, "host code", "%s %s, %s or more, from %s to %s",
			             format_duration(FORMAT, lines[i].ns),
			             write_line(text, check->host, &lines[i]),
			             name_count(NAME, (int64_t)lines[i].times, "time", "times"),
			             format_duration(FORMAT, lines[i].start_ns - first_ns),
			             format_duration(FORMAT, lines[i].end_ns - first_ns));
}

/* ---- kernels ---- */

/* The time of kernels by function: all of it, and what is within AGAIN. */
static void add_kernels(int64_t *all_ns, int64_t *within_ns, const struct trace *trace,
                        const struct again *again)
{
	const struct trace_operations *o = &trace->operations;

	for (size_t i = 0; i < o->count; i++) {
		uint32_t function;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		function = operation_function(trace, (uint32_t)i);
		all_ns[function] += o->end_ns[i] - o->start_ns[i];
		within_ns[function] +=
		        interval_set_within(&again->time, o->start_ns[i], o->end_ns[i]);
	}
}

/* What a tuner ran: kernels that take most of their time in it. What runs elsewhere, too, is the
 * program's own. */
static int say_kernels(struct finding *f, const struct trace *trace, const struct again *again)
{
	enum { KERNELS_NAMED = 3 };
	int64_t *ns = calloc(2 * (size_t)trace->functions_count + 1, sizeof *ns);
	int64_t *all_ns = ns, *within_ns = ns + trace->functions_count, sum_ns = 0;
	struct name_list list = { 0 };

	if (!ns)
		return -ENOMEM;
	add_kernels(all_ns, within_ns, trace, again);
	for (uint32_t i = 0; i < trace->functions_count; i++)
		sum_ns += within_ns[i];
	for (int named = 0; named < KERNELS_NAMED && trace->functions_count; named++) {
		uint32_t most = 0;
		char item[NAME_MAX_BYTES + FORMAT_MAX];

		for (uint32_t i = 1; i < trace->functions_count; i++)
			most = within_ns[i] > within_ns[most] ? i : most;
		if (percent_of(within_ns[most], sum_ns) < thresholds[SHORT].value)
			break;
		snprintf(item, sizeof item, "%s (%s)", name_function(NAME, trace, most),
		         format_percent(FORMAT, percent_of(within_ns[most], sum_ns)));
		if (percent_of(within_ns[most], all_ns[most]) >= thresholds[TUNED].value)
			name_list_add(&list, item);
		within_ns[most] = 0;
	}
	if (list.count)
		finding_fact(f, "kernels", "of the time in kernels meanwhile: %s",
		             name_list_end(&list));
	free(ns);
	return 0;
}

/* ---- the finding ---- */

static int64_t first_times_ns(const struct setups *setups, enum host_setup_kind kind)
{
	int64_t ns = 0;

	for (size_t i = 0; i < setups->count; i++) {
		const struct setup_stretch *s = &setups->items[i];

		if (s->recurs && !s->is_again && s->setup.kind == kind)
			ns += s->end_ns - s->start_ns;
	}
	return ns;
}

/* What other lines have done for the first time, where that is late: a program that compiles single
 * operations does so in each of its parts. LINES has room for all stretches. */
static void say_late(struct finding *f, const struct check *check, const struct setups *setups,
                     const struct again *again, struct line *lines)
{
	const size_t count = find_lines(lines, setups, again, true);
	char text[LINE_TEXT];
	int64_t ns = 0;

	for (size_t i = 0; i < count; i++)
		ns += lines[i].ns;
	if (count && again->kind == SETUP_COMPILING && is_worth(check, ns))
		finding_fact(f, "also late",
		             "%s under other lines, for the first time, behind two thirds of the "
		             "GPU's work: %s %s",
		             format_duration(FORMAT, ns), format_duration(FORMAT, lines[0].ns),
		             write_line(text, check->host, &lines[0]));
}

/* When it was, where a longer run may go on without it. */
static void say_when(struct finding *f, const struct trace *trace, const struct again *again)
{
	const int64_t run_ns = trace->last_ns - trace->first_ns;
	const int64_t rest_ns = trace->last_ns - again->last_ns;
	const double late = percent_of(again->late_ns, interval_set_length(&again->time));
	const bool is_start = late < thresholds[LATE].value &&
	                      percent_of(rest_ns, run_ns) >= thresholds[REST].value;

	if (!is_start)
		return;
	finding_fact(f, "later",
	             "%s of it is behind two thirds of the GPU's work, and none in the last "
	             "%s of %s%s",
	             format_percent(FORMAT, late), format_duration(FORMAT, rest_ns),
	             format_duration(FORMAT, run_ns), kinds[again->kind].longer_run);
	if (kinds[again->kind].may_be_start)
		f->severity = FINDING_NOTE;
}

static int report(struct check *check, const struct setups *setups, const struct again *again)
{
	struct line *lines = calloc(setups->count + 1, sizeof *lines);
	struct finding *f;
	char text[LINE_TEXT], cost[FORMAT_MAX], part[FORMAT_MAX] = "";
	size_t count;
	int err = 0;

	if (!lines)
		return -ENOMEM;
	count = find_lines(lines, setups, again, false);
	if (!count) {
		free(lines);
		return 0;
	}
	f = finding_add(check, setup_subjects[again->kind]);
	f->cost_ns = again->cost_ns;
	f->is_own_work = true;
	f->is_sure = lines[0].first->setup.kind == SETUP_STARTING &&
	             strcmp(lines[0].first->setup.tool, "DataLoader") == 0;
	for (size_t i = 0; i < count; i++)
		f->occurrences += (int64_t)lines[i].times;
	snprintf(cost, sizeof cost, "%s", format_duration(FORMAT, f->cost_ns));
	if (count > 1)
		snprintf(part, sizeof part, "%.0f %% ",
		         percent_of(lines[0].ns, interval_set_length(&again->time)));
	if (kinds[again->kind].is_gpus_too)
		finding_headline(f, "%s again and again, for %s: %s%s", kinds[again->kind].what,
		                 cost, part, write_line(text, check->host, &lines[0]));
	else
		finding_headline(f, "the GPU idled %s while %s again and again: %s%s", cost,
		                 kinds[again->kind].what, part,
		                 write_line(text, check->host, &lines[0]));
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, lines[0].first->setup.tool));
	say_lines(f, check, lines, count);
	if (kinds[again->kind].is_gpus_too)
		err = say_kernels(f, check->trace, again);
	finding_fact(f, "first time", "another %s under these lines, not counted: %s",
	             format_duration(FORMAT, first_times_ns(setups, again->kind)),
	             kinds[again->kind].first);
	say_late(f, check, setups, again, lines);
	say_when(f, check->trace, again);
	if (f->is_sure)
		finding_not_predicted(f, "workers that stay are started once, so that nearly all "
		                         "of the cost goes");
	else
		finding_not_predicted(f, "how much of it a fix leaves is not known: at most the "
		                         "whole cost");
	free(lines);
	return err;
}

static int check_kind(struct check *check, const struct setups *setups, enum host_setup_kind kind)
{
	struct again again = { .kind = kind };
	int err = measure(&again, setups, check->trace);

	if (!err && is_worth(check, again.cost_ns) &&
	    !(kind == SETUP_COMPILING && check_subject_of(check, "load-in-loop", REBUILDS_SUBJECT)))
		err = report(check, setups, &again);
	interval_set_release(&again.time);
	return err;
}

static void check_setup_in_loop(struct check *check)
{
	struct setups setups;
	int err = setups_init(&setups, check->host);

	for (int kind = SETUP_NONE + 1; kind < SETUP_KINDS && !err; kind++)
		err = check_kind(check, &setups, (enum host_setup_kind)kind);
	setups_release(&setups);
	check_failed(check, err);
}

const struct rule rule_setup_in_loop = {
	.id = "setup-in-loop",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, setup_thresholds, worth_threshold },
	.yields_to = { "load-in-loop" },
	.check = check_setup_in_loop,
};
