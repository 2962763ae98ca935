/* SPDX-License-Identifier: MIT */
/*
 * warpwise stats: one table of what a trace holds of one kind. What there is to print for a kind is
 * its list of columns; where a column's value comes from is one row of fields[].
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/breakdown.h"
#include "cli/cmd.h"
#include "code/demangle.h"
#include "cli/host_table.h"
#include "cli/input.h"
#include "kernel/metric_groups.h"
#include "base/terminal.h"
#include "print/table.h"

/* ---- columns ---- */

enum field {
	FIELD_NAME,
	SHARE,
	TOTAL,
	COUNT,
	AVERAGE,
	MEDIAN,
	MIN,
	MAX,
	DEVIATION,
	BUSY,
	SIZE,
	RATE,
	FAILED,
	RELEASES,
	PEAK,
	HELD,
	FIELDS
};

static int64_t rounded(double value)
{
	return value >= 0x1p63 ? INT64_MAX : (int64_t)(value + 0.5);
}

static void get_name(const struct breakdown *b, const struct breakdown_group *g,
                     struct table_cell *cell)
{
	(void)b;
	cell->text = *g->name ? g->name : "(no name)";
}

static void get_share(const struct breakdown *b, const struct breakdown_group *g,
                      struct table_cell *cell)
{
	cell->real = percent_of(g->statistics.total, b->total);
}

static void get_rate(const struct breakdown *b, const struct breakdown_group *g,
                     struct table_cell *cell)
{
	(void)b;
	cell->is_none = g->statistics.total == 0;
	if (!cell->is_none)
		cell->real = (double)g->size_bytes * 1e9 / (double)g->statistics.total;
}

#define DEFINE_INTEGER(name, expression)                                                   \
	static void get_##name(const struct breakdown *b, const struct breakdown_group *g, \
	                       struct table_cell *cell)                                    \
	{                                                                                  \
		(void)b;                                                                   \
		cell->integer = expression;                                                \
	}
DEFINE_INTEGER(total, g->statistics.total)
DEFINE_INTEGER(count, g->statistics.count)
DEFINE_INTEGER(average, rounded(statistics_average(&g->statistics)))
DEFINE_INTEGER(median, g->statistics.median)
DEFINE_INTEGER(min, g->statistics.min)
DEFINE_INTEGER(max, g->statistics.max)
DEFINE_INTEGER(deviation, rounded(statistics_deviation(&g->statistics)))
DEFINE_INTEGER(busy, g->busy_ns)
DEFINE_INTEGER(size, g->size_bytes)
DEFINE_INTEGER(failed, g->failed)
DEFINE_INTEGER(releases, g->releases)
DEFINE_INTEGER(peak, g->peak_bytes)
DEFINE_INTEGER(held, g->held_bytes)

static const struct {
	void (*get)(const struct breakdown *b, const struct breakdown_group *g,
	            struct table_cell *cell);
	bool is_sorted_by_text;
} fields[FIELDS] = {
	[FIELD_NAME] = { get_name, true },
	[SHARE] = { get_share, false },
	[TOTAL] = { get_total, false },
	[COUNT] = { get_count, false },
	[AVERAGE] = { get_average, false },
	[MEDIAN] = { get_median, false },
	[MIN] = { get_min, false },
	[MAX] = { get_max, false },
	[DEVIATION] = { get_deviation, false },
	[BUSY] = { get_busy, false },
	[SIZE] = { get_size, false },
	[RATE] = { get_rate, false },
	[FAILED] = { get_failed, false },
	[RELEASES] = { get_releases, false },
	[PEAK] = { get_peak, false },
	[HELD] = { get_held, false },
};

/* Columns of one kind; drop says what a narrow terminal does without, the highest first. */
struct column {
	enum field field;
	struct table_column column;
};

#define TIMES                                                                \
	{ SHARE, { "time_percent", "time", TABLE_PERCENT, 0 } },             \
	        { TOTAL, { "total_ns", "total", TABLE_DURATION, 0 } },       \
	        { COUNT, { "count", "count", TABLE_COUNT, 0 } },             \
	        { AVERAGE, { "average_ns", "average", TABLE_DURATION, 0 } }, \
	        { MEDIAN, { "median_ns", "median", TABLE_DURATION, 0 } },    \
	        { MIN, { "min_ns", "min", TABLE_DURATION, 3 } },             \
	        { MAX, { "max_ns", "max", TABLE_DURATION, 2 } },             \
	{                                                                    \
		DEVIATION,                                                   \
		{                                                            \
			"deviation_ns", "std dev", TABLE_DURATION, 4         \
		}                                                            \
	}

#define MOVED                                                \
	{ SIZE, { "size_bytes", "moved", TABLE_BYTES, 1 } }, \
	{                                                    \
		RATE,                                        \
		{                                            \
			"bytes_per_s", "rate", TABLE_RATE, 1 \
		}                                            \
	}

