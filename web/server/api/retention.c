/* SPDX-License-Identifier: MIT */
/*
 * Deletes what has expired, a few at a time: reports that are older than their project keeps them,
 * and those of deleted projects, which keep none (project_remove(), report_drop()), piece by piece
 * of their traces. On the watch's thread.
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

/* Of a deleted project: the last piece of a trace, or a trace that has none. FOUND: there was
 * something. */
static int erase_piece(struct store_connection *db, int64_t project, bool *found)
{
	int64_t trace = 0, piece = 0;
	int err = STORE_RUN(db, STATEMENT_TRACE_OF_PROJECT, store_get_integer, &trace,
	                    store_integer(project));

	*found = !err && trace;
	if (*found)
		err = STORE_RUN(db, STATEMENT_TRACE_DELETE_LAST_PIECE, store_get_integer, &piece,
		                store_integer(trace));
	if (!err && *found && !piece)
		err = STORE_RUN(db, STATEMENT_TRACE_DELETE_LINKS, NULL, NULL, store_integer(trace));
	if (!err && *found && !piece)
		err = STORE_RUN(db, STATEMENT_TRACE_DELETE, NULL, NULL, store_integer(trace));
	return err;
}

struct expired {
	int64_t project, before_ns;
	bool is_dropped; /* the project */
	size_t count;    /* what was erased */
};

static int erase_pieces(struct store_connection *db, int64_t project, int64_t until_ns,
                        size_t *count)
{
	bool found = true;
	int err = 0;

	while (!err && found && (!*count || clock_monotonic_ns() < until_ns)) {
		err = erase_piece(db, project, &found);
		*count += found;
	}
	return err;
}

/* COUNT: of how much; 0: nothing is left. */
static int erase_some(struct store_connection *db, const struct expired *expired, size_t *count)
{
	const int64_t until_ns = clock_monotonic_ns() + TRANSACTION_MS * NS_PER_MS;
	struct ids ids = { .count = 0 };
	int err = store_begin(db);

	*count = 0;
	if (err)
		return err;
	if (expired->is_dropped)
		err = erase_pieces(db, expired->project, until_ns, count);
	if (!err && !*count)
		err = STORE_RUN(db, STATEMENT_REPORT_EXPIRED, take_id, &ids,
		                store_integer(expired->project), store_integer(expired->before_ns),
		                store_integer(AT_ONCE));
	while (!err && *count < ids.count && (!*count || clock_monotonic_ns() < until_ns)) {
		const int64_t id = ids.ids[(*count)++];

		err = expired->is_dropped ? report_erase(db, id) : report_drop(db, id);
	}
	if (!err && *count)
		err = STORE_RUN(db, STATEMENT_PROJECT_CHANGE, NULL, NULL,
		                store_integer(expired->project), store_integer(1));
	if (!err)
		err = store_commit(db);
	if (err)
		store_rollback(db);
	return err;
}

/* Sets *IS_DONE: none is left of those received before BEFORE_NS. */
static int erase_until(struct store_connection *db, struct expired *expired, int64_t until_ns,
                       bool *is_done)
{
	size_t count = 1;
	int err = 0;

	while (count && !err && clock_monotonic_ns() < until_ns) {
		const int64_t begin_ns = clock_monotonic_ns();

		err = erase_some(db, expired, &count);
		expired->count += count;
		if (count && !err) /* SQLite's writers wait by looking again */
			usleep((useconds_t)((clock_monotonic_ns() - begin_ns) / 1000));
	}
	*is_done = !count;
	return err;
}

/* COUNT: how many. */
static int drop_stale_traces(struct store_connection *db, int64_t before_ns, size_t *count)
{
	struct ids ids = { .count = 0 };
	int err = store_begin(db);

	if (err)
		return err;
	err = STORE_RUN(db, STATEMENT_TRACE_STALE, take_id, &ids, store_integer(before_ns),
	                store_integer(AT_ONCE));
	for (size_t i = 0; i < ids.count && !err; i++)
		err = trace_drop(db, ids.ids[i]);
	*count = ids.count;
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

static int erase_expired(struct store_connection *db, struct expired *expired, int64_t until_ns,
                         bool *is_done)
{
	int err = erase_until(db, expired, until_ns, is_done);

	return err || !expired->is_dropped || !*is_done
	               ? err
	               : STORE_RUN(db, STATEMENT_PROJECT_DELETE, NULL, NULL,
	                           store_integer(expired->project));
}

int retention_run(struct store_connection *db, int64_t now_ns, bool *is_done)
{
	static struct projects projects; /* one thread */
	const int64_t until_ns = clock_monotonic_ns() + RUN_MS * NS_PER_MS;
	size_t dropped = 0; /* their traces wait in deleted projects */
	int err;

	*is_done = true;
	projects.count = 0;
	store_set_deadline(db, 0);
	err = drop_stale_traces(db, now_ns - LIMIT_STALE_TRACE_S * NS_PER_S, &dropped);
	if (!err)
		err = STORE_RUN(db, STATEMENT_PROJECT_RETENTION, take_project, &projects,
		                store_integer(0));
	for (size_t i = 0; i < projects.count && !err && *is_done; i++) {
		struct expired expired = {
			.project = projects.rows[i].id,
			.before_ns = now_ns - projects.rows[i].days * 86400 * NS_PER_S,
			.is_dropped = !projects.rows[i].days,
		};

		err = erase_expired(db, &expired, until_ns, is_done);
		dropped += expired.is_dropped ? 0 : expired.count;
	}
	if (!err && *is_done)
		err = store_give_back(db, until_ns, is_done);
	if (!err)
		err = STORE_RUN(db, STATEMENT_SESSION_DELETE_EXPIRED, NULL, NULL,
		                store_integer(now_ns));
	*is_done = (*is_done && !dropped) || err; /* what failed is tried again at its next time */
	return err;
}
