/* SPDX-License-Identifier: MIT */
/*
 * Each program's latest run, and how it changed against the runs before it (baseline.h). A program
 * counts once for each branch and kind of GPUs. What is compared is the program time, or the run
 * where the latest report is from before the server knew of that. On a worker.
 */
#include "server/api/api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "server/api/baseline.h"
#include "server/api/run.h"
#include "server/http/limits.h"

/* Columns of the statement latest_points beyond those of point_take(), and of latest_runs beyond
 * those of the view. */
enum { COLUMN_DURATION_NS = 8, COLUMN_RUNS = RUN_COST_NS + 1 };

/* Its runs of which the curve is made; more than a baseline takes, since a commit is often measured
 * several times. */
enum { SERIES_RUNS = 32 };

static const char program_time[] = "duration_without_start_ns";

struct series {
	size_t first, count; /* of its points, the newest first */
	bool is_run;         /* its values are those of the whole run */
};

struct latest {
	struct series *series; /* the newest first, LIMIT_LATEST + 1 of them */
	struct point *points;  /* of one after another */
	size_t count, points_count, next;
	int64_t threshold;
	struct json_writer json;
};

static int take_point(const struct store_value *row, void *data)
{
	struct latest *latest = data;
	struct point *point = &latest->points[latest->points_count];
	const bool is_first = latest->count == 0;
	struct series *series = &latest->series[is_first ? 0 : latest->count - 1];
	int err = point_take(point, row);

	if (err || is_first || !point_is_alike(&latest->points[series->first], point)) {
		if (err || latest->count > LIMIT_LATEST) {
			point_release(point);
			return err;
		}
		series = &latest->series[latest->count++];
		*series = (struct series){ .first = latest->points_count,
			                   .is_run = row[4].type != STORE_REAL };
	}
	/* Runs of the same moment are more than were asked for; and a program time is never
	 * compared with a run. */
	if (series->count == SERIES_RUNS || (!series->is_run && row[4].type != STORE_REAL)) {
		point_release(point);
		return 0;
	}
	if (series->is_run)
		point->value = (double)row[COLUMN_DURATION_NS].integer;
	series->count++;
	latest->points_count++;
	return 0;
}

static void put_point_hash(struct json_writer *json, const struct point *point)
{
	const struct store_value hash = store_blob(point->hash, HASH_SIZE);

	put_hash(json, NULL, &hash);
}

static void print_change(struct latest *latest, const struct series *series)
{
	const struct point *points = &latest->points[series->first];
	struct json_writer *json = &latest->json;
	struct baseline baseline;
	double change = 0;

	baseline_find(points, series->count, 0, &baseline);
	put_text(json, "measure", series->is_run ? "duration_ns" : program_time);
	put_real(json, "value", points[0].value);
	if (series->count > 1)
		put_real(json, "previous", points[1].value);
	else
		put_null(json, "previous");
	if (baseline_can_judge(&baseline)) {
		change = 100 * (points[0].value - baseline.median) / baseline.median;
		put_real(json, "baseline", baseline.median);
		put_real(json, "change_percent", change);
	} else {
		put_null(json, "baseline");
		put_null(json, "change_percent");
	}
	put_bool(json, "is_regression", change > (double)latest->threshold);
	put_bool(json, "is_improvement", -change > (double)latest->threshold);
	put_open(json, "before", '[');
	for (size_t i = baseline.count; i; i--)
		put_point_hash(json, &points[baseline.places[i - 1]]);
	put_close(json, ']');
	put_open(json, "values", '[');
	for (size_t i = series->count; i; i--)
		put_real(json, NULL, points[i - 1].value);
	put_close(json, ']');
}

/* Rows come in the order of the series; others of the same moment, or that came or went since, are
 * passed over. */
static int print_program(const struct store_value *row, void *data)
{
	struct latest *latest = data;
	size_t at = latest->next;

	while (at < latest->count && memcmp(latest->points[latest->series[at].first].hash,
	                                    row[RUN_HASH].bytes, HASH_SIZE) != 0)
		at++;
	if (at == latest->count || at == LIMIT_LATEST)
		return 0;
	latest->next = at + 1;
	put_open(&latest->json, NULL, '{');
	run_print(&latest->json, row);
	put_integer(&latest->json, "runs", row[COLUMN_RUNS].integer);
	print_change(latest, &latest->series[at]);
	put_close(&latest->json, '}');
	return 0;
}

static void latest_release(struct latest *latest)
{
	for (size_t i = 0; i < latest->points_count; i++)
		point_release(&latest->points[i]);
	free(latest->points);
	free(latest->series);
}

int latest_get(struct request *request, struct store_connection *db)
{
	const struct store_value project = store_integer(request->project_id),
	                         most = store_integer(LIMIT_LATEST + 1);
	struct latest latest = { 0 };
	int64_t from_ns;
	int err = -ENOMEM;

	if (!api_number(request, "from", INT64_MIN, INT64_MAX, INT64_MIN, &from_ns) ||
	    !api_number(request, "threshold", 0, 1000, 5, &latest.threshold))
		return 0;
	latest.series = calloc(LIMIT_LATEST + 1, sizeof *latest.series);
	/* One more: what is passed over stands there for a moment. */
	latest.points = calloc((LIMIT_LATEST + 1) * SERIES_RUNS + 1, sizeof *latest.points);
	if (latest.series && latest.points)
		err = STORE_RUN(db, STATEMENT_LATEST_POINTS, take_point, &latest, project,
		                store_integer(from_ns), most, store_text(program_time),
		                store_integer(SERIES_RUNS - 1));
	if (err)
		goto out;
	latest.json = reply_writer(request);
	put_open(&latest.json, NULL, '{');
	put_integer(&latest.json, "threshold_percent", latest.threshold);
	baseline_put_method(&latest.json, latest.threshold);
	put_bool(&latest.json, "is_whole", latest.count <= LIMIT_LATEST);
	put_open(&latest.json, "programs", '[');
	err = STORE_RUN(db, STATEMENT_LATEST_RUNS, print_program, &latest, project,
	                store_integer(from_ns), most);
	put_close(&latest.json, ']');
	put_close(&latest.json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
out:
	latest_release(&latest);
	return err;
}
