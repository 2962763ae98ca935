/* SPDX-License-Identifier: MIT */
/*
 * A measure over the runs of a project. Whether a run got worse is decided as benchmark services
 * with a percentage threshold do: against the median of the runs before it of the same program and
 * branch. All on a worker.
 */
#include "server/api/api.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/api/run.h"

enum { BASELINE_RUNS = 5, BASELINE_MIN = 3 };

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

struct point {
	unsigned char hash[HASH_SIZE];
	char *commit, *branch, *name;
	int64_t recorded_ns;
	double value;
};

struct trend {
	struct point *points; /* the newest first */
	size_t count, room;
};

/* hash, commit, branch, recorded_ns, value, name */
static int take_point(const struct store_value *row, void *data)
{
	struct trend *trend = data;
	struct point *point = &trend->points[trend->count];

	if (trend->count == trend->room)
		return 0;
	trend->count++;
	memcpy(point->hash, row[0].bytes, HASH_SIZE);
	point->commit = strdup(row[1].bytes);
	point->branch = strdup(row[2].bytes);
	point->recorded_ns = row[3].integer;
	point->value = row[4].real;
	point->name = strdup(row[5].bytes);
	return point->commit && point->branch && point->name ? 0 : -ENOMEM;
}

static int compare_reals(const void *a, const void *b)
{
	const double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

/* The median of up to BASELINE_RUNS runs before point AT; false: there are too few. */
static bool find_baseline(const struct trend *trend, size_t at, double *baseline)
{
	const struct point *point = &trend->points[at];
	double values[BASELINE_RUNS];
	size_t count = 0;

	for (size_t i = at + 1; i < trend->count && count < BASELINE_RUNS; i++)
		if (strcmp(trend->points[i].name, point->name) == 0 &&
		    strcmp(trend->points[i].branch, point->branch) == 0)
			values[count++] = trend->points[i].value;
	if (count < BASELINE_MIN)
		return false;
	qsort(values, count, sizeof *values, compare_reals);
	*baseline = count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
	return true;
}

static void print_point(struct json_writer *json, const struct trend *trend, size_t at,
                        double threshold, bool is_more_better)
{
	const struct point *point = &trend->points[at];
	const struct store_value hash = store_blob(point->hash, HASH_SIZE);
	double baseline = 0, change = 0;
	const bool has_baseline = find_baseline(trend, at, &baseline) && baseline != 0;

	put_open(json, NULL, '{');
	put_hash(json, "id", &hash);
	put_text_or_null(json, "commit", *point->commit ? point->commit : NULL);
	put_text_or_null(json, "branch", *point->branch ? point->branch : NULL);
	put_text(json, "name", point->name);
	put_integer(json, "recorded_ns", point->recorded_ns);
	put_real(json, "value", point->value);
	if (has_baseline) {
		change = 100 * (point->value - baseline) / baseline;
		put_real(json, "baseline", baseline);
		put_real(json, "change_percent", change);
	} else {
		put_null(json, "baseline");
		put_null(json, "change_percent");
	}
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
	put_text(json, "unit", unit_of(measure));
	put_integer(json, "threshold_percent", threshold);
	buffer_print(json->out,
	             ",\"method\":\"a run is a regression when it is more than %lld %% worse than "
	             "the median of up to %d runs before it of the same program and branch (at "
	             "least %d)\"",
	             (long long)threshold, BASELINE_RUNS, BASELINE_MIN);
	put_open(json, "points", '[');
	for (size_t i = trend->count; i; i--)
		print_point(json, trend, i - 1, (double)threshold, is_more_better);
	put_close(json, ']');
	put_close(json, '}');
}

int trend_get(struct request *request, struct store_connection *db)
{
	const char *measure = query_get(&request->query, "measure"), *branch, *name;
	int64_t limit, threshold, to_ns;
	struct json_writer json;
	struct trend trend = { 0 };
	int err;

	if (!measure) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query", "measure is missing");
		return 0;
	}
	if (!api_text(request, "branch", &branch) || !api_text(request, "name", &name) ||
	    !api_number(request, "limit", 1, LIMIT_TREND, 200, &limit) ||
	    !api_number(request, "threshold", 0, 1000, 5, &threshold) ||
	    !api_number(request, "to", INT64_MIN, INT64_MAX, INT64_MAX, &to_ns))
		return 0;
	trend.room = (size_t)limit;
	trend.points = calloc(trend.room, sizeof *trend.points);
	err = trend.points ? STORE_RUN(db, *branch ? STATEMENT_TREND_BRANCH : STATEMENT_TREND,
	                               take_point, &trend, store_integer(request->project_id),
	                               store_text(measure), store_text(branch), store_text(name),
	                               store_integer(to_ns), store_integer(limit))
	                   : -ENOMEM;
	if (!err) {
		json = reply_writer(request);
		print_trend(&json, &trend, measure, threshold);
		reply_json(request, MHD_HTTP_OK);
	}
	for (size_t i = 0; i < trend.count; i++) {
		free(trend.points[i].commit);
		free(trend.points[i].branch);
		free(trend.points[i].name);
	}
	free(trend.points);
	return err;
}

static int list_measure(const struct store_value *row, void *data)
{
	struct json_writer *json = data;

	put_open(json, NULL, '{');
	put_text(json, "name", row[0].bytes);
	put_text(json, "unit", unit_of(row[0].bytes));
	put_close(json, '}');
	return 0;
}

/* Of the newest reports: what no run has had for long is no choice. */
int measures_get(struct request *request, struct store_connection *db)
{
	struct json_writer json = reply_writer(request);
	int err;

	put_open(&json, NULL, '{');
	put_open(&json, "measures", '[');
	err = STORE_RUN(db, STATEMENT_MEASURE_NAMES, list_measure, &json,
	                store_integer(request->project_id), store_integer(LIMIT_LIST));
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
