/* SPDX-License-Identifier: MIT */
/* Two reports of a project side by side: their measures and findings. On a worker. */
#include "server/api/api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "server/api/run.h"
#include "server/report/report.h"

struct measure {
	char *name;
	double value[2];
	bool has[2];
};

/* One finding: by rule and subject, as `warpwise compare` matches them. */
struct finding {
	char *rule, *subject, *title, *severity;
	int64_t cost_ns[2], gain_ns[2];
	bool has[2];
};

enum {
	BASE,
	NEW,
	SIDES,
	FINDINGS_MAX = 2 * REPORT_FINDINGS_MAX,
	MEASURES_MAX = 2 * REPORT_MEASURES_MAX
};

struct comparison {
	struct json_writer json;
	struct measure measures[MEASURES_MAX];
	struct finding findings[FINDINGS_MAX];
	size_t measure_count, finding_count;
	int side;
	int64_t id[SIDES];
};

static int take_measure(const struct store_value *row, void *data)
{
	struct comparison *comparison = data;
	struct measure *measure = comparison->measures;
	const struct measure *end = measure + comparison->measure_count;

	while (measure < end && strcmp(measure->name, row[0].bytes) != 0)
		measure++;
	if (measure == end) {
		if (comparison->measure_count == MEASURES_MAX)
			return 0;
		measure->name = strdup(row[0].bytes);
		if (!measure->name)
			return -ENOMEM;
		comparison->measure_count++;
	}
	measure->value[comparison->side] = row[1].real;
	measure->has[comparison->side] = true;
	return 0;
}

/* rule, subject, title, severity, headline, cost_ns, gain_ns */
static int take_finding(const struct store_value *row, void *data)
{
	struct comparison *comparison = data;
	struct finding *finding = comparison->findings;
	const struct finding *end = finding + comparison->finding_count;
	const int side = comparison->side;

	while (finding < end && (strcmp(finding->rule, row[0].bytes) != 0 ||
	                         strcmp(finding->subject, row[1].bytes) != 0))
		finding++;
	if (finding == end) {
		if (comparison->finding_count == FINDINGS_MAX)
			return 0;
		comparison->finding_count++; /* freed from now on */
		finding->rule = strdup(row[0].bytes);
		finding->subject = strdup(row[1].bytes);
		finding->title = strdup(row[2].bytes);
		if (!finding->rule || !finding->subject || !finding->title)
			return -ENOMEM;
	}
	free(finding->severity); /* the new side's, where both have it */
	finding->severity = strdup(row[3].bytes);
	if (!finding->severity)
		return -ENOMEM;
	finding->cost_ns[side] += row[5].integer;
	finding->gain_ns[side] = row[6].integer;
	finding->has[side] = true;
	return 0;
}

static int take_run(const struct store_value *row, void *data)
{
	struct comparison *comparison = data;

	comparison->id[comparison->side] = row[RUN_ID].integer;
	run_print(&comparison->json, row);
	return 0;
}

static int take_side(struct request *request, struct store_connection *db,
                     struct comparison *comparison, const char *name)
{
	const char *id = query_get(&request->query, name);
	unsigned char hash[HASH_SIZE];
	int err;

	if (!id || !hash_read(id, hash)) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
		              "%s must be the id of a report", name);
		return 0;
	}
	json_open(&comparison->json, name, '{');
	err = STORE_RUN(db, STATEMENT_RUN_GET, take_run, comparison,
	                store_integer(request->project_id), store_blob(hash, sizeof hash));
	json_close(&comparison->json, '}');
	if (!err && !comparison->id[comparison->side]) {
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no report %s",
		              id);
		return 0;
	}
	if (!err)
		err = STORE_RUN(db, STATEMENT_MEASURE_LIST, take_measure, comparison,
		                store_integer(comparison->id[comparison->side]));
	if (!err)
		err = STORE_RUN(db, STATEMENT_FINDING_LIST, take_finding, comparison,
		                store_integer(comparison->id[comparison->side]));
	return err;
}

static void print_value(struct json_writer *json, const char *name, bool is_there, double value)
{
	if (is_there)
		json_real(json, name, value);
	else
		json_null(json, name);
}

static void print_measures(struct json_writer *json, const struct comparison *comparison)
{
	json_open(json, "measures", '[');
	for (size_t i = 0; i < comparison->measure_count; i++) {
		const struct measure *m = &comparison->measures[i];
		const bool has_both = m->has[BASE] && m->has[NEW];

		json_open(json, NULL, '{');
		json_text(json, "name", m->name);
		print_value(json, "base", m->has[BASE], m->value[BASE]);
		print_value(json, "new", m->has[NEW], m->value[NEW]);
		print_value(json, "change_percent", has_both && m->value[BASE] != 0,
		            m->value[BASE] != 0
		                    ? 100 * (m->value[NEW] - m->value[BASE]) / m->value[BASE]
		                    : 0);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void print_ns(struct json_writer *json, const char *name, bool is_there, int64_t value)
{
	if (is_there && value >= 0)
		json_integer(json, name, value);
	else
		json_null(json, name);
}

static void print_findings(struct json_writer *json, const struct comparison *comparison)
{
	json_open(json, "findings", '[');
	for (size_t i = 0; i < comparison->finding_count; i++) {
		const struct finding *f = &comparison->findings[i];

		json_open(json, NULL, '{');
		json_text(json, "rule", f->rule);
		json_text(json, "subject", f->subject);
		json_text(json, "title", f->title);
		json_text(json, "severity", f->severity);
		json_text(json, "state", !f->has[BASE] ? "new" : f->has[NEW] ? "both" : "gone");
		print_ns(json, "base_cost_ns", f->has[BASE], f->cost_ns[BASE]);
		print_ns(json, "new_cost_ns", f->has[NEW], f->cost_ns[NEW]);
		print_ns(json, "base_gain_ns", f->has[BASE], f->gain_ns[BASE]);
		print_ns(json, "new_gain_ns", f->has[NEW], f->gain_ns[NEW]);
		json_close(json, '}');
	}
	json_close(json, ']');
}

static void comparison_free(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->measure_count; i++)
		free(comparison->measures[i].name);
	for (size_t i = 0; i < comparison->finding_count; i++) {
		free(comparison->findings[i].rule);
		free(comparison->findings[i].subject);
		free(comparison->findings[i].title);
		free(comparison->findings[i].severity);
	}
	free(comparison);
}

int compare_get(struct request *request, struct store_connection *db)
{
	static const char *const names[SIDES] = { "base", "new" };
	struct comparison *comparison = calloc(1, sizeof *comparison);
	int err = comparison ? 0 : -ENOMEM;

	if (err)
		return err;
	comparison->json = reply_writer(request);
	json_open(&comparison->json, NULL, '{');
	for (int side = 0; side < SIDES && !err && !request->reply.status; side++) {
		comparison->side = side;
		err = take_side(request, db, comparison, names[side]);
	}
	if (!err && !request->reply.status) {
		print_measures(&comparison->json, comparison);
		print_findings(&comparison->json, comparison);
		json_close(&comparison->json, '}');
		reply_json(request, MHD_HTTP_OK);
	}
	comparison_free(comparison);
	return err;
}
