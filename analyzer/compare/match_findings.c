/* SPDX-License-Identifier: MIT */
/* Findings of all runs, matched by rule and place. */
#include "compare/comparison_parts.h"

#include <errno.h>
#include <stdlib.h>

#include "rules/shared/finding.h"

struct entry {
	const struct run_finding *finding;
	enum side side;
};

static int compare_entries(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;
	int order = run_finding_compare(left->finding, right->finding);

	return order ? order : (int)left->side - (int)right->side;
}

/* Whether the rule abstained in each run of the new side. */
static bool is_not_judged(const struct comparison *c, const char *rule)
{
	const struct compared_side *side = &c->sides[SIDE_NEW];

	for (size_t i = 0; i < side->count; i++)
		if (!compared_run_abstained(&side->runs[i], rule))
			return false;
	return true;
}

/* What half of a side's runs have is of that side; what fewer have is an exception there. */
static bool is_usual(const struct comparison *c, const struct compared_finding *row, enum side side)
{
	return 2 * row->runs[side] >= c->sides[side].count;
}

/* An exception of one side that is usual on the other came, or went. */
static enum comparison_state state_of(const struct comparison *c,
                                      const struct compared_finding *row, const char *rule)
{
	const bool was = is_usual(c, row, SIDE_BASE), is = is_usual(c, row, SIDE_NEW);

	if (!row->runs[SIDE_BASE] || (is && !was))
		return STATE_NEW;
	if (row->runs[SIDE_NEW] && (is || !was))
		return STATE_BOTH;
	return is_not_judged(c, rule) ? STATE_NOT_JUDGED : STATE_GONE;
}

/* The COUNT entries at FIRST are of one rule and place. VALUES has room for their costs. */
static int add_row(struct comparison *c, const struct entry *first, size_t count,
                   int64_t *values[SIDES])
{
	struct compared_finding *row = &c->findings[c->findings_count++];
	int err;

	for (size_t i = 0; i < count; i++) {
		const enum side side = first[i].side;
		const struct run_finding *before = row->finding[side];

		/* The severest speaks for all. */
		if (!before || before->severity < first[i].finding->severity)
			row->finding[side] = first[i].finding;
		values[side][row->runs[side]++] = first[i].finding->cost_ns;
	}
	err = compared_value_make(&row->cost, values, row->runs);
	row->state = state_of(c, row, first->finding->rule);
	row->change_ns = (row->state == STATE_GONE ? 0 : row->cost.ns[SIDE_NEW]) -
	                 (row->state == STATE_NEW ? 0 : row->cost.ns[SIDE_BASE]);
	return err;
}

/* New ones first, then what both have by how much worse it became, then what is gone. */
static int place(const struct compared_finding *finding)
{
	static const int places[] = {
		[STATE_NEW] = 0, [STATE_BOTH] = 1, [STATE_NOT_JUDGED] = 2, [STATE_GONE] = 3
	};

	return places[finding->state];
}

static int compare_rows(const void *a, const void *b)
{
	const struct compared_finding *left = a, *right = b;
	int order = place(left) - place(right);
	int64_t left_ns = left->change_ns, right_ns = right->change_ns;

	if (order)
		return order;
	if (left->state == STATE_GONE || left->state == STATE_NOT_JUDGED) {
		left_ns = -left_ns;
		right_ns = -right_ns;
	}
	if (left_ns != right_ns)
		return left_ns < right_ns ? 1 : -1;
	return run_finding_compare(left->finding[!left->finding[SIDE_BASE]],
	                           right->finding[!right->finding[SIDE_BASE]]);
}

static size_t count_findings(const struct compared_side *side)
{
	size_t count = 0;

	for (size_t r = 0; r < side->count; r++)
		count += side->runs[r].findings_count;
	return count;
}

int comparison_match_findings(struct comparison *c)
{
	size_t room = count_findings(&c->sides[SIDE_BASE]) + count_findings(&c->sides[SIDE_NEW]);
	struct entry *entries = calloc(room + 1, sizeof *entries);
	int64_t *values[SIDES];
	size_t count = 0;
	int err = 0;

	c->findings = calloc(room + 1, sizeof *c->findings);
	for (int side = 0; side < SIDES; side++)
		values[side] = calloc(c->sides[side].count + 1, sizeof *values[side]);
	if (!entries || !c->findings || !values[SIDE_BASE] || !values[SIDE_NEW]) {
		err = -ENOMEM;
		goto out;
	}
	for (int side = 0; side < SIDES; side++)
		for (size_t r = 0; r < c->sides[side].count; r++) {
			const struct compared_run *run = &c->sides[side].runs[r];

			for (size_t i = 0; i < run->findings_count; i++)
				entries[count++] = (struct entry){ &run->findings[i], side };
		}
	if (count)
		qsort(entries, count, sizeof *entries, compare_entries);
	for (size_t first = 0, end; first < count && !err; first = end) {
		for (end = first + 1; end < count; end++)
			if (run_finding_compare(entries[first].finding, entries[end].finding) != 0)
				break;
		err = add_row(c, &entries[first], end - first, values);
	}
	if (!err && c->findings_count)
		qsort(c->findings, c->findings_count, sizeof *c->findings, compare_rows);
out:
	free(values[SIDE_BASE]);
	free(values[SIDE_NEW]);
	free(entries);
	return err;
}

bool comparison_is_new(const struct comparison *c, const struct compared_finding *finding,
                       int severity)
{
	const struct run_finding *before = finding->finding[SIDE_BASE];
	const struct run_finding *now = finding->finding[SIDE_NEW];

	return now && now->severity >= severity && is_usual(c, finding, SIDE_NEW) &&
	       (finding->state == STATE_NEW || before->severity < severity);
}
