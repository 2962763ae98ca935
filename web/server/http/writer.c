/* SPDX-License-Identifier: MIT */
/* The one transaction of those who write at the same time. */
#include "server/http/writer.h"

#include <errno.h>
#include <stdlib.h>

#include "server/base/clock.h"
#include "server/http/dispatch.h"
#include "server/http/metrics.h"

int audit_write(struct store_connection *db, const char *actor, const char *address,
                const char *action, const char *project, const char *subject)
{
	return STORE_RUN(db, STATEMENT_AUDIT_INSERT, NULL, NULL, store_integer(id_new()),
	                 store_integer(clock_unix_ns()), store_text(actor), store_text(address),
	                 store_text(action), store_text(project), store_text(subject));
}

/* One write. What it did stays only if its reply says so. */
static int write_one(struct request *request, struct store_connection *db)
{
	const struct route *route = request->route;
	int err = store_save(db), kept;

	if (err)
		return err;
	err = route->write(request, db);
	request->is_written = !err && (request->reply.status < 300 || request->keeps_write);
	if (request->is_written && route->action && *request->subject)
		err = audit_write(db, request->principal.name, request->address, route->action,
		                  request->project, request->subject);
	if (!err)
		err = store_settle(db);
	request->is_written = request->is_written && !err;
	if (err)
		reply_error(request, err, store_error(db));
	kept = store_keep(db, request->is_written);
	return kept;
}

/* The transaction failed: nothing of it is stored, whatever the replies say by now. */
static void fail_all(struct request *first, int err, const char *what)
{
	for (; first; first = first->next)
		reply_error(first, err, what);
}

struct change {
	int64_t project_id, removals;
};

static int compare_changes(const void *a, const void *b)
{
	const struct change *left = a, *right = b;

	return (left->project_id > right->project_id) - (left->project_id < right->project_id);
}

/*
 * Last in the transaction, since PostgreSQL's other servers wait for the row until its end; in one
 * order, so that none waits for the other.
 */
static int note_changes(struct store_connection *db, const struct request *first)
{
	struct change changes[LIMIT_WRITES_TOGETHER];
	size_t count = 0;
	int err = 0;

	for (const struct request *request = first; request; request = request->next)
		if (request->is_written && request->project_id)
			changes[count++] = (struct change){
				.project_id = request->project_id,
				.removals = request->route->flags & ROUTE_REMOVES ? 1 : 0,
			};
	qsort(changes, count, sizeof *changes, compare_changes);
	for (size_t i = 0; i < count && !err; i++) {
		if (i + 1 < count && changes[i + 1].project_id == changes[i].project_id)
			changes[i + 1].removals += changes[i].removals;
		else
			err = STORE_RUN(db, STATEMENT_PROJECT_CHANGE, NULL, NULL,
			                store_integer(changes[i].project_id),
			                store_integer(changes[i].removals));
	}
	return err;
}

static void write_all(struct store_connection *db, struct request *first)
{
	int err;

	store_set_deadline(db, clock_monotonic_ns() + LIMIT_REQUEST_S * NS_PER_S);
	err = store_begin(db);
	store_defer(db);
	for (struct request *request = first; request && !err; request = request->next)
		err = write_one(request, db);
	if (!err)
		err = note_changes(db, first);
	if (!err)
		err = store_commit(db);
	if (err) {
		fail_all(first, err, store_error(db));
		store_rollback(db);
	}
	metrics_add(METRIC_TRANSACTIONS, 1);
}

void writer_work(struct request *first)
{
	struct store_connection *db = server_connection(first->server);
	struct request *next;

	if (db)
		write_all(db, first);
	else
		fail_all(first, -EAGAIN, "no connection");
	for (; first; first = next) {
		next = first->next;
		metrics_add(METRIC_WRITES, 1);
		dispatch_done(first);
	}
}
