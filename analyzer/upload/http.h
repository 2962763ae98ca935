/* SPDX-License-Identifier: MIT */
/*
 * Requests to the server, tried again while that can help. Main thread only.
 *
 * What can pass is tried again after waits that double and of which a random part is taken, so that
 * many clients do not come back at once; a wait that the server names (Retry-After) is waited out.
 * What cannot pass (401, 413, a wrong certificate, a redirect) is not tried again.
 */
#ifndef WARPWISE_UPLOAD_HTTP_H
#define WARPWISE_UPLOAD_HTTP_H

#include "upload/server.h"

enum http_outcome {
	HTTP_DONE,    /* 2xx, or one of the statuses that the caller expects */
	HTTP_REFUSED, /* the server will never take this */
	HTTP_DENIED,  /* not as we asked: no right, a wrong certificate, a redirect, no server */
	HTTP_UNREACHABLE, /* it could not be reached, or was busy, as often as we tried */
};

struct http_request {
	const char *method; /* "POST" */
	const char *path;   /* behind the server's URL, with its query */
	const void *body;   /* NULL: none */
	size_t body_size;
	const char *content_type;     /* NULL: none */
	const char *content_encoding; /* NULL: none */
	const char *content_range;    /* NULL: none */
	long expected[2];             /* statuses besides 2xx that are answers; 0: none */
	/* For the progress on a terminal: what it is, and which part of it this is. */
	const char *label;
	int64_t label_from, label_size;
};

struct http_reply {
	long status; /* 0: none came */
	char *body;  /* ends with a 0; owned */
	size_t body_size;
	char error[SERVER_ERROR_MAX]; /* why it is not done */
};

/* Release REPLY in any case. */
enum http_outcome http_send(const struct server *server, const struct http_request *request,
                            struct http_reply *reply);
void http_reply_release(struct http_reply *reply);

/* TEXT for a query, percent-encoded; new memory, NULL without it. */
char *http_escape(const char *text);

#endif
