/* SPDX-License-Identifier: MIT */
/* Finds few, long rounds of the host's own work. Any thread. */
#include "rules/shared/long_rounds.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/host_spots.h"
#include "rules/shared/copies.h"
#include "rules/shared/gap_limits.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/start_up.h"
#include "rules/shared/survey.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

enum { LONG, ROUND, ROUNDS, LENGTH, PART };

const struct threshold long_rounds_thresholds[] = {
	[LONG] = { "long round", 10000000, "ns" }, [ROUND] = { "round", 1, "%" },
	[ROUNDS] = { "rounds", 3, "pauses" },      [LENGTH] = { "round length", 2, "times" },
	[PART] = { "rounds part", 10, "%" },       { .name = NULL },
};

/* Kinds of pauses that are named. */
enum { GROUPS_NAMED = 3 };

/* A pause of a thread between two of its calls. */
struct pause {
	uint32_t before, after; /* calls */
	int64_t start_ns, end_ns;
	uint32_t kernel;      /* the first operation of a kernel behind it; NONE: there is none */
	uint32_t function;    /* of that */
	int64_t copied_bytes; /* to the host, right before it; 0: something else was */
};

/* Pauses that are alike, in order of time. */
struct group {
	const struct pause *pauses;
	size_t count;
	int64_t sum_ns, least_ns, most_ns, usual_ns;
};

struct rounds {
	const struct trace *trace;
	struct pause *pauses; /* by kind, then by time */
	size_t count;
	struct group *groups; /* those of rounds, the longest together first */
	size_t groups_count;
};

static void rounds_release(struct rounds *rounds)
{
	free(rounds->pauses);
	free(rounds->groups);
}

/* ---- pauses ---- */

/* When no GPU works, and no loop of the program has that many such gaps. */
struct idle {
	struct interval_set busy, single;
	int64_t kernels_end_ns;
};

static void idle_release(struct idle *idle)
{
	interval_set_release(&idle->busy);
	interval_set_release(&idle->single);
}

static int idle_init(struct idle *idle, const struct graph *graph, const struct start_up *start_up)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;
	int err = gpus_busy(&idle->busy, trace);
	size_t count = 0;

	for (size_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL && o->end_ns[i] > idle->kernels_end_ns)
			idle->kernels_end_ns = o->end_ns[i];
	for (uint32_t d = 0; d < trace->devices_count && !err; d++)
		err = gap_limits_add_single(&idle->single, &count, graph, d, 0, start_up->end);
	if (!err && idle->kernels_end_ns < trace->last_ns)
		err = interval_set_add(&idle->single, idle->kernels_end_ns, trace->last_ns);
	interval_set_unite(&idle->single);
	return err;
}

/* Nearly all of it is where no GPU works, and of no loop. */
static bool is_idle(const struct idle *idle, int64_t start_ns, int64_t end_ns)
{
	const int64_t single_ns = interval_set_within(&idle->single, start_ns, end_ns) -
	                          interval_set_within(&idle->busy, start_ns, end_ns);

	return percent_of(single_ns, end_ns - start_ns) >= HOST_MOST_PERCENT;
}

/* Before code is loaded it is compiled, or unpacked. */
static bool is_load(const struct trace *trace, uint32_t call)
{
	return is_code_load(&trace->call_names[trace->calls.name[call]]);
}

static int add_pauses(struct rounds *rounds, const struct graph *graph, const struct idle *idle)
{
	const struct trace *trace = graph->trace;
	const struct trace_calls *calls = &trace->calls;
	const double part_ns =
	        (double)graph->program_ns * long_rounds_thresholds[ROUND].value / 100;
	const double long_ns = long_rounds_thresholds[LONG].value;
	const int64_t least_ns = (int64_t)(part_ns > long_ns ? part_ns : long_ns);

	for (uint32_t c = 0; c < calls->count; c++) {
		const uint32_t before = graph_previous_call(graph, c);
		struct pause *pause;

		if (before == NONE || calls->start_ns[c] - calls->end_ns[before] < least_ns ||
		    is_load(trace, before) || is_load(trace, c) ||
		    !is_idle(idle, calls->end_ns[before], calls->start_ns[c]))
			continue;
		pause = ARRAY_ADD(&rounds->pauses, &rounds->count);
		if (!pause)
			return -ENOMEM;
		*pause = (struct pause){ .before = before,
			                 .after = c,
			                 .start_ns = calls->end_ns[before],
			                 .end_ns = calls->start_ns[c],
			                 .kernel = NONE,
			                 .function = NONE };
	}
	return 0;
}