static const struct column kernel_columns[] = {
	TIMES,
	{ FIELD_NAME, { "name", "kernel", TABLE_FUNCTION, 0 } },
	{ FIELDS, { 0 } },
};
static const struct column copy_columns[] = {
	TIMES,
	MOVED,
	{ FIELD_NAME, { "name", "copy", TABLE_NAME, 0 } },
	{ FIELDS, { 0 } },
};
static const struct column fill_columns[] = {
	TIMES,
	MOVED,
	{ FIELD_NAME, { "name", "memory set", TABLE_NAME, 0 } },
	{ FIELDS, { 0 } },
};
static const struct column api_columns[] = {
	TIMES,
	{ FAILED, { "failed", "failed", TABLE_COUNT, 1 } },
	{ FIELD_NAME, { "name", "API call", TABLE_NAME, 0 } },
	{ FIELDS, { 0 } },
};
static const struct column stream_columns[] = {
	TIMES,
	{ BUSY, { "busy_ns", "busy", TABLE_DURATION, 1 } },
	{ FIELD_NAME, { "name", "stream", TABLE_NAME, 0 } },
	{ FIELDS, { 0 } },
};
static const struct column device_columns[] = {
	TIMES,
	{ BUSY, { "busy_ns", "busy", TABLE_DURATION, 1 } },
	{ FIELD_NAME, { "name", "device", TABLE_NAME, 0 } },
	{ FIELDS, { 0 } },
};
static const struct column marker_columns[] = {
	TIMES,
	{ FIELD_NAME, { "name", "NVTX range", TABLE_NAME, 0 } },
	{ FIELDS, { 0 } },
};
static const struct column allocation_columns[] = {
	{ SHARE, { "size_percent", "share", TABLE_PERCENT, 0 } },
	{ TOTAL, { "total_bytes", "total", TABLE_BYTES, 0 } },
	{ COUNT, { "count", "count", TABLE_COUNT, 0 } },
	{ RELEASES, { "releases", "released", TABLE_COUNT, 0 } },
	{ PEAK, { "peak_bytes", "peak", TABLE_BYTES, 0 } },
	{ HELD, { "held_bytes", "at end", TABLE_BYTES, 1 } },
	{ AVERAGE, { "average_bytes", "average", TABLE_BYTES, 0 } },
	{ MEDIAN, { "median_bytes", "median", TABLE_BYTES, 0 } },
	{ MIN, { "min_bytes", "min", TABLE_BYTES, 3 } },
	{ MAX, { "max_bytes", "max", TABLE_BYTES, 2 } },
	{ DEVIATION, { "deviation_bytes", "std dev", TABLE_BYTES, 4 } },
	{ FIELD_NAME, { "name", "memory", TABLE_NAME, 0 } },
	{ FIELDS, { 0 } },
};

static const struct {
	const struct column *columns;
	const char *none; /* the trace has nothing of the kind */
} kinds[BREAKDOWNS] = {
	[BY_KERNEL] = { kernel_columns, "no kernels" },
	[BY_COPY] = { copy_columns, "no copies" },
	[BY_FILL] = { fill_columns, "no memory sets" },
	[BY_API] = { api_columns, "no API calls" },
	[BY_STREAM] = { stream_columns, "no operations in any stream" },
	[BY_DEVICE] = { device_columns, "no operations on any device" },
	[BY_MARKER] = { marker_columns, "no NVTX ranges" },
	[BY_ALLOCATION] = { allocation_columns, "no allocations" },
};

/* ---- options ---- */

static const char *const sort_names[] = { "total", "count",     "average", "median", "min",
	                                  "max",   "deviation", "name",    NULL };
static const enum field sort_fields[] = { TOTAL, COUNT, AVERAGE,   MEDIAN,
	                                  MIN,   MAX,   DEVIATION, FIELD_NAME };

/* Metrics are no breakdown of anything, and the host's functions are of stacks: they have tables of
 * their own. */
enum { BY_METRIC = BREAKDOWNS, BY_HOST };
static const char *const by_names[] = { BREAKDOWN_NAMES, "metric", "host", NULL };

static const char *option_range;
static int option_by = BY_KERNEL;
static int option_format = TABLE_TEXT;
static int option_sort;
static int64_t option_limit;

