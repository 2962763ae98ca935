/* SPDX-License-Identifier: MIT */
/* Deletes what has expired, a few at a time. On the watch's thread, or the console's. */
#include "server/api/retention.h"

#include <errno.h>

#include "server/api/api.h"
#include "server/base/clock.h"
#include "server/http/writer.h"

enum { AT_ONCE = 50, PROJECTS_MAX = 10000 };

struct ids {
	int64_t ids[AT_ONCE];
	size_t count;
};

static int take_id(const struct store_value *row, void *data)
{
	struct ids *ids = data;

	if (ids->count < AT_ONCE)
		ids->ids[ids->count++] = row[0].integer;
	return 0;
}

static int erase_some(struct store_connection *db, int64_t project, int64_t before_ns,
                      size_t *count)
{
	struct ids ids = { .count = 0 };
	int err = store_begin(db);

	if (err)
		return err;
	err = STORE_RUN(db, STATEMENT_REPORT_EXPIRED, take_id, &ids, store_integer(project),
	                store_integer(before_ns), store_integer(AT_ONCE));
	for (size_t i = 0; i < ids.count && !err; i++)
		err = report_erase(db, ids.ids[i]);
	if (!err)
		err = store_commit(db);
	if (err)
		store_rollback(db);
	*count = ids.count;
	return err;
}

static int erase_traces(struct store_connection *db, int64_t before_ns)
{
	struct ids ids = { .count = 0 };
	int err = store_begin(db);

	if (err)
		return err;
	err = STORE_RUN(db, STATEMENT_TRACE_STALE, take_id, &ids, store_integer(before_ns),
	                store_integer(AT_ONCE));
	for (size_t i = 0; i < ids.count && !err; i++) {
		err = STORE_RUN(db, STATEMENT_TRACE_DELETE_PIECES, NULL, NULL,
		                store_integer(ids.ids[i]));
		if (!err)
			err = STORE_RUN(db, STATEMENT_TRACE_DELETE, NULL, NULL,
			                store_integer(ids.ids[i]));
	}
	if (!err)
		err = store_commit(db);
	if (err)
		store_rollback(db);
	return err;
}

struct projects {
	struct {
		int64_t id, days;
	} rows[PROJECTS_MAX];
	size_t count;
};

/* id, name, retention_days */
static int take_project(const struct store_value *row, void *data)
{
	struct projects *projects = data;

	if (row[2].type == STORE_INTEGER && projects->count < PROJECTS_MAX) {
		projects->rows[projects->count].id = row[0].integer;
		projects->rows[projects->count++].days = row[2].integer;
	}
	return 0;
}

int retention_run(struct store_connection *db, int64_t now_ns, const atomic_bool *is_stopping)
{
	static struct projects projects; /* one thread */
	int err;

	projects.count = 0;
	store_set_deadline(db, 0);
	err = STORE_RUN(db, STATEMENT_PROJECT_RETENTION, take_project, &projects, store_integer(0));
	for (size_t i = 0; i < projects.count && !err && !atomic_load(is_stopping); i++) {
		const int64_t before_ns = now_ns - projects.rows[i].days * 86400 * NS_PER_S;
		size_t count = AT_ONCE;

		while (count == AT_ONCE && !err && !atomic_load(is_stopping))
			err = erase_some(db, projects.rows[i].id, before_ns, &count);
	}
	if (!err)
		err = erase_traces(db, now_ns - LIMIT_STALE_TRACE_S * NS_PER_S);
	if (!err)
		err = STORE_RUN(db, STATEMENT_SESSION_DELETE_EXPIRED, NULL, NULL,
		                store_integer(now_ns));
	return err;
}
