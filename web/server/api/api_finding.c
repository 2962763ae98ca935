/* SPDX-License-Identifier: MIT */
/* Findings over many reports: a project's open ones, and what each rule cost. On a worker. */
#include "server/api/api.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "server/api/run.h"

static const struct {
	const char *name;
	enum { TEXT, NUMBER, SUM, GAIN, HASH } kind;
} columns[] = {
	{ "rule", TEXT },         { "subject", TEXT },   { "title", TEXT },
	{ "severity", TEXT },     { "runs", NUMBER },    { "total_cost_ns", SUM },
	{ "best_gain_ns", GAIN }, { "last_id", HASH },   { "last_ns", NUMBER },
	{ "headline", TEXT },     { "last_name", TEXT }, { "last_number", NUMBER },
};

/* A sum of times: exact up to 104 days, and never more than a report could say. */
static int64_t whole_ns(double sum)
{
	return sum < (double)INT64_MAX ? (int64_t)sum : INT64_MAX;
}

static int list_finding(const struct store_value *row, void *data)
{
	struct json_writer *json = data;

	put_open(json, NULL, '{');
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
		if (columns[i].kind == TEXT)
			put_text(json, columns[i].name, row[i].bytes);
		else if (columns[i].kind == HASH)
			put_hash(json, columns[i].name, &row[i]);
		else if (columns[i].kind == GAIN && row[i].integer < 0)
			put_null(json, columns[i].name);
		else if (columns[i].kind == SUM)
			put_integer(json, columns[i].name, whole_ns(row[i].real));
		else
			put_integer(json, columns[i].name, row[i].integer);
	}
	put_close(json, '}');
	return 0;
}

int findings_get(struct request *request, struct store_connection *db)
{
	struct json_writer json;
	const char *branch;
	int64_t from_ns, limit;
	int err;

	if (!api_text(request, "branch", &branch) ||
	    !api_number(request, "from", INT64_MIN, INT64_MAX, INT64_MIN, &from_ns) ||
	    !api_number(request, "limit", 1, LIMIT_LIST, LIMIT_LIST, &limit))
		return 0;
	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_open(&json, "findings", '[');
	err = STORE_RUN(db, STATEMENT_FINDING_OPEN, list_finding, &json,
	                store_integer(request->project_id), store_text(branch),
	                store_integer(from_ns), store_integer(limit));
	put_close(&json, ']');
	put_close(&json, '}');
	if (!err)
		reply_json(request, MHD_HTTP_OK);
	return err;
}

/* ---- what each rule cost ---- */

enum { RULES_MAX = 256, RULE_MAX = 64 };

struct rule_cost {
	char name[RULE_MAX];
	char *title;
	int64_t runs;
	double cost_ns;
};

struct rule_costs {
	struct rule_cost rules[RULES_MAX];
	size_t count;
};

/* rule, runs, cost_ns, title */
static int add_rule(const struct store_value *row, void *data)
{
	struct rule_costs *costs = data;
	size_t i = 0;

	while (i < costs->count && strncmp(costs->rules[i].name, row[0].bytes, RULE_MAX - 1) != 0)
		i++;
	if (i == RULES_MAX)
		return 0;
	if (i == costs->count) {
		costs->count++;
		strncpy(costs->rules[i].name, row[0].bytes, RULE_MAX - 1);
		costs->rules[i].title = strdup(row[3].bytes);
		if (!costs->rules[i].title)
			return -ENOMEM;
	}
	costs->rules[i].runs += row[1].integer;
	costs->rules[i].cost_ns += row[2].real;
	return 0;
}

struct readable {
	const struct request *request;
	const char *only; /* NULL: all that they may read */
	int64_t *ids;
	size_t count;
};

/* id, name */
static int take_readable(const struct store_value *row, void *data)
{
	struct readable *readable = data;
	int64_t *ids;

	if (!principal_may(&readable->request->principal, row[1].bytes, ROLE_READ) ||
	    (readable->only && strcmp(readable->only, row[1].bytes) != 0))
		return 0;
	ids = reallocarray(readable->ids, readable->count + 1, sizeof *ids);
	if (!ids)
		return -ENOMEM;
	readable->ids = ids;
	ids[readable->count++] = row[0].integer;
	return 0;
}

static int compare_costs(const void *a, const void *b)
{
	const struct rule_cost *left = a, *right = b;

	return (left->cost_ns < right->cost_ns) - (left->cost_ns > right->cost_ns);
}

static void print_costs(struct json_writer *json, struct rule_costs *costs)
{
	qsort(costs->rules, costs->count, sizeof *costs->rules, compare_costs);
	put_open(json, NULL, '{');
	put_open(json, "rules", '[');
	for (size_t i = 0; i < costs->count; i++) {
		put_open(json, NULL, '{');
		put_text(json, "rule", costs->rules[i].name);
		put_text(json, "title", costs->rules[i].title);
		put_integer(json, "runs", costs->rules[i].runs);
		put_integer(json, "cost_ns", whole_ns(costs->rules[i].cost_ns));
		put_close(json, '}');
	}
	put_close(json, ']');
	put_close(json, '}');
}

int rules_get(struct request *request, struct store_connection *db)
{
	struct readable readable = { .request = request,
		                     .only = query_get(&request->query, "project") };
	struct rule_costs *costs = calloc(1, sizeof *costs);
	struct json_writer json;
	int64_t from_ns, to_ns;
	int err = costs ? 0 : -ENOMEM;

	if (err || !api_number(request, "from", INT64_MIN, INT64_MAX, INT64_MIN, &from_ns) ||
	    !api_number(request, "to", INT64_MIN, INT64_MAX, INT64_MAX, &to_ns))
		goto out;
	err = STORE_RUN(db, STATEMENT_PROJECT_NAMES, take_readable, &readable, store_text(""));
	for (size_t i = 0; i < readable.count && !err; i++)
		err = STORE_RUN(db, STATEMENT_RULE_COSTS, add_rule, costs,
		                store_integer(readable.ids[i]), store_integer(from_ns),
		                store_integer(to_ns));
	if (!err) {
		json = reply_writer(request);
		print_costs(&json, costs);
		reply_json(request, MHD_HTTP_OK);
	}
out:
	for (size_t i = 0; costs && i < costs->count; i++)
		free(costs->rules[i].title);
	free(readable.ids);
	free(costs);
	return err;
}
