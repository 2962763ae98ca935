/* SPDX-License-Identifier: MIT */
/* A comparison for people. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/comparison.h"
#include "graph/cause.h"
#include "print/page.h"
#include "print/table.h"
#include "rules/shared/finding.h"

enum {
	SIDE_COLUMN = 8,     /* where the text behind "base" begins */
	FINDING_INDENT = 10, /* of a finding's texts */
	SHAPE_MAX = 96,
};

/* ---- the headline ---- */

enum { CHANGE_MAX = 3 * FORMAT_MAX };

static void print_verdict(const struct page *page, const struct comparison *c)
{
	const size_t base = c->sides[SIDE_BASE].count, new = c->sides[SIDE_NEW].count;

	if (c->program.verdict == VERDICT_CANNOT_TELL)
		print_line(page, 0, COLOR_WARNING,
		           "%zu run%s before and %zu after cannot tell whether that is noise: "
		           "record at least %zu of each (" RANK_TEST_NAME ")",
		           base, plural((int64_t)base), new, rank_test_least());
	else
		print_line(page, 0, COLOR_PLAIN,
		           "%s: p = %.2g (" RANK_TEST_NAME "%s, %zu and %zu runs)",
		           c->program.verdict == VERDICT_SAME ? "That is no more than noise"
		                                              : "That is more than noise",
		           c->program.test.p, c->program.test.is_exact ? ", exact" : "", base, new);
}

/* "12.3 ms slower (+4.5 %)" */
static const char *change_text(char text[CHANGE_MAX], const struct compared_length *length)
{
	char percent[FORMAT_MAX + 8] = "";

	if (!length->change_ns)
		return "as fast as before";
	if (length->ns[SIDE_BASE] > 0)
		snprintf(percent, sizeof percent, " (%s)",
		         format_change_percent(FORMAT, length->change_percent));
	snprintf(text, CHANGE_MAX, "%s %s%s", format_duration(FORMAT, llabs(length->change_ns)),
	         length->change_ns > 0 ? "slower" : "faster", percent);
	return text;
}

/* What CUDA's start and end make of it. */
static void print_whole_run(const struct page *page, const struct comparison *c)
{
	char change[CHANGE_MAX], noise[64] = "";

	if (c->wall.verdict != VERDICT_CANNOT_TELL)
		snprintf(noise, sizeof noise, ", %s than noise (p = %.2g)",
		         c->wall.verdict == VERDICT_SAME ? "no more" : "more", c->wall.test.p);
	print_line(page, 0, COLOR_PLAIN, "The run, with CUDA's start and end, which vary: %s%s",
	           change_text(change, &c->wall), noise);
}

/* What the gate measures comes first. */
static void print_headline(const struct page *page, const struct comparison *c)
{
	const enum color color = c->program.verdict == VERDICT_SLOWER   ? COLOR_BAD
	                         : c->program.verdict == VERDICT_FASTER ? COLOR_GOOD
	                                                                : COLOR_HEADING;
	const bool has_start = comparison_has_start(c);
	char buffer[CHANGE_MAX];
	const char *change = change_text(buffer, &c->program);

	print_line(page, 0, color, "%c%s%s", toupper(*change), change + 1,
	           has_start ? " in program time: the run without CUDA's start and end" : "");
	print_verdict(page, c);
	if (has_start)
		print_whole_run(page, c);
	if (c->hint)
		print_line(page, 0, COLOR_PLAIN, "%s", c->hint);
}

static void print_side(const struct page *page, const struct comparison *c, enum side side)
{
	const struct compared_side *s = &c->sides[side];
	const bool has_start = comparison_has_start(c);
	char run[FORMAT_MAX + 8] = "";

	if (has_start)
		snprintf(run, sizeof run, ", run %s", format_duration(FORMAT, c->wall.ns[side]));
	if (s->count == 1)
		print_fact(page, 2, SIDE_COLUMN, side_names[side], "%s%s%s, %s",
		           has_start ? "program time " : "",
		           format_duration(FORMAT, c->program.ns[side]), run, s->runs[0].path);
	else
		print_fact(page, 2, SIDE_COLUMN, side_names[side],
		           "%s%s, median of %zu runs, from %s to %s%s",
		           has_start ? "program time " : "",
		           format_duration(FORMAT, c->program.ns[side]), s->count,
		           format_duration(FORMAT, s->runs[0].program_ns),
		           format_duration(FORMAT, s->runs[s->count - 1].program_ns), run);
}

