/* SPDX-License-Identifier: MIT */
/* Makes a comparison: the wall time and its causes; what else is matched, in matching files. */
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
	return comparison->change_ns ? 100.0 * (double)change_ns / (double)comparison->change_ns
	                             : NAN;
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

/* ---- the wall time ---- */

static int compare_runs(const void *a, const void *b)
{
	const struct compared_run *left = a, *right = b;

	if (left->wall_ns != right->wall_ns)
		return left->wall_ns < right->wall_ns ? -1 : 1;
	return strcmp(left->path, right->path);
}

static int64_t cause_of(const struct compared_run *run, const char *id)
{
	for (size_t i = 0; i < run->causes_count; i++)
		if (strcmp(run->causes[i].id, id) == 0)
			return run->causes[i].ns;
	return 0;
}

/* Without CUDA's start and end. */
static int64_t program_ns_of(const struct compared_run *run)
{
	return run->wall_ns - cause_of(run, share_ids[SHARE_STARTUP]) -
	       cause_of(run, share_ids[SHARE_TEARDOWN]);
}

static int64_t wall_ns_of(const struct compared_run *run)
{
	return run->wall_ns;
}

/* VALUES of all runs of each side, in new memory; an entry is NULL where that ran out. */
static void take_values(int64_t *values[SIDES], const struct comparison *c,
                        int64_t value_of(const struct compared_run *run))
{
	for (int side = 0; side < SIDES; side++) {
		const struct compared_side *s = &c->sides[side];

		values[side] = malloc(s->count * sizeof **values);
		for (size_t i = 0; values[side] && i < s->count; i++)
			values[side][i] = value_of(&s->runs[i]);
	}
}

static int test_wall(struct comparison *c)
{
	int64_t *values[SIDES];
	int err = 0;

	take_values(values, c, wall_ns_of);
	if (!values[SIDE_BASE] || !values[SIDE_NEW])
		err = -ENOMEM;
	else
		err = rank_test(values[SIDE_BASE], c->sides[SIDE_BASE].count, values[SIDE_NEW],
		                c->sides[SIDE_NEW].count, &c->test);
	free(values[SIDE_BASE]);
	free(values[SIDE_NEW]);
	if (err)
		return err;
	if (!rank_test_can_tell(c->sides[SIDE_BASE].count, c->sides[SIDE_NEW].count))
		c->verdict = VERDICT_CANNOT_TELL;
	else if (c->test.p >= RANK_TEST_ALPHA || !c->change_ns)
		c->verdict = VERDICT_SAME;
	else
		c->verdict = c->change_ns > 0 ? VERDICT_SLOWER : VERDICT_FASTER;
	return 0;
}

static int make_program(struct comparison *c)
{
	const size_t counts[SIDES] = { c->sides[SIDE_BASE].count, c->sides[SIDE_NEW].count };
	int64_t *values[SIDES];
	int err = -ENOMEM;

	take_values(values, c, program_ns_of);
	if (values[SIDE_BASE] && values[SIDE_NEW])
		err = compared_value_make(&c->program, values, counts);
	free(values[SIDE_BASE]);
	free(values[SIDE_NEW]);
	return err;
}

double comparison_slower_percent(const struct comparison *c)
{
	const int64_t base_ns = c->program.ns[SIDE_BASE];
	const int64_t change_ns = c->program.ns[SIDE_NEW] - base_ns;

	if (change_ns <= 0 || (c->program.has_test && c->program.p >= RANK_TEST_ALPHA))
		return 0;
	return base_ns > 0 ? 100.0 * (double)change_ns / (double)base_ns : INFINITY;
}

static int make_wall(struct comparison *c)
{
	for (int side = 0; side < SIDES; side++) {
		struct compared_side *s = &c->sides[side];
		struct middle_sum sum = { 0 };

		qsort(s->runs, s->count, sizeof *s->runs, compare_runs);
		s->wall_ns =
		        middle_take(&sum, side_middle(s, 0)->wall_ns, side_middle(s, 1)->wall_ns);
	}
	c->change_ns = c->sides[SIDE_NEW].wall_ns - c->sides[SIDE_BASE].wall_ns;
	if (c->sides[SIDE_BASE].wall_ns)
		c->change_percent =
		        100.0 * (double)c->change_ns / (double)c->sides[SIDE_BASE].wall_ns;
	const int err = test_wall(c);

	return err ? err : make_program(c);
}

/* ---- causes ---- */

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
			c->causes[c->causes_count++] =
			        (struct compared_cause){ .id = run->causes[i].id,
				                         .text = run->causes[i].text };
	}
}

static int compare_causes(const void *a, const void *b)
{
	const struct compared_cause *left = a, *right = b;
	int64_t left_ns = llabs(left->change_ns), right_ns = llabs(right->change_ns);

	return left_ns != right_ns ? (left_ns < right_ns ? 1 : -1) : strcmp(left->id, right->id);
}

/* "kernel" comes first, so that its kernels, which are dealt by sums of their own from 0 on, add up
 * to it. */
static int kernel_first(const void *a, const void *b)
{
	const struct compared_cause *left = a, *right = b;
	const char *kernel = share_ids[SHARE_KERNEL];

	return (strcmp(right->id, kernel) == 0) - (strcmp(left->id, kernel) == 0);
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
		make_wall,
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
