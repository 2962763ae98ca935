/* SPDX-License-Identifier: MIT */
/* Deletes what has expired: reports behind their project's retention, sessions, uploads that
 * stopped. */
#ifndef WARPWISE_SERVER_RETENTION_H
#define WARPWISE_SERVER_RETENTION_H

#include <stdatomic.h>

#include "server/store/store.h"

/* Goes on until all is gone or *IS_STOPPING. 0 or an error of store_run(). */
int retention_run(struct store_connection *db, int64_t now_ns, const atomic_bool *is_stopping);

#endif
