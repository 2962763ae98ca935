/* SPDX-License-Identifier: MIT */
/*
 * Work of the host that a program in Python does a few times, for long each, while no GPU works:
 * once an epoch, a data set is made, shuffled or looked at. Each time is a pause that stands for
 * itself, and the first is a part of what is done before the loops, so that other lines tell parts
 * of it, as if it was done once. Any thread.
 *
 * A line of the program's is such work if samples show it, or what it called, in two pauses or more
 * with a kernel between them, as long each time, and hardly anywhere else. Of lines that called one
 * another the outermost is.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "code/host_time.h"
#include "report/host_named.h"
#include "rules/shared/constants.h"

enum {
	EACH_MIN_NS = 10000000, /* samples tell no less, */
	EACH_MIN_PERCENT = 1,   /* of the program time: and less is no pause to speak of */
	SUM_MIN_PERCENT = 5,    /* ... of all of them: a line about less leads nowhere */
	TIMES_LONGER_MAX = 2,   /* the longest is as long as the shortest */
	NAMED_MAX = 3,
};

/* How long a line was at work in one pause, or from one kernel to the next. */
struct stay {
	struct interval when;
	int64_t ns;
	size_t kernels; /* that had begun before */
	uint32_t stack;
};

/* By stack, what its line and all that it called did. */
struct line {
	int64_t all_ns, ns; /* in all samples, and in those of its stays */
	int64_t least_ns, most_ns, count;
	uint32_t stays;          /* where they begin, in order of their stacks */
	size_t last;             /* stay; those before it are over */
	bool is_found, is_inner; /* inner: a line that called it is found, too */
};

struct search {
	const struct graph *graph;
	const struct host_code *host;
	const struct interval_set *pauses;
	struct line *lines;
	struct stay *stays;
	size_t stays_count;
};

/* When the time that SAMPLE stands for began. */
static int64_t since_ns(const struct trace_host_sample *sample)
{
	return sample->time_ns - sample->since_ns < HOST_SAMPLE_MAX_NS
	               ? sample->since_ns
	               : sample->time_ns - HOST_SAMPLE_MAX_NS;
}

/* KERNELS had begun before SAMPLE, of which NS were in pauses. Returns 0 or -ENOMEM. */
static int add_stay(struct search *search, const struct trace_host_sample *sample, uint32_t stack,
                    size_t kernels, int64_t ns)
{
	struct line *line = &search->lines[stack];
	struct stay *stay = line->count ? &search->stays[line->last] : NULL;

	if (!stay || stay->kernels != kernels) {
		stay = ARRAY_ADD(&search->stays, &search->stays_count);
		if (!stay)
			return -ENOMEM;
		*stay = (struct stay){ { since_ns(sample), 0 }, 0, kernels, stack };
		line->last = search->stays_count - 1;
		line->count++;
	}
	stay->when.end_ns = sample->time_ns;
	stay->ns = sum_saturated(stay->ns, ns);
	return 0;
}

/* Adds SAMPLE to the program's lines in its stack. */
static int add_sample(struct search *search, const struct trace_host_sample *sample, size_t kernels)
{
	const struct trace *trace = search->graph->trace;
	const int64_t from_ns = since_ns(sample);
	const int64_t ns = interval_set_within(search->pauses, from_ns, sample->time_ns);
	int err = 0;

	for (uint32_t s = sample->stack; s != NONE && !err; s = trace->host_stacks[s].parent) {
		const struct host_place *place = &search->host->places[trace->host_stacks[s].frame];

		if (!place->is_own || place->line <= 0)
			continue;
		search->lines[s].all_ns =
		        sum_saturated(search->lines[s].all_ns, sample->time_ns - from_ns);
		if (ns > 0)
			err = add_stay(search, sample, s, kernels, ns);
	}
	return err;
}

static int add_samples(struct search *search, uint32_t thread)
{
	const struct trace *trace = search->graph->trace;
	const struct trace_operations *o = &trace->operations;
	size_t next = 0, kernels = 0;
	int err = 0;

	for (size_t i = 0; i < trace->timed_samples && !err; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];

		if (sample->thread != thread)
			continue;
		for (; next < o->count && o->start_ns[next] < sample->time_ns; next++)
			kernels += o->type[next] == OPERATION_KERNEL;
		err = add_sample(search, sample, kernels);
	}
	return err;
}

/* ---- what comes again ---- */

static int compare_stays(const void *a, const void *b)
{
	const struct stay *left = a, *right = b;

	if (left->stack != right->stack)
		return left->stack < right->stack ? -1 : 1;
	return (left->when.start_ns > right->when.start_ns) -
	       (left->when.start_ns < right->when.start_ns);
}

/* Keeps the stays that are long. */
static void keep_long(struct search *search)
{
	const int64_t part_ns = search->graph->program_ns / 100 * EACH_MIN_PERCENT;
	const int64_t least_ns = part_ns > EACH_MIN_NS ? part_ns : EACH_MIN_NS;
	size_t kept = 0;

	for (size_t i = 0; i < search->stays_count; i++)
		if (search->stays[i].ns >= least_ns)
			search->stays[kept++] = search->stays[i];
	search->stays_count = kept;
	if (kept)
		qsort(search->stays, kept, sizeof *search->stays, compare_stays);
}

