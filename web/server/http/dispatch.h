/* SPDX-License-Identifier: MIT */
/* Leads a request along its way: which route, may they, who works on it. */
#ifndef WARPWISE_SERVER_DISPATCH_H
#define WARPWISE_SERVER_DISPATCH_H

#include "server/http/request.h"

/* All routes (api/routes.c), the first that fits counts; ends with a row without method. */
extern const struct route routes[];

/* The route, and whether the body may come. Sets the reply where not. On the connection's thread.
 */
void dispatch_headers(struct request *request);

/* Who asks, whether they may, and the project. Sets the reply where not. Asks the database. */
void dispatch_admit(struct request *request, struct store_connection *db);

/* Whether dispatch_admit() may have to wait. */
bool dispatch_admit_is_slow(const struct request *request);

/*
 * Everything that is left once the body is there, or begins it: true, the reply is there; false,
 * the request is some other thread's now, its connection suspended. On the connection's thread.
 */
bool dispatch_run(struct request *request);

/* What a worker does with a request, and what anyone does with one whose reply is there. */
void dispatch_work(struct request *request);
void dispatch_done(struct request *request);

#endif