static const struct cmd_option options[] = {
	{ .name = "by",
	  .letter = 'b',
	  .argument = "KIND",
	  .help = "what to compare; of streams and devices the kernels, copies and memory sets; "
	          "metric: the hardware counters of each kernel; host: the functions of the "
	          "program itself, of a trace recorded with --host",
	  .initial = "kernel",
	  .choices = by_names,
	  .choice = &option_by },
	{ .name = "range", .argument = "NAME", .help = INPUT_RANGE_HELP, .text = &option_range },
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "CSV and JSON hold whole names and plain numbers, in ns and bytes",
	  .initial = "table",
	  .choices = table_formats,
	  .choice = &option_format },
	{ .name = "sort",
	  .letter = 's',
	  .argument = "COLUMN",
	  .help = "the largest first; names in alphabetical order; of metrics total is the "
	          "kernels' "
	          "time, and anything else compares the kernels metric by metric",
	  .initial = "total",
	  .choices = sort_names,
	  .choice = &option_sort },
	{ .name = "limit",
	  .letter = 'n',
	  .argument = "N",
	  .help = "print the first N rows; 0 prints all",
	  .initial = "0",
	  .number = &option_limit,
	  .minimum = 0,
	  .maximum = INT32_MAX },
	{ .name = NULL },
};

/* ---- breakdowns ---- */

static int compare(const void *a, const void *b)
{
	const struct breakdown_group *left = a, *right = b;
	struct table_cell x = { 0 }, y = { 0 };
	enum field field = sort_fields[option_sort];

	fields[field].get(NULL, left, &x);
	fields[field].get(NULL, right, &y);
	if (fields[field].is_sorted_by_text)
		return strcmp(x.text, y.text);
	if (x.integer != y.integer)
		return x.integer > y.integer ? -1 : 1;
	return strcmp(left->name, right->name);
}

/* Prints TABLE, of which ROWS there were. */
static int print_table(const struct table *table, size_t rows)
{
	int err = table_print(table, stdout, (enum table_format)option_format);

	if (!err && option_format == TABLE_TEXT && option_limit && rows > (size_t)option_limit)
		printf("%s%s of %s rows; --limit 0 prints all%s\n", color_begin(stdout, COLOR_DIM),
		       format_count(FORMAT, option_limit), format_count(FORMAT, (int64_t)rows),
		       color_end(stdout));
	return err;
}

static size_t shown_of(size_t rows)
{
	return option_limit && rows > (size_t)option_limit ? (size_t)option_limit : rows;
}

static int print(const struct breakdown *b)
{
	const struct column *columns = kinds[b->by].columns;
	struct table_column plain[FIELDS];
	struct table *table;
	size_t width = 0;
	int err = 0;

	for (; columns[width].field != FIELDS; width++)
		plain[width] = columns[width].column;
	table = table_new(plain, width);
	if (!table)
		return -ENOMEM;
	for (size_t i = 0; i < shown_of(b->count) && !err; i++) {
		struct table_cell cells[FIELDS] = { 0 };

		for (size_t c = 0; c < width; c++)
			fields[columns[c].field].get(b, &b->groups[i], &cells[c]);
		err = table_add(table, cells);
	}
	if (!err)
		err = print_table(table, b->count);
	table_free(table);
	return err;
}

static int run_breakdown(const struct trace *trace)
{
	struct breakdown breakdown;
	int err = breakdown_make(&breakdown, trace, (enum breakdown_by)option_by, true);

	if (!err && breakdown.count == 0 && option_format == TABLE_TEXT)
		printf("The trace has %s\n", kinds[option_by].none);
	if (!err && breakdown.count > 1)
		qsort(breakdown.groups, breakdown.count, sizeof *breakdown.groups, compare);
	if (!err && (breakdown.count || option_format != TABLE_TEXT))
		err = print(&breakdown);
	breakdown_release(&breakdown);
	return err;
}

/* ---- metrics ---- */

static const struct table_column metric_columns[] = {
	{ "kernel", "kernel", TABLE_FUNCTION, 0 },
	{ "metric", "metric", TABLE_LONG_NAME, 0 },
	{ "launches", "launches", TABLE_COUNT, 1 },
	{ "average", "average", TABLE_REAL, 0 },
	{ "min", "min", TABLE_REAL, 3 },
	{ "max", "max", TABLE_REAL, 2 },
};

enum { METRIC_COLUMNS = sizeof metric_columns / sizeof *metric_columns };

/* What metrics are compared by; those with only a name go by kernel. */
static double metric_key(const struct metric_group *group)
{
	const double keys[FIELDS] = {
		[COUNT] = (double)group->launches,
		[AVERAGE] = group->average,
		[MIN] = group->min,
		[MAX] = group->max,
	};

	return keys[sort_fields[option_sort]];
}

/* By metric, the largest first; else the kernel that took more time. */
static int compare_metrics(const void *a, const void *b, void *trace_pointer)
{
	const struct metric_group *left = a, *right = b;
	const struct trace *trace = trace_pointer;
	double x = metric_key(left), y = metric_key(right);
	int order = strcmp(trace->metrics[left->metric].name, trace->metrics[right->metric].name);

	if (!order)
		order = (x < y) - (x > y);
	return order ? order : (left->rank > right->rank) - (left->rank < right->rank);
}