static void judge_lines(struct search *search)
{
	const size_t stacks = search->graph->trace->host_stacks_count;

	for (size_t s = 0; s < stacks; s++)
		search->lines[s].count = 0;
	for (size_t i = 0; i < search->stays_count; i++) {
		const struct stay *stay = &search->stays[i];
		struct line *line = &search->lines[stay->stack];

		if (!line->count++)
			line->stays = (uint32_t)i;
		line->ns = sum_saturated(line->ns, stay->ns);
		line->most_ns = stay->ns > line->most_ns ? stay->ns : line->most_ns;
		line->least_ns =
		        line->least_ns && line->least_ns < stay->ns ? line->least_ns : stay->ns;
	}
	for (size_t s = 0; s < stacks; s++) {
		struct line *line = &search->lines[s];

		line->is_found = line->count > 1 && line->count < REPEATS_MIN &&
		                 line->most_ns / TIMES_LONGER_MAX <= line->least_ns &&
		                 percent_of(line->ns, line->all_ns) >= HOST_MOST_PERCENT;
	}
}

/* Lines that another called which is found as well are parts of that. */
static void find_inner(struct search *search)
{
	const struct trace *trace = search->graph->trace;

	for (uint32_t stack = 0; stack < trace->host_stacks_count; stack++)
		for (uint32_t s = trace->host_stacks[stack].parent; s != NONE;
		     s = trace->host_stacks[s].parent)
			search->lines[stack].is_inner |= search->lines[s].is_found;
}

/* The line that takes most of those that were not named yet, or NONE. */
static uint32_t find_longest(const struct search *search)
{
	uint32_t longest = NONE;

	for (uint32_t s = 0; s < search->graph->trace->host_stacks_count; s++)
		if (search->lines[s].is_found && !search->lines[s].is_inner &&
		    (longest == NONE || search->lines[s].ns > search->lines[longest].ns))
			longest = s;
	return longest;
}

/* ---- what is said ---- */

/* "2 times 2.580 s to 2.712 s, 98 % of it in make() data.py:59, called from main.py:108" */
static int name_line(const char **text, struct report *report, const struct search *search,
                     const struct line *line)
{
	struct host_named named = { .code = "", .of = " of it" };
	struct interval_set when = { 0 };
	int err = 0;

	for (int64_t i = 0; i < line->count && !err; i++) {
		const struct interval *stay = &search->stays[line->stays + i].when;

		err = interval_set_add(&when, stay->start_ns, stay->end_ns);
	}
	interval_set_unite(&when);
	if (!err)
		err = host_named_make(&named, report, search->graph, search->host, &when);
	*text = report_text(
	        report, "%s%s%s times %s to %s%s%s", *text, **text ? "; " : "",
	        format_count(FORMAT, line->count), format_duration(FORMAT, line->least_ns),
	        format_duration(FORMAT, line->most_ns), *named.code ? ", " : "", named.code);
	host_named_release(&named);
	interval_set_release(&when);
	return err;
}

static int say_lines(struct report *report, struct report_process *process,
                     const struct search *search)
{
	const char *text = "";
	int64_t sum_ns = 0;
	uint32_t longest;
	int err = 0;

	for (int i = 0; i < NAMED_MAX && !err; i++) {
		longest = find_longest(search);
		if (longest == NONE)
			break;
		sum_ns = sum_saturated(sum_ns, search->lines[longest].ns);
		err = name_line(&text, report, search, &search->lines[longest]);
		search->lines[longest].is_found = false;
	}
	if (percent_of(sum_ns, search->graph->program_ns) >= SUM_MIN_PERCENT)
		process->repeated = (struct report_own_work){ sum_ns, text };
	return err;
}

/* Within the run, but not in its loops. */
static int find_pauses(struct interval_set *pauses, const struct report_process *process,
                       const struct graph *graph, const struct findings *findings)
{
	static const enum report_own spans[] = { OWN_BEFORE, OWN_ONCE, OWN_PAUSES, OWN_AFTER };
	int err = 0;

	for (size_t i = 0; i < sizeof spans / sizeof *spans && !err; i++) {
		struct interval_set set = { 0 };

		err = report_own_span(&set, spans[i], process, graph, findings);
		for (size_t k = 0; k < set.count && !err; k++)
			err = interval_set_add(pauses, set.items[k].start_ns, set.items[k].end_ns);
		interval_set_release(&set);
	}
	interval_set_unite(pauses);
	return err;
}

int report_add_repeated(struct report *report, struct report_process *process,
                        const struct graph *graph, const struct findings *findings)
{
	struct interval_set pauses = { 0 };
	struct host_time time = { 0 };
	struct search search = {
		.graph = graph,
		.host = findings->host,
		.pauses = &pauses,
		.lines = calloc(graph->trace->host_stacks_count + 1, sizeof *search.lines),
	};
	int err = search.lines ? host_time_init(&time, findings->host) : -ENOMEM;

	if (!err)
		err = find_pauses(&pauses, process, graph, findings);
	if (!err && time.most_sampled != NONE)
		err = add_samples(&search, time.most_sampled);
	if (!err) {
		keep_long(&search);
		judge_lines(&search);
		find_inner(&search);
		err = say_lines(report, process, &search);
	}
	host_time_release(&time);
	interval_set_release(&pauses);
	free(search.stays);
	free(search.lines);
	return err;
}
