/* SPDX-License-Identifier: MIT */
/*
 * The thread that writes. Uploads that wait together share one transaction, and so one wait for the
 * disk; each within a savepoint of its own, so that one that fails takes none along. A reply is
 * sent only when COMMIT has returned: acknowledged means stored.
 */
#ifndef WARPWISE_SERVER_WRITER_H
#define WARPWISE_SERVER_WRITER_H

#include "server/http/server.h"

struct writer;

/* DONE is called with each request when its reply is ready. NULL without memory or a thread. */
struct writer *writer_start(struct server *server, void (*done)(struct request *request));
void writer_stop(struct writer *writer);

/* false: too many wait already. */
bool writer_submit(struct writer *writer, struct request *request);

struct writer_counts {
	int64_t transactions, writes;
	int waiting;
};
struct writer_counts writer_count(struct writer *writer);

/* A line for the audit log, within a transaction; for the console, too. 0 or an error of
 * store_run(). */
int audit_write(struct store_connection *db, const char *actor, const char *address,
                const char *action, const char *project, const char *subject);

#endif