static int add_metric(struct table *table, const struct trace *trace,
                      const struct metric_group *group)
{
	char *name = demangle(trace->functions[group->function].name);
	const struct table_cell cells[METRIC_COLUMNS] = {
		{ .text = name },
		{ .text = trace->metrics[group->metric].name },
		{ .integer = group->launches },
		{ .real = group->average },
		{ .real = group->min },
		{ .real = group->max },
	};
	int err = name ? table_add(table, cells) : -ENOMEM;

	free(name);
	return err;
}

/* Why there are none. */
static void print_no_metrics(const struct trace *trace)
{
	const char *reason = "record with 'warpwise record --metrics'";
	char *text, *clean;

	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].code, "metrics-not-recorded") == 0)
			reason = trace->diagnostics[i].message;
	if (asprintf(&text, "The trace has no hardware counters of launches: %s", reason) < 0)
		return;
	clean = text_clean(text, 0);
	text_wrap(stdout, clean ? clean : "", 0, terminal_text_width(stdout));
	free(clean);
	free(text);
}

static int run_metrics(const struct trace *trace)
{
	struct table *table = table_new(metric_columns, METRIC_COLUMNS);
	struct metric_groups groups;
	int err = metric_groups_make(&groups, trace);

	if (!table)
		err = -ENOMEM;
	if (!err && groups.count == 0 && option_format == TABLE_TEXT)
		print_no_metrics(trace);
	if (!err && sort_fields[option_sort] != TOTAL)
		qsort_r(groups.items, groups.count, sizeof *groups.items, compare_metrics,
		        (void *)(uintptr_t)trace);
	for (size_t i = 0; i < shown_of(groups.count) && !err; i++)
		err = add_metric(table, trace, &groups.items[i]);
	if (!err)
		err = print_table(table, groups.count);
	metric_groups_release(&groups);
	table_free(table);
	return err;
}

/* ---- the verb ---- */

/* Whether it is about what calls issued. */
static bool is_issued(int by)
{
	return by != BY_MARKER && by != BY_ALLOCATION && by != BY_METRIC;
}

static int print_kind(const struct trace *trace)
{
	if (option_by == BY_METRIC)
		return run_metrics(trace);
	if (option_by != BY_HOST)
		return run_breakdown(trace);
	return host_table_print(trace, false, (enum table_format)option_format, option_limit);
}

static int run(int argc, char **argv)
{
	const enum field sort = sort_fields[option_sort];
	struct trace trace;
	int err;

	(void)argc;
	if (option_by == BY_METRIC && (sort == MEDIAN || sort == DEVIATION))
		return cmd_usage_error("metrics have no %s to --sort by", sort_names[option_sort]);
	if (option_by == BY_HOST && sort != TOTAL)
		return cmd_usage_error("--by host is sorted by total");
	if (option_range && !is_issued(option_by))
		return cmd_usage_error("--range is not for --by %s, which is of the whole run",
		                       by_names[option_by]);
	err = input_load(&trace, argv[0]);
	if (err)
		return err;
	err = input_cut(&trace, option_range);
	if (err > 0) {
		trace_release(&trace);
		return err;
	}
	if (!err)
		err = print_kind(&trace);
	if (err)
		cmd_error("cannot make the table: %s", strerror(-err));
	trace_release(&trace);
	return err ? STATUS_FAILED : STATUS_OK;
}

const struct cmd cmd_stats = {
	.name = "stats",
	.summary = "print durations of kernels, copies, API calls and more as a table",
	.arguments = "TRACE",
	.description =
	        "Prints one row for each kernel (copy direction, API function, stream ...) of a "
	        "trace: share of the time, total, count, average, median, smallest, largest, "
	        "and standard deviation.\n"
	        "\n"
	        "Medians are exact. Totals add up what ran at the same time; the column busy of "
	        "streams and devices does not. Allocations are counted in bytes, with the most "
	        "that was held at one time.\n"
	        "\n"
	        "--by metric prints what hardware counters said of each kernel, one row for each "
	        "metric: in how many launches it was measured, average, smallest and largest. "
	        "It needs a trace that was recorded with --metrics.\n"
	        "\n"
	        "--by host prints where the program itself spent its time: its functions in the "
	        "threads that called CUDA, alone and with all that they called: of Python, those "
	        "of "
	        "libraries last. It needs a trace that was recorded with --host.",
	.examples = "warpwise stats run.db\n"
	            "warpwise stats --by api --sort max --limit 10 run.db\n"
	            "warpwise stats --by copy --format csv run.db >copies.csv\n"
	            "warpwise stats --by metric --sort average run.db\n"
	            "warpwise stats --by host run.db",
	.options = options,
	.min_arguments = 1,
	.max_arguments = 1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
