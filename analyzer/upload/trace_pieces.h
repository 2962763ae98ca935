/* SPDX-License-Identifier: MIT */
/*
 * Sends a trace, a piece at a time: the server says from where it lacks it, so that an upload that
 * broke off goes on there. Memory stays small however long the trace is. Main thread only.
 */
#ifndef WARPWISE_UPLOAD_TRACE_PIECES_H
#define WARPWISE_UPLOAD_TRACE_PIECES_H

#include "upload/http.h"

/*
 * Sends the trace PATH as one of the report ID in PROJECT (NULL: the token's own). Returns as
 * http_send(); why it is not done is in ERROR.
 */
enum http_outcome trace_pieces_send(const struct server *server, const char *path, const char *id,
                                    const char *project, char error[SERVER_ERROR_MAX]);

#endif
