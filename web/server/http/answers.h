/* SPDX-License-Identifier: MIT */
/*
 * Replies that are kept and sent again, whole, while nothing in their project has changed: lists
 * and trends, which many ask for alike. What a reply is known by (struct request: kept_key) holds
 * the project's change_count, which each transaction that writes to the project raises, whichever
 * server it is of (project_change). It is read before the reply is made, so a reply may know more
 * than its key says, never less. Any thread.
 */
#ifndef WARPWISE_SERVER_ANSWERS_H
#define WARPWISE_SERVER_ANSWERS_H

#include "server/http/request.h"

/*
 * Once the project is known and before the handler: true, the reply is there. False: it is to be
 * made, and kept where its route says so (ROUTE_KEPT).
 */
bool answers_find(struct request *request);

/* Keeps RESPONSE, which was queued for REQUEST: true, the caller's reference to it is taken over.
 */
bool answers_keep(struct request *request, struct MHD_Response *response);

/* The response of an answer; the request gives it back with answer_release(). */
struct MHD_Response *answer_response(const struct answer *answer);
void answer_release(struct answer *answer); /* NULL: nothing */

/* Forgets all, when the server stops. */
void answers_forget(void);

#endif