static int compare_ends(const void *a, const void *b)
{
	const struct pause *left = a, *right = b;

	return (left->end_ns > right->end_ns) - (left->end_ns < right->end_ns);
}

/* Notes what runs before and behind each pause. */
static void find_neighbours(struct rounds *rounds)
{
	const struct trace *trace = rounds->trace;
	const struct trace_operations *o = &trace->operations;
	uint32_t last = 0;

	if (rounds->count)
		qsort(rounds->pauses, rounds->count, sizeof *rounds->pauses, compare_ends);
	for (size_t i = 0; i < rounds->count; i++) {
		struct pause *pause = &rounds->pauses[i];
		uint32_t next;

		while (last < o->count && o->start_ns[last] < pause->end_ns)
			last++;
		if (last && copy_direction(trace, last - 1) == COPY_OUT)
			pause->copied_bytes = copy_bytes(trace, last - 1);
		for (next = last; next < o->count && o->type[next] != OPERATION_KERNEL;)
			next++;
		if (next < o->count) {
			pause->kernel = next;
			pause->function = operation_function(trace, next);
			pause->copied_bytes = 0;
		}
	}
}

/* ---- groups ---- */

static int compare_kinds(const struct pause *left, const struct pause *right,
                         const struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	const int64_t keys[][2] = { { left->function, right->function },
		                    { left->copied_bytes, right->copied_bytes },
		                    { calls->name[left->before], calls->name[right->before] },
		                    { calls->name[left->after], calls->name[right->after] },
		                    { calls->thread[left->after], calls->thread[right->after] } };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

static int compare_pauses(const void *a, const void *b, void *trace)
{
	const int order = compare_kinds(a, b, trace);

	return order ? order : compare_ends(a, b);
}

static int64_t length_ns(const struct pause *pause)
{
	return pause->end_ns - pause->start_ns;
}

/* Whether PAUSE is of another round than LAST, the one before: a kernel ran in between, or the
 * results of one. */
static bool is_next_round(const struct pause *last, const struct pause *pause)
{
	return pause->kernel == NONE ? pause->copied_bytes > 0 : pause->kernel != last->kernel;
}

static int64_t median_of(const struct pause *pauses, size_t count, int64_t *room)
{
	for (size_t i = 0; i < count; i++)
		room[i] = length_ns(&pauses[i]);
	return statistics_median(room, count);
}

/* Keeps the COUNT PAUSES of a kind that are as long as they usually are, each of another round. */
static struct group keep_alike(struct pause *pauses, size_t count, int64_t *room)
{
	const double times = long_rounds_thresholds[LENGTH].value;
	struct group group = { .pauses = pauses, .usual_ns = median_of(pauses, count, room) };

	for (size_t i = 0; i < count; i++) {
		const double ns = (double)length_ns(&pauses[i]);

		if (ns * times < (double)group.usual_ns || ns > times * (double)group.usual_ns ||
		    (group.count && !is_next_round(&pauses[group.count - 1], &pauses[i])))
			continue;
		pauses[group.count++] = pauses[i];
	}
	for (size_t i = 0; i < group.count; i++) {
		const int64_t ns = length_ns(&pauses[i]);

		group.sum_ns = sum_saturated(group.sum_ns, ns);
		group.least_ns = !i || ns < group.least_ns ? ns : group.least_ns;
		group.most_ns = ns > group.most_ns ? ns : group.most_ns;
	}
	return group;
}

static bool is_of_rounds(const struct group *group)
{
	return (double)group->count >= long_rounds_thresholds[ROUNDS].value &&
	       (double)group->most_ns <=
	               long_rounds_thresholds[LENGTH].value * (double)group->least_ns;
}

static bool is_behind(const struct group *group)
{
	return group->pauses->kernel == NONE;
}

static int compare_groups(const void *a, const void *b)
{
	const struct group *left = a, *right = b;

	return (left->sum_ns < right->sum_ns) - (left->sum_ns > right->sum_ns);
}

/* Of those behind the last kernel, only what takes out the results of such rounds stays. */
static void drop_others_behind(struct rounds *rounds)
{
	size_t kept = 0;

	for (size_t i = 0; i < rounds->groups_count; i++) {
		const struct group *group = &rounds->groups[i];
		bool has_rounds = !is_behind(group);

		for (size_t k = 0; k < rounds->groups_count; k++)
			has_rounds |= !is_behind(&rounds->groups[k]) &&
			              rounds->groups[k].count + 1 >= group->count &&
			              group->count + 1 >= rounds->groups[k].count;
		if (has_rounds)
			rounds->groups[kept++] = *group;
	}
	rounds->groups_count = kept;
}

static int find_groups(struct rounds *rounds)
{
	int64_t *room = malloc((rounds->count + 1) * sizeof *room);
	int err = room ? 0 : -ENOMEM;

	if (rounds->count)
		qsort_r(rounds->pauses, rounds->count, sizeof *rounds->pauses, compare_pauses,
		        (void *)rounds->trace);
	for (size_t i = 0, end; i < rounds->count && !err; i = end) {
		struct group group, *added;

		for (end = i + 1;
		     end < rounds->count &&
		     compare_kinds(&rounds->pauses[i], &rounds->pauses[end], rounds->trace) == 0;)
			end++;
		group = keep_alike(&rounds->pauses[i], end - i, room);
		if (!is_of_rounds(&group))
			continue;
		added = ARRAY_ADD(&rounds->groups, &rounds->groups_count);
		if (added)
			*added = group;
		err = added ? 0 : -ENOMEM;
	}
	free(room);
	drop_others_behind(rounds);
	if (rounds->groups_count)
		qsort(rounds->groups, rounds->groups_count, sizeof *rounds->groups, compare_groups);
	return err;
}

/* An interpreter's long pauses are imports, compilers and loaders of data, of which others speak.
 */
static int rounds_find(struct rounds *rounds, const struct graph *graph,
                       const struct start_up *start_up)
{
	struct idle idle = { 0 };
	int err;

	*rounds = (struct rounds){ .trace = graph->trace };
	if (text_is_python(text_file_name(graph->trace->executable)))
		return 0;
	err = idle_init(&idle, graph, start_up);
	if (!err)
		err = add_pauses(rounds, graph, &idle);
	idle_release(&idle);
	if (err)
		return err;
	find_neighbours(rounds);
	return find_groups(rounds);
}

static int add_times(struct interval_set *set, const struct rounds *rounds)
{
	int err = 0;

	for (size_t g = 0; g < rounds->groups_count; g++)
		for (size_t i = 0; i < rounds->groups[g].count && !err; i++)
			err = interval_set_add(set, rounds->groups[g].pauses[i].start_ns,
			                       rounds->groups[g].pauses[i].end_ns);
	interval_set_unite(set);
	return err;
}

static bool are_worth(const struct interval_set *pauses, const struct graph *graph)
{
	return percent_of(interval_set_length(pauses), graph->program_ns) >=
	       long_rounds_thresholds[PART].value;
}

int long_rounds_pauses(struct interval_set *set, const struct graph *graph,
                       const struct start_up *start_up)
{
	struct interval_set pauses = { 0 };
	struct rounds rounds;
	int err = rounds_find(&rounds, graph, start_up);

	if (!err)
		err = add_times(&pauses, &rounds);
	for (size_t i = 0; i < pauses.count && !err && are_worth(&pauses, graph); i++)
		err = interval_set_add(set, pauses.items[i].start_ns, pauses.items[i].end_ns);
	interval_set_unite(set);
	interval_set_release(&pauses);
	rounds_release(&rounds);
	return err;
}

/* ---- what is said ---- */

/* "6 times 98.6 ms between cudaMalloc and cudaMemcpyAsync" */
static const char *name_group(char text[NAME_MAX_BYTES], const struct rounds *rounds,
                              const struct group *group)
{
	snprintf(text, NAME_MAX_BYTES, "%s %s between %s and %s",
	         name_count(NAME, (int64_t)group->count, "time", "times"),
	         format_duration(FORMAT, group->usual_ns),
	         name_call(NAME, rounds->trace, group->pauses->before),
	         name_call(NAME, rounds->trace, group->pauses->after));
	return text;
}

static void say_groups(struct finding *f, const struct rounds *rounds)
{
	for (size_t g = 0; g < rounds->groups_count && g < GROUPS_NAMED; g++) {
		const struct group *group = &rounds->groups[g];
		char lengths[FORMAT_MAX * 2 + 16] = "";

		snprintf(lengths, sizeof lengths, "%s to %s each",
		         format_duration(FORMAT, group->least_ns),
		         format_duration(FORMAT, group->most_ns));
		if (is_behind(group))
			finding_fact(f, "rounds",
			             "%s, %s, behind the last kernel: each time %s had come to the "
			             "host",
			             name_group(NAME, rounds, group), lengths,
			             format_bytes(FORMAT, group->pauses->copied_bytes));
		else
			finding_fact(f, "rounds",
			             "%s, %s; the first kernel behind it is %s each time",
			             name_group(NAME, rounds, group), lengths,
			             name_function(NAME, rounds->trace, group->pauses->function));
	}
}

/* What else happens between the first of PAUSES and the last, where that is less: overlapping wins
 * no more. */
static void say_overlap(struct finding *f, const struct interval_set *pauses)
{
	const int64_t pauses_ns = interval_set_length(pauses);
	const int64_t beside_ns =
	        pauses->items[pauses->count - 1].end_ns - pauses->items[0].start_ns - pauses_ns;

	if (beside_ns < pauses_ns)
		finding_fact(f, "overlap",
		             "wins at most %s: as long the copies, kernels and calls of these "
		             "rounds take, behind which the host's work can hide",
		             format_duration(FORMAT, beside_ns));
}

static void add_examples(struct finding *f, struct host_evidence *code, const struct rounds *rounds)
{
	const struct trace *trace = rounds->trace;

	for (size_t g = 0; g < rounds->groups_count; g++)
		for (size_t i = 0; i < rounds->groups[g].count; i++) {
			const struct pause *pause = &rounds->groups[g].pauses[i];

			host_evidence_before(code, pause->after, pause->start_ns, pause->end_ns);
			if (pause->kernel != NONE)
				finding_example(f, pause->kernel, length_ns(pause));
			f->occurrences++;
		}
	if (waits_pages_unrecorded(trace))
		finding_fact(f, "pages",
		             "where the host touches managed memory there, some of it is page "
		             "faults, which record --managed shows");
}

static int report(struct check *check, const struct rounds *rounds,
                  const struct interval_set *pauses)
{
	struct finding *f = finding_add(check, LONG_ROUNDS_SUBJECT);
	struct host_evidence code;
	struct name_list list = { 0 };
	int err;

	host_evidence_init(&code, check);
	f->cost_ns = interval_set_length(pauses);
	f->is_own_work = true;
	add_examples(f, &code, rounds);
	err = host_evidence_end(&code, f);
	for (size_t g = 0; g < rounds->groups_count && g < GROUPS_NAMED; g++)
		name_list_add(&list, name_group(NAME, rounds, &rounds->groups[g]));
	finding_headline(f,
	                 "in rounds that are few and long the host works on its own for %s, and "
	                 "the GPU waits: %s%s%s",
	                 format_duration(FORMAT, f->cost_ns), name_list_end(&list),
	                 *code.most ? ", " : "", code.most);
	say_groups(f, rounds);
	say_overlap(f, pauses);
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, "rounds"));
	finding_case(f, "rounds");
	finding_not_predicted(f, "it depends on what the host does there: at most the whole cost");
	return err;
}

const struct finding *long_rounds_finding(const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		if (strcmp(findings->items[i]->subject, LONG_ROUNDS_SUBJECT) == 0)
			return findings->items[i];
	return NULL;
}

int long_rounds_check(struct check *check)
{
	struct interval_set pauses = { 0 };
	struct rounds rounds;
	int err = rounds_find(&rounds, check->graph, &check->survey->start_up);

	if (!err)
		err = add_times(&pauses, &rounds);
	if (!err && are_worth(&pauses, check->graph))
		err = report(check, &rounds, &pauses);
	interval_set_release(&pauses);
	rounds_release(&rounds);
	return err;
}
