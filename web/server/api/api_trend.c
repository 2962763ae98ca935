/* SPDX-License-Identifier: MIT */
/* A measure over the runs of a project; what got worse is decided by baseline.h. On a worker. */
#include "server/api/api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/cause.h"
#include "server/api/baseline.h"
#include "server/api/run.h"

/* More are read than are shown: the first that is shown has runs before it, too. */
enum { BEFORE_FIRST = 200 };

static const struct {
	const char *end, *unit;
} units[] = {
	{ "_ns", "ns" }, { "_percent", "percent" }, { "_count", "count" }, { "_bytes", "bytes" },
	{ "", "" },
};

static const char *unit_of(const char *measure)
{
	const size_t length = strlen(measure);
	size_t i = 0;

	while (strlen(units[i].end) > length ||
	       strcmp(measure + length - strlen(units[i].end), units[i].end) != 0)
		i++;
	return units[i].unit;
}

static const struct {
	const char *name, *title;
} titles[] = {
	{ "duration_ns", "run" },
	{ "duration_without_start_ns", "program time" },
	{ "findings_count", "number of findings" },
	{ "gain_ns", "most to gain" },
	{ "gpu_busy_ns", "time in which GPUs were busy" },
	{ "gpu_busy_percent", "part of the run in which GPUs were busy" },
};

/* What NAME is without PREFIX and unit; NULL: it has not that prefix. SIZE is its length. */
static const char *part_of(const char *name, const char *prefix, size_t *size)
{
	const size_t length = strlen(prefix);

	if (strncmp(name, prefix, length) != 0)
		return NULL;
	*size = strlen(name) - length;
	if (*unit_of(name))
		*size -= strlen(unit_of(name)) + 1;
	return name + length;
}

/* What readers know a measure by: a cause of the budget as on all pages, a kernel by its name. */
static void put_title(struct json_writer *json, const char *measure)
{
	const char *title = measure, *part;
	size_t size;

	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		if (strcmp(measure, titles[i].name) == 0)
			title = titles[i].title;
	part = part_of(measure, "budget.", &size);
	for (int s = 0; s < SHARES && part; s++)
		if (strlen(share_ids[s]) == size && memcmp(share_ids[s], part, size) == 0)
			title = share_texts[s];
	part = part_of(measure, "kernel.", &size);
	if (part)
		put_bytes(json, "title", part, size);
	else
		put_text(json, "title", title);
}

struct trend {
	struct point *points;          /* the newest first */
	size_t count, room, shown_max; /* the rest is before them */
};

static int take_point(const struct store_value *row, void *data)
{
	struct trend *trend = data;

	if (trend->count == trend->room)
		return 0;
	return point_take(&trend->points[trend->count++], row);
}

/* How many points before this one each run of the baseline is, the oldest first; of those shown. */
static void print_before(struct json_writer *json, const struct trend *trend, size_t at,
                         const struct baseline *baseline)
{
	put_open(json, "before", '[');
	for (size_t i = baseline->count; i; i--)
		if (baseline->places[i - 1] < trend->shown_max)
			put_integer(json, NULL, (int64_t)(baseline->places[i - 1] - at));
	put_close(json, ']');
}

static void print_point(struct json_writer *json, const struct trend *trend, size_t at,
                        double threshold, bool is_more_better)
{
	const struct point *point = &trend->points[at];
	const struct store_value hash = store_blob(point->hash, HASH_SIZE);
	struct baseline baseline;
	double change = 0;
	bool has_baseline;

	baseline_find(trend->points, trend->count, at, &baseline);
	has_baseline = baseline_can_judge(&baseline);
	put_open(json, NULL, '{');
	put_hash(json, "id", &hash);
	put_text_or_null(json, "commit", *point->commit ? point->commit : NULL);
	put_text_or_null(json, "branch", *point->branch ? point->branch : NULL);
	put_text(json, "name", point->name);
	put_text_or_null(json, "gpu", *point->gpu ? point->gpu : NULL);
	put_integer(json, "gpus", point->gpu_count);
	put_integer(json, "recorded_ns", point->recorded_ns);
	put_real(json, "value", point->value);
	if (has_baseline) {
		change = 100 * (point->value - baseline.median) / baseline.median;
		put_real(json, "baseline", baseline.median);
		put_real(json, "change_percent", change);
	} else {
		put_null(json, "baseline");
		put_null(json, "change_percent");
	}
	print_before(json, trend, at, &baseline);
	put_bool(json, "is_regression",
	         has_baseline && (is_more_better ? -change : change) > threshold);
	put_close(json, '}');
}