/* ---- tables ---- */

static size_t shown_of(int64_t limit, size_t count)
{
	return limit && count > (size_t)limit ? (size_t)limit : count;
}

static const struct table_column cause_columns[] = {
	{ "change_ns", "change", TABLE_CHANGE, 0 },
	{ "share_percent", "of it", TABLE_CHANGE_PERCENT, 0 },
	{ "base_ns", "base", TABLE_DURATION, 2 },
	{ "new_ns", "new", TABLE_DURATION, 1 },
	{ "text", "where", TABLE_NAME, 0 },
};

enum { CAUSE_COLUMNS = sizeof cause_columns / sizeof *cause_columns };

/* The short name, where it is known. */
static const char *cause_label(const struct compared_cause *cause)
{
	for (int share = 0; share < SHARES; share++)
		if (strcmp(share_ids[share], cause->id) == 0)
			return share_labels[share];
	return cause->text;
}

static int add_row(struct table *table, const struct compared_cause *row, double share,
                   const char *text)
{
	return table_add(table, (struct table_cell[CAUSE_COLUMNS]){
	                                { .integer = row->change_ns },
	                                { .real = share },
	                                { .integer = row->ns[SIDE_BASE] },
	                                { .integer = row->ns[SIDE_NEW] },
	                                { .text = text },
	                        });
}

static int add_cause(struct table *table, const struct comparison *c,
                     const struct compared_cause *cause)
{
	return add_row(table, cause,
	               cause->is_program ? comparison_share(c, cause->change_ns) : NAN,
	               cause_label(cause));
}

static int add_length(struct table *table, const struct compared_length *length, double share,
                      const char *text)
{
	const struct compared_cause row = { .ns = { length->ns[SIDE_BASE], length->ns[SIDE_NEW] },
		                            .change_ns = length->change_ns };

	return add_row(table, &row, share, text);
}

static size_t count_program_causes(const struct comparison *c)
{
	size_t count = 0;

	while (count < c->causes_count && c->causes[count].is_program)
		count++;
	return count;
}

/* All causes of the program time, so that a reader can add them up: those beyond the limit in a row
 * of their own. */
static int add_program_causes(struct table *table, const struct comparison *c, int64_t limit)
{
	const size_t count = count_program_causes(c), shown = shown_of(limit, count);
	struct compared_cause rest = { .id = "rest", .is_program = true };
	char text[64];
	int err = 0;

	for (size_t i = 0; i < shown && !err; i++)
		err = add_cause(table, c, &c->causes[i]);
	for (size_t i = shown; i < count; i++) {
		rest.change_ns += c->causes[i].change_ns;
		for (int side = 0; side < SIDES; side++)
			rest.ns[side] += c->causes[i].ns[side];
	}
	snprintf(text, sizeof text, "%zu more", count - shown);
	rest.text = text;
	return !err && shown < count ? add_cause(table, c, &rest) : err;
}

/* Then what is no part of it, and what all of that adds up to. */
static int add_start(struct table *table, const struct comparison *c)
{
	int err = 0;

	for (size_t i = count_program_causes(c); i < c->causes_count && !err; i++)
		err = add_cause(table, c, &c->causes[i]);
	return err ? err : add_length(table, &c->wall, NAN, "the run");
}

static int print_causes(const struct page *page, const struct comparison *c, int64_t limit)
{
	const bool has_start = comparison_has_start(c);
	struct table *table = table_new(cause_columns, CAUSE_COLUMNS);
	int err = table ? add_program_causes(table, c, limit) : -ENOMEM;

	if (!err)
		err = add_length(table, &c->program, comparison_share(c, c->program.change_ns),
		                 has_start ? "program time" : "in all");
	if (!err && has_start)
		err = add_start(table, c);
	if (!err) {
		print_heading(page, "Where the change comes from, step by step along the run");
		err = table_print(table, page->stream, TABLE_TEXT);
	}
	table_free(table);
	return err;
}

enum { KERNEL_COLUMNS = 9 };

/* Columns that would be empty are not there. */
struct kernel_table {
	struct table_column columns[KERNEL_COLUMNS];
	size_t count;
	bool has_p, has_state;
};

