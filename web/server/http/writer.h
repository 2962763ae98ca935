/* SPDX-License-Identifier: MIT */
/*
 * Writing. Uploads that wait together share one transaction, and so one wait for the disk; each
 * within a savepoint of its own, so that one that fails takes none along. A reply is sent only when
 * COMMIT has returned: acknowledged means stored.
 */
#ifndef WARPWISE_SERVER_WRITER_H
#define WARPWISE_SERVER_WRITER_H

#include "server/http/server.h"

/* Writes what a chain of requests asks for, at most LIMIT_WRITES_TOGETHER, and sends them on their
 * way. On the writer's thread, of which there is one. */
void writer_work(struct request *first);

/* A line for the audit log, within a transaction; for the console, too. 0 or an error of
 * store_run(). */
int audit_write(struct store_connection *db, const char *actor, const char *address,
                const char *action, const char *project, const char *subject);

#endif