static void print_trend(struct json_writer *json, const struct trend *trend, const char *measure,
                        int64_t threshold)
{
	const bool is_more_better = strcmp(measure, "gpu_busy_percent") == 0;

	put_open(json, NULL, '{');
	put_text(json, "measure", measure);
	put_title(json, measure);
	put_text(json, "unit", unit_of(measure));
	put_integer(json, "threshold_percent", threshold);
	baseline_put_method(json, threshold);
	put_open(json, "points", '[');
	for (size_t i = trend->count < trend->shown_max ? trend->count : trend->shown_max; i; i--)
		print_point(json, trend, i - 1, (double)threshold, is_more_better);
	put_close(json, ']');
	put_close(json, '}');
}

static void trend_release(struct trend *trend)
{
	for (size_t i = 0; i < trend->count; i++)
		point_release(&trend->points[i]);
	free(trend->points);
}

int trend_get(struct request *request, struct store_connection *db)
{
	const char *measure = query_get(&request->query, "measure"), *branch, *name, *gpu;
	int64_t limit, threshold, to_ns;
	struct json_writer json;
	struct trend trend = { 0 };
	int err;

	if (!measure) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query", "measure is missing");
		return 0;
	}
	if (!api_text(request, "branch", &branch) || !api_reported(request, "name", &name) ||
	    !api_reported(request, "gpu", &gpu) ||
	    !api_number(request, "limit", 1, LIMIT_TREND, 200, &limit) ||
	    !api_number(request, "threshold", 0, 1000, 5, &threshold) ||
	    !api_number(request, "to", INT64_MIN, INT64_MAX, INT64_MAX, &to_ns))
		return 0;
	trend.shown_max = (size_t)limit;
	trend.room = trend.shown_max + BEFORE_FIRST;
	trend.points = calloc(trend.room, sizeof *trend.points);
	err = trend.points ? STORE_RUN(db, *branch ? STATEMENT_TREND_BRANCH : STATEMENT_TREND,
	                               take_point, &trend, store_integer(request->project_id),
	                               store_text(measure), store_text(branch), store_text(name),
	                               store_integer(to_ns), store_integer((int64_t)trend.room),
	                               store_text(gpu))
	                   : -ENOMEM;
	if (!err) {
		json = reply_writer(request);
		print_trend(&json, &trend, measure, threshold);
		reply_json(request, MHD_HTTP_OK);
	}
	trend_release(&trend);
	return err;
}

static int list_measure(const struct store_value *row, void *data)
{
	struct json_writer *json = data;

	put_open(json, NULL, '{');
	put_text(json, "name", row[0].bytes);
	put_title(json, row[0].bytes);
	put_text(json, "unit", unit_of(row[0].bytes));
	put_close(json, '}');
	return 0;
}

/* Of the newest reports: what no run has had for long is no choice. */
int measures_get(struct request *request, struct store_connection *db)
{
	struct json_writer json;
	const char *name;
	int err;

	if (!api_reported(request, "name", &name))
		return 0;
	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_open(&json, "measures", '[');
	err = STORE_RUN(db, STATEMENT_MEASURE_NAMES, list_measure, &json,
	                store_integer(request->project_id), store_integer(LIMIT_LIST),
	                store_text(name));
	put_close(&json, ']');
	put_close(&json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}

/* name, branch, host, gpu, runs, last_ns */
static int list_program(const struct store_value *row, void *data)
{
	static const char *const names[] = { "name", "branch", "host", "gpu" };
	struct json_writer *json = data;

	put_open(json, NULL, '{');
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		put_text_or_null(json, names[i], row[i].size ? row[i].bytes : NULL);
	put_integer(json, "runs", row[4].integer);
	put_integer(json, "last_ns", row[5].integer);
	put_close(json, '}');
	return 0;
}

/* Also of the newest runs: what lists and trends can be narrowed to. */
int programs_get(struct request *request, struct store_connection *db)
{
	struct json_writer json = reply_writer(request);
	int err;

	put_open(&json, NULL, '{');
	put_open(&json, "programs", '[');
	err = STORE_RUN(db, STATEMENT_PROGRAM_LIST, list_program, &json,
	                store_integer(request->project_id), store_integer(LIMIT_PROGRAM_RUNS));
	put_close(&json, ']');
	put_close(&json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}