static void choose_columns(struct kernel_table *table, const struct comparison *c)
{
	static const struct table_column all[KERNEL_COLUMNS] = {
		{ "change_ns", "change", TABLE_CHANGE, 0 },
		{ "share_percent", "of it", TABLE_CHANGE_PERCENT, 0 },
		{ "base_total_ns", "base", TABLE_DURATION, 1 },
		{ "new_total_ns", "new", TABLE_DURATION, 1 },
		{ "p", "p", TABLE_REAL, 3 },
		{ "state", "", TABLE_NAME, 2 },
		{ "launches", "launches", TABLE_NAME, 5 },
		{ "shape", "blocks x threads", TABLE_NAME, 4 },
		{ "name", "kernel", TABLE_FUNCTION, 0 },
	};

	for (size_t i = 0; i < c->kernels_count; i++) {
		table->has_p |= c->kernels[i].total.has_test;
		table->has_state |= c->kernels[i].state != STATE_BOTH || c->kernels[i].is_reshaped;
	}
	for (size_t i = 0; i < KERNEL_COLUMNS; i++)
		if ((table->has_p || strcmp(all[i].name, "p") != 0) &&
		    (table->has_state || strcmp(all[i].name, "state") != 0))
			table->columns[table->count++] = all[i];
}

/* "64x2 x 256": blocks and threads, without trailing ones. */
static int size_text(char *text, size_t size, const int64_t extent[3])
{
	int used = snprintf(text, size, "%lld", (long long)extent[0]);

	if (extent[1] > 1 || extent[2] > 1)
		used += snprintf(text + used, size - (size_t)used, ",%lld", (long long)extent[1]);
	if (extent[2] > 1)
		used += snprintf(text + used, size - (size_t)used, ",%lld", (long long)extent[2]);
	return used;
}

static void shape_text(char text[SHAPE_MAX], const struct run_kernel *kernel)
{
	int used = size_text(text, SHAPE_MAX, kernel->grid);

	used += snprintf(text + used, SHAPE_MAX - (size_t)used, " x ");
	size_text(text + used, SHAPE_MAX - (size_t)used, kernel->block);
}

static const char *kernel_state(const struct compared_kernel *kernel)
{
	return kernel->is_reshaped           ? "shape"
	       : kernel->state == STATE_BOTH ? ""
	                                     : comparison_states[kernel->state];
}

static void launches_text(char text[SHAPE_MAX], const struct compared_kernel *kernel)
{
	const int64_t *launches = kernel->launches;

	if (kernel->state != STATE_BOTH || launches[SIDE_BASE] == launches[SIDE_NEW])
		snprintf(
		        text, SHAPE_MAX, "%s",
		        format_count(FORMAT,
		                     launches[kernel->state == STATE_GONE ? SIDE_BASE : SIDE_NEW]));
	else
		snprintf(text, SHAPE_MAX, "%s, were %s", format_count(FORMAT, launches[SIDE_NEW]),
		         format_count(FORMAT, launches[SIDE_BASE]));
}

static int add_kernel(struct table *table, const struct kernel_table *layout,
                      const struct comparison *c, const struct compared_kernel *kernel)
{
	const struct run_kernel *const *sides = kernel->kernel;
	const struct run_kernel *k = sides[sides[SIDE_NEW] ? SIDE_NEW : SIDE_BASE];
	char shape[SHAPE_MAX], shapes[2 * SHAPE_MAX + 8], launches[SHAPE_MAX];
	struct table_cell cells[KERNEL_COLUMNS];
	size_t count = 0;

	shape_text(shape, k);
	snprintf(shapes, sizeof shapes, "%s", shape);
	if (kernel->is_reshaped) {
		shape_text(shape, sides[SIDE_BASE]);
		snprintf(shapes + strlen(shapes), sizeof shapes - strlen(shapes), ", was %s",
		         shape);
	}
	launches_text(launches, kernel);
	cells[count++] =
	        (struct table_cell){ .integer = kernel->change_ns, .is_none = !c->has_critical };
	cells[count++] = (struct table_cell){
		.real = c->has_critical ? comparison_share(c, kernel->change_ns) : NAN
	};
	for (int side = 0; side < SIDES; side++)
		cells[count++] = (struct table_cell){ .integer = kernel->total.ns[side],
			                              .is_none = !sides[side] };
	if (layout->has_p)
		cells[count++] =
		        (struct table_cell){ .real = kernel->total.has_test ? kernel->total.p
			                                                    : NAN };
	if (layout->has_state)
		cells[count++] = (struct table_cell){ .text = kernel_state(kernel) };
	cells[count++] = (struct table_cell){ .text = launches };
	cells[count++] = (struct table_cell){ .text = shapes };
	cells[count++] = (struct table_cell){ .text = k->name };
	return table_add(table, cells);
}

