/* SPDX-License-Identifier: MIT */
/*
 * Replies that are kept and sent again, whole. What a reply is known by (struct request: kept_key)
 * holds a count of its project that a transaction of whichever server raises: change_count, for
 * what any write to the project may change (ROUTE_KEPT), or removal_count, for what never changes
 * but may be gone (ROUTE_IMMUTABLE). It is read before the reply is made, so a reply may know more
 * than its key says, never less. Any thread.
 */
#ifndef WARPWISE_SERVER_ANSWERS_H
#define WARPWISE_SERVER_ANSWERS_H

#include "server/http/request.h"

struct cache;

/* NULL without memory. */
struct cache *answers_new(void);

/*
 * Once the project is known and before the handler, at any time again while the request waits:
 * true, the reply is there. False: it is to be made, and kept where its route says so.
 */
bool answers_find(struct request *request);

/* Keeps RESPONSE, which was made for REQUEST; true: it is the request's answer now. */
bool answers_keep(struct request *request, struct MHD_Response *response);

/* The response of an answer, which cached_release() gives back. */
struct MHD_Response *answer_response(const struct cached *answer);

#endif
