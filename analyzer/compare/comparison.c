/* SPDX-License-Identifier: MIT */
/* Makes a comparison: lengths of runs and their causes; what else is matched, in matching files. */
#include "compare/comparison_parts.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/statistics.h"
#include "graph/cause.h"

const char *const side_names[SIDES] = { "base", "new" };

const char *const comparison_verdicts[] = {
	[VERDICT_CANNOT_TELL] = "cannot-tell",
	[VERDICT_SAME] = "same",
	[VERDICT_FASTER] = "faster",
	[VERDICT_SLOWER] = "slower",
};

const char *const comparison_states[] = {
	[STATE_BOTH] = "both",
	[STATE_NEW] = "new",
	[STATE_GONE] = "gone",
	[STATE_NOT_JUDGED] = "not-judged",
};

int comparison_add(struct comparison *comparison, enum side side, const char *path, json_t *report,
                   char error[RUN_ERROR_MAX])
{
	struct compared_side *s = &comparison->sides[side];

	if (ARRAY_ROOM(&s->runs, s->count)) {
		json_decref(report);
		return -ENOMEM;
	}
	return compared_run_init(&s->runs[s->count++], path, report, error);
}

double comparison_share(const struct comparison *comparison, int64_t change_ns)
{
	const int64_t all_ns = comparison->program.change_ns;

	return all_ns ? 100.0 * (double)change_ns / (double)all_ns : NAN;
}

/* ---- the middle ---- */

const struct compared_run *side_middle(const struct compared_side *side, int which)
{
	return &side->runs[(side->count - (which ? 0 : 1)) / 2];
}

int64_t middle_take(struct middle_sum *sum, int64_t lower_ns, int64_t upper_ns)
{
	int64_t before_ns = (int64_t)(sum->doubled_ns / 2);

	sum->doubled_ns += (__int128)lower_ns + upper_ns;
	return (int64_t)(sum->doubled_ns / 2) - before_ns;
}

/* ---- values of all runs ---- */

int compared_value_make(struct compared_value *value, int64_t *values[SIDES],
                        const size_t counts[SIDES])
{
	struct rank_test test;
	int err = 0;

	value->has_test = rank_test_can_tell(counts[SIDE_BASE], counts[SIDE_NEW]);
	if (value->has_test)
		err = rank_test(values[SIDE_BASE], counts[SIDE_BASE], values[SIDE_NEW],
		                counts[SIDE_NEW], &test);
	if (!err && value->has_test)
		value->p = test.p;
	for (int side = 0; side < SIDES; side++)
		value->ns[side] = statistics_median(values[side], counts[side]);
	return err;
}

/* ---- how long the runs are ---- */

static int compare_runs(const void *a, const void *b)
{
	const struct compared_run *left = a, *right = b;

	if (left->program_ns != right->program_ns)
		return left->program_ns < right->program_ns ? -1 : 1;
	return strcmp(left->path, right->path);
}

static int64_t program_ns_of(const struct compared_run *run)
{
	return run->program_ns;
}

static int64_t wall_ns_of(const struct compared_run *run)
{
	return run->wall_ns;
}

/* A change that the runs in the middle do not show, though all runs together do, is no change of
 * what is shown. */
static enum comparison_verdict verdict_of(const struct compared_length *length,
                                          const struct compared_value *all)
{
	const int64_t change_ns = all->ns[SIDE_NEW] - all->ns[SIDE_BASE];

	if (!all->has_test)
		return VERDICT_CANNOT_TELL;
	if (length->test.p >= RANK_TEST_ALPHA)
		return VERDICT_SAME;
	if (length->change_ns > 0 && change_ns > 0)
		return VERDICT_SLOWER;
	return length->change_ns < 0 && change_ns < 0 ? VERDICT_FASTER : VERDICT_SAME;
}

/* What VALUE_OF says of each run, in new memory; NULL where that ran out. */
static int64_t *take_values(const struct compared_side *side,
                            int64_t value_of(const struct compared_run *run))
{
	int64_t *values = malloc(side->count * sizeof *values);

	for (size_t i = 0; values && i < side->count; i++)
		values[i] = value_of(&side->runs[i]);
	return values;
}

static int test_length(struct compared_length *length, const struct comparison *c,
                       int64_t value_of(const struct compared_run *run))
{
	int64_t *values[SIDES];
	size_t counts[SIDES];
	struct compared_value all;
	int err = 0;

	for (int side = 0; side < SIDES; side++) {
		counts[side] = c->sides[side].count;
		values[side] = take_values(&c->sides[side], value_of);
		if (!values[side])
			err = -ENOMEM;
	}
	if (!err)
		err = rank_test(values[SIDE_BASE], counts[SIDE_BASE], values[SIDE_NEW],
		                counts[SIDE_NEW], &length->test);
	if (!err)
		err = compared_value_make(&all, values, counts);
	if (!err)
		length->verdict = verdict_of(length, &all);
	free(values[SIDE_BASE]);
	free(values[SIDE_NEW]);
	return err;
}

/* Once the runs are in order. */
static int make_length(struct compared_length *length, const struct comparison *c,
                       int64_t value_of(const struct compared_run *run))
{
	for (int side = 0; side < SIDES; side++) {
		const struct compared_side *s = &c->sides[side];
		struct middle_sum sum = { 0 };

		length->ns[side] =
		        middle_take(&sum, value_of(side_middle(s, 0)), value_of(side_middle(s, 1)));
	}
	length->change_ns = length->ns[SIDE_NEW] - length->ns[SIDE_BASE];
	length->change_percent = length->ns[SIDE_BASE] > 0 ? 100.0 * (double)length->change_ns /
	                                                             (double)length->ns[SIDE_BASE]
	                                                   : NAN;
	return test_length(length, c, value_of);
}

