/* SPDX-License-Identifier: MIT */
/* A sample's trace in the demonstration's store, for the timelines of its runs. Main thread only.
 */
#ifndef WARPWISE_SERVER_DEMO_TRACE_H
#define WARPWISE_SERVER_DEMO_TRACE_H

#include "server/base/buffer.h"
#include "server/store/store.h"

/*
 * Within a transaction: stores TRACE, a whole file, for REPORT of PROJECT; *ID is it then. If *ID
 * is not 0, it is stored already, and becomes REPORT's, too. Returns 0, -ENOMEM, or as store_run().
 */
int demo_trace_store(struct store_connection *db, int64_t project, int64_t report,
                     const struct buffer *trace, int64_t *id);

#endif
