/* SPDX-License-Identifier: MIT */
/* Deletes what has expired: reports behind their project's retention, sessions, uploads that
 * stopped. */
#ifndef WARPWISE_SERVER_RETENTION_H
#define WARPWISE_SERVER_RETENTION_H

#include <stdbool.h>

#include "server/store/store.h"

/*
 * Deletes for half a second at most, in short transactions with pauses for who else writes. Sets
 * *IS_DONE: whether nothing is left that has expired. 0 or an error of store_run().
 */
int retention_run(struct store_connection *db, int64_t now_ns, bool *is_done);

#endif
