/* SPDX-License-Identifier: MIT */
/* The handlers of all routes, by file; routes.c is the table of them. request.h has their contract.
 */
#ifndef WARPWISE_SERVER_API_H
#define WARPWISE_SERVER_API_H

#include "server/base/json.h"
#include "server/http/request.h"

/* api_report.c */
handler_fn report_prepare, report_store, report_list, report_get, report_summary, report_remove;
/* api_compare.c */
handler_fn compare_get;
/* api_trend.c */
handler_fn trend_get, measures_get, programs_get;
/* api_latest.c */
handler_fn latest_get;
/* api_finding.c */
handler_fn findings_get, rules_get;
/* api_project.c */
handler_fn project_list, project_expired, project_prepare, project_store, project_remove;
/* api_trace.c */
handler_fn trace_prepare, trace_store, trace_status, trace_content;
/* api_timeline.c */
handler_fn trace_timeline, trace_window;
/* api_token.c */
handler_fn token_list, token_prepare, token_store, token_remove;
/* api_user.c */
handler_fn user_list, user_prepare, user_store, user_remove;
handler_fn user_password_prepare, user_password_store, user_right_prepare, user_right_store;

/* api_session.c */
handler_fn session_get, session_prepare, session_store, session_end, audit_get;
handler_fn own_password_prepare, own_password_store;
/* api_server.c */
handler_fn health_get, metrics_get, openapi_get, page_get, asset_get;

/* ---- what several of them need ---- */

/* The hash of parameter AT; false: the reply is "not found". */
bool api_hash(struct request *request, int at, const char *what, unsigned char hash[HASH_SIZE]);

/* A number of the query; false: the reply says what is wrong. */
bool api_number(struct request *request, const char *name, int64_t minimum, int64_t maximum,
                int64_t fallback, int64_t *number);

/* A text of the query, "" where there is none; false: too long, and the reply says so. */
bool api_text(struct request *request, const char *name, const char **text);

/* The same for what reports say of themselves: as long as it may be stored. */
bool api_reported(struct request *request, const char *name, const char **text);

/* A small body of JSON, an object; false: the reply says what is wrong. For json_release(). */
bool api_body(struct request *request, struct json *json, char **copy);

/* A member's text, to be freed; NULL: none, or no text. */
char *api_member(const struct json *json, const char *name);

/* The body's {"password": "..."}, in api_user.c; where it is none, the reply says so. */
int api_new_password(struct request *request, const struct json *json,
                     char hash[PASSWORD_HASH_MAX]);

struct stored_trace {
	int64_t id, size; /* in bytes */
};

/* The trace of the address, all of which is there. Where the reply has a status, it says that it is
 * not. 0 or an error of store_run(). */
int trace_find_complete(struct request *request, struct store_connection *db,
                        struct stored_trace *stored);

/* Writes the stored trace ID to FD, an empty file. 0, an error of store_run(), or -ENOSPC. */
int trace_copy(struct store_connection *db, int64_t id, int64_t size_bytes, int fd);

/*
 * A report, or a trace of which not all was sent, as if it were gone. Traces are large, and others
 * want to write meanwhile: what has one goes to a deleted project, which the watch removes a little
 * at a time (retention.c). 0 or an error of store_run().
 */
int report_drop(struct store_connection *db, int64_t id);
int trace_drop(struct store_connection *db, int64_t id);

/* Everything a report has, gone, in one piece. 0 or an error of store_run(). */
int report_erase(struct store_connection *db, int64_t id);

#endif