static int print_kernels(const struct page *page, const struct comparison *c, int64_t limit)
{
	const size_t shown = shown_of(limit, c->kernels_count);
	struct kernel_table layout = { 0 };
	struct table *table;
	int err = 0;

	if (!c->kernels_count)
		return 0;
	choose_columns(&layout, c);
	table = table_new(layout.columns, layout.count);
	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < shown && !err; i++)
		err = add_kernel(table, &layout, c, &c->kernels[i]);
	if (!err) {
		print_heading(page,
		              "Kernels: their part of the change, and their durations added up");
		err = table_print(table, page->stream, TABLE_TEXT);
	}
	if (!err && shown < c->kernels_count)
		print_line(page, 0, COLOR_DIM, "and %s more: --limit 0",
		           format_count(FORMAT, (int64_t)(c->kernels_count - shown)));
	table_free(table);
	return err;
}

/* ---- findings ---- */

/* OFTEN: an exception of the base that most new runs have; RARE: the other way round. */
enum look {
	LOOK_NEW,
	LOOK_OFTEN,
	LOOK_WORSE,
	LOOK_BETTER,
	LOOK_NOT_JUDGED,
	LOOK_GONE,
	LOOK_RARE,
	LOOK_SAME,
	LOOKS
};

static const struct {
	const char *word;
	enum color color;
} looks[LOOKS] = {
	[LOOK_NEW] = { "new", COLOR_BAD },        [LOOK_WORSE] = { "worse", COLOR_WARNING },
	[LOOK_BETTER] = { "better", COLOR_GOOD }, [LOOK_GONE] = { "gone", COLOR_GOOD },
	[LOOK_NOT_JUDGED] = { "?", COLOR_DIM },   [LOOK_SAME] = { "same", COLOR_DIM },
	[LOOK_OFTEN] = { "often", COLOR_BAD },    [LOOK_RARE] = { "rare", COLOR_GOOD },
};

/* What both sides have is worse or better only by what a run does not vary by anyway. */
static enum look look_of(const struct comparison *c, const struct compared_finding *f)
{
	static const enum look states[] = { [STATE_NEW] = LOOK_NEW,
		                            [STATE_GONE] = LOOK_GONE,
		                            [STATE_NOT_JUDGED] = LOOK_NOT_JUDGED };

	if (f->state == STATE_NEW && f->runs[SIDE_BASE])
		return LOOK_OFTEN;
	if (f->state == STATE_GONE && f->runs[SIDE_NEW])
		return LOOK_RARE;
	if (f->state != STATE_BOTH)
		return states[f->state];
	if (f->finding[SIDE_NEW]->severity != f->finding[SIDE_BASE]->severity)
		return f->finding[SIDE_NEW]->severity > f->finding[SIDE_BASE]->severity
		               ? LOOK_WORSE
		               : LOOK_BETTER;
	if (f->cost.has_test && f->cost.p >= RANK_TEST_ALPHA)
		return LOOK_SAME;
	if (llabs(f->change_ns) < finding_noise_ns(c->program.ns[SIDE_BASE]))
		return LOOK_SAME;
	return f->change_ns > 0 ? LOOK_WORSE : LOOK_BETTER;
}

enum { RUNS_MAX = 64 };

/* In how many runs of SIDE it is, after WHEN; nothing where it is in all. */
static void runs_text(char text[RUNS_MAX], const struct comparison *c,
                      const struct compared_finding *f, enum side side, const char *when)
{
	*text = '\0';
	if (f->runs[side] < c->sides[side].count)
		snprintf(text, RUNS_MAX, "%sin %zu of %zu runs", when, f->runs[side],
		         c->sides[side].count);
}

