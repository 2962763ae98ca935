/* SPDX-License-Identifier: MIT */
/*
 * Deletes what has expired, a few at a time: reports that are older than their project keeps them,
 * and those of deleted projects, which keep none (project_remove()). On the watch's thread.
 */
#include "server/api/retention.h"

#include <errno.h>
#include <unistd.h>

#include "server/api/api.h"
#include "server/base/clock.h"
#include "server/http/writer.h"

enum {
	AT_ONCE = 50,
	PROJECTS_MAX = 10000,
	TRANSACTION_MS = 20, /* others wait as long */
	RUN_MS = 500,
};

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

/* COUNT: how many of them; 0: there is none. */
static int erase_some(struct store_connection *db, int64_t project, int64_t before_ns,
                      size_t *count)
{
	const int64_t until_ns = clock_monotonic_ns() + TRANSACTION_MS * NS_PER_MS;
	struct ids ids = { .count = 0 };
	int err = store_begin(db);

	*count = 0;
	if (err)
		return err;
	err = STORE_RUN(db, STATEMENT_REPORT_EXPIRED, take_id, &ids, store_integer(project),
	                store_integer(before_ns), store_integer(AT_ONCE));
	while (!err && *count < ids.count && (!*count || clock_monotonic_ns() < until_ns))
		err = report_erase(db, ids.ids[(*count)++]);
	if (!err && *count)
		err = STORE_RUN(db, STATEMENT_PROJECT_CHANGE, NULL, NULL, store_integer(project));
	if (!err)
		err = store_commit(db);
	if (err)
		store_rollback(db);
	return err;
}

/* Sets *IS_DONE: none is left of those received before BEFORE_NS. */
static int erase_until(struct store_connection *db, int64_t project, int64_t before_ns,
                       int64_t until_ns, bool *is_done)
{
	size_t count = 1;
	int err = 0;

	while (count && !err && clock_monotonic_ns() < until_ns) {
		const int64_t begin_ns = clock_monotonic_ns();

		err = erase_some(db, project, before_ns, &count);
		if (count && !err) /* SQLite's writers wait by looking again */
			usleep((useconds_t)((clock_monotonic_ns() - begin_ns) / 1000));
	}
	*is_done = !count;
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

static int erase_expired(struct store_connection *db, int64_t project, int64_t days, int64_t now_ns,
                         int64_t until_ns, bool *is_done)
{
	int err = erase_until(db, project, now_ns - days * 86400 * NS_PER_S, until_ns, is_done);

	return err || days || !*is_done ? err
	                                : STORE_RUN(db, STATEMENT_PROJECT_DELETE, NULL, NULL,
	                                            store_integer(project));
}

int retention_run(struct store_connection *db, int64_t now_ns, bool *is_done)
{
	static struct projects projects; /* one thread */
	const int64_t until_ns = clock_monotonic_ns() + RUN_MS * NS_PER_MS;
	int err;

	*is_done = true;
	projects.count = 0;
	store_set_deadline(db, 0);
	err = STORE_RUN(db, STATEMENT_PROJECT_RETENTION, take_project, &projects, store_integer(0));
	for (size_t i = 0; i < projects.count && !err && *is_done; i++)
		err = erase_expired(db, projects.rows[i].id, projects.rows[i].days, now_ns,
		                    until_ns, is_done);
	if (!err)
		err = erase_traces(db, now_ns - LIMIT_STALE_TRACE_S * NS_PER_S);
	if (!err)
		err = STORE_RUN(db, STATEMENT_SESSION_DELETE_EXPIRED, NULL, NULL,
		                store_integer(now_ns));
	*is_done = *is_done || err; /* what failed is tried again at its next time */
	return err;
}