static int make_lengths(struct comparison *c)
{
	for (int side = 0; side < SIDES; side++)
		qsort(c->sides[side].runs, c->sides[side].count, sizeof *c->sides[side].runs,
		      compare_runs);
	const int err = make_length(&c->program, c, program_ns_of);

	return err ? err : make_length(&c->wall, c, wall_ns_of);
}

bool comparison_has_start(const struct comparison *c)
{
	return c->program.ns[SIDE_BASE] != c->wall.ns[SIDE_BASE] ||
	       c->program.ns[SIDE_NEW] != c->wall.ns[SIDE_NEW];
}

double comparison_slower_percent(const struct comparison *c)
{
	const struct compared_length *program = &c->program;

	if (program->change_ns <= 0 || program->verdict == VERDICT_SAME)
		return 0;
	return program->ns[SIDE_BASE] > 0 ? program->change_percent : INFINITY;
}

/* ---- causes ---- */

static int64_t cause_of(const struct compared_run *run, const char *id)
{
	for (size_t i = 0; i < run->causes_count; i++)
		if (strcmp(run->causes[i].id, id) == 0)
			return run->causes[i].ns;
	return 0;
}

int64_t side_kernels_ns(const struct compared_side *side, int which)
{
	return cause_of(side_middle(side, which), share_ids[SHARE_KERNEL]);
}

static void add_causes_of(struct comparison *c, const struct compared_run *run)
{
	for (size_t i = 0; i < run->causes_count; i++) {
		size_t k = 0;

		while (k < c->causes_count && strcmp(c->causes[k].id, run->causes[i].id) != 0)
			k++;
		if (k == c->causes_count)
			c->causes[c->causes_count++] = (struct compared_cause){
				.id = run->causes[i].id,
				.text = run->causes[i].text,
				.is_program = run_cause_is_program(&run->causes[i])
			};
	}
}

static int compare_causes(const void *a, const void *b)
{
	const struct compared_cause *left = a, *right = b;
	int64_t left_ns = llabs(left->change_ns), right_ns = llabs(right->change_ns);

	if (left->is_program != right->is_program)
		return left->is_program ? -1 : 1;
	return left_ns != right_ns ? (left_ns < right_ns ? 1 : -1) : strcmp(left->id, right->id);
}

/* "kernel" comes first, so that its kernels, which are dealt by sums of their own from 0 on, add up
 * to it; then what else is of the program time, which is dealt like that, too. */
static int kernel_first(const void *a, const void *b)
{
	const struct compared_cause *left = a, *right = b;
	const char *kernel = share_ids[SHARE_KERNEL];
	const int order = (strcmp(right->id, kernel) == 0) - (strcmp(left->id, kernel) == 0);

	return order ? order : right->is_program - left->is_program;
}

static int make_causes(struct comparison *c)
{
	size_t most = 0;

	for (int side = 0; side < SIDES; side++)
		for (int which = 0; which < 2; which++)
			most += side_middle(&c->sides[side], which)->causes_count;
	c->causes = calloc(most + 1, sizeof *c->causes);
	if (!c->causes)
		return -ENOMEM;
	for (int side = 0; side < SIDES; side++)
		for (int which = 0; which < 2; which++)
			add_causes_of(c, side_middle(&c->sides[side], which));
	qsort(c->causes, c->causes_count, sizeof *c->causes, kernel_first);
	for (int side = 0; side < SIDES; side++) {
		const struct compared_side *s = &c->sides[side];
		struct middle_sum sum = { 0 };

		for (size_t i = 0; i < c->causes_count; i++)
			c->causes[i].ns[side] =
			        middle_take(&sum, cause_of(side_middle(s, 0), c->causes[i].id),
			                    cause_of(side_middle(s, 1), c->causes[i].id));
	}
	for (size_t i = 0; i < c->causes_count; i++)
		c->causes[i].change_ns = c->causes[i].ns[SIDE_NEW] - c->causes[i].ns[SIDE_BASE];
	qsort(c->causes, c->causes_count, sizeof *c->causes, compare_causes);
	return 0;
}

/* ---- all of it ---- */

int comparison_make(struct comparison *c)
{
	static int (*const steps[])(struct comparison *) = {
		make_lengths,
		make_causes,
		comparison_match_kernels,
		comparison_match_findings,
		comparison_note_differences,
		comparison_add_hint,
	};
	int err = 0;

	for (size_t i = 0; i < sizeof steps / sizeof *steps && !err; i++)
		err = steps[i](c);
	return err;
}

void comparison_release(struct comparison *c)
{
	for (int side = 0; side < SIDES; side++) {
		for (size_t i = 0; i < c->sides[side].count; i++)
			compared_run_release(&c->sides[side].runs[i]);
		free(c->sides[side].runs);
	}
	for (size_t i = 0; i < c->notes_count; i++)
		free(c->notes[i]);
	free(c->notes);
	free(c->hint);
	free(c->causes);
	free(c->kernels);
	free(c->findings);
	*c = (struct comparison){ 0 };
}