/* What is on one side, and may be an exception of the other. */
static void print_cost_of_side(const struct page *page, const struct comparison *c,
                               const struct compared_finding *f)
{
	const bool is_new = f->state == STATE_NEW;
	const enum side side = is_new ? SIDE_NEW : SIDE_BASE;
	char runs[RUNS_MAX], others[RUNS_MAX] = "";

	runs_text(runs, c, f, side, ", ");
	if (f->runs[!side])
		runs_text(others, c, f, !side, is_new ? "; before " : "; still ");
	print_line(page, FINDING_INDENT, COLOR_PLAIN, "cost %s%s%s",
	           format_duration(FORMAT, f->cost.ns[side]), runs, others);
}

static void print_costs(const struct page *page, const struct comparison *c,
                        const struct compared_finding *f)
{
	const int was = f->finding[SIDE_BASE]->severity, is = f->finding[SIDE_NEW]->severity;
	char runs[RUNS_MAX], severity[64] = "";

	runs_text(runs, c, f, SIDE_NEW, ", ");
	if (is != was)
		snprintf(severity, sizeof severity, "; it was a %s", finding_severities[was]);
	print_line(page, FINDING_INDENT, COLOR_PLAIN, "cost %s, before %s (%s)%s%s",
	           format_duration(FORMAT, f->cost.ns[SIDE_NEW]),
	           format_duration(FORMAT, f->cost.ns[SIDE_BASE]),
	           format_change(FORMAT, f->change_ns), severity, runs);
}

static void print_finding(const struct page *page, const struct comparison *c,
                          const struct compared_finding *f, enum look look)
{
	const struct run_finding *one = f->finding[f->finding[SIDE_NEW] ? SIDE_NEW : SIDE_BASE];
	char *heading;

	if (asprintf(&heading, "%s: %s%s%s", finding_severities[one->severity], one->title,
	             *one->subject ? ", " : "", one->subject) < 0)
		return;
	fprintf(page->stream, "  %s%-6s%s  ", color_begin(page->stream, looks[look].color),
	        looks[look].word, color_end(page->stream));
	print_wrapped(page, heading, FINDING_INDENT, FINDING_INDENT);
	free(heading);
	if (look == LOOK_NOT_JUDGED)
		print_line(page, FINDING_INDENT, COLOR_PLAIN,
		           "in the base alone; the rule could not judge the new runs");
	if (look == LOOK_NEW || look == LOOK_OFTEN || look == LOOK_WORSE)
		print_line(page, FINDING_INDENT, COLOR_PLAIN, "%s", one->headline);
	if (f->state == STATE_BOTH)
		print_costs(page, c, f);
	else
		print_cost_of_side(page, c, f);
	if (look == LOOK_NEW || look == LOOK_OFTEN)
		print_line(page, FINDING_INDENT, COLOR_DIM, "warpwise rules %s", one->rule);
}

static void print_changed_findings(const struct page *page, const struct comparison *c,
                                   int64_t limit)
{
	size_t same = 0, shown = 0, more = 0;

	if (!c->findings_count)
		return;
	print_heading(page, "Findings: their costs overlap, and need not add up to the change");
	for (size_t i = 0; i < c->findings_count; i++) {
		enum look look = look_of(c, &c->findings[i]);

		if (look == LOOK_SAME)
			same++;
		else if (limit && shown >= (size_t)limit)
			more++;
		else {
			print_finding(page, c, &c->findings[i], look);
			shown++;
		}
	}
	if (same)
		print_line(page, 2, COLOR_DIM, "%zu as before", same);
	if (more)
		print_line(page, 2, COLOR_DIM, "and %zu more: --limit 0", more);
}

int comparison_print_text(const struct comparison *c, FILE *stream, int64_t limit)
{
	const struct page page = { .stream = stream, .width = terminal_text_width(stream) };
	int err;

	print_headline(&page, c);
	for (int side = 0; side < SIDES; side++)
		print_side(&page, c, (enum side)side);
	for (size_t i = 0; i < c->notes_count; i++)
		print_line(&page, 2, COLOR_WARNING, "%s", c->notes[i]);
	err = print_causes(&page, c, limit);
	if (!err)
		err = print_kernels(&page, c, limit);
	if (!err)
		print_changed_findings(&page, c, limit);
	return err;
}
