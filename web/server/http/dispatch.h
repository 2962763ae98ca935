/* SPDX-License-Identifier: MIT */
/* Leads a request along its way: which route, may they, who works on it. */
#ifndef WARPWISE_SERVER_DISPATCH_H
#define WARPWISE_SERVER_DISPATCH_H

#include "server/http/request.h"
#include "server/http/workers.h"

/* All routes (api/routes.c), the first that fits counts; ends with a row without method. */
extern const struct route routes[];

/* The route, and whether the body may come. Sets the reply where not. On the connection's thread.
 */
void dispatch_headers(struct request *request);

/*
 * Finds out who asks, whether they may, and about which project: as dispatch_run(); where it took
 * another thread, on_request() comes again in STAGE_ASKING.
 */
bool dispatch_admit(struct request *request);

/*
 * Everything that is left once the body is there, or begins it: true, the reply is there; false,
 * the request is some other thread's now, its connection suspended. On the connection's thread.
 */
bool dispatch_run(struct request *request);

/* Sends a request on its way whose reply is there. Not on the connection's thread. */
void dispatch_done(struct request *request);

/* All threads but those of connections. */
extern const struct workers_plan dispatch_pools[POOLS];

#endif
