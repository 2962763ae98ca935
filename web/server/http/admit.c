/* SPDX-License-Identifier: MIT */
/*
 * Decides, for all routes alike and before a handler is called:
 *
 *	public            nobody is asked; only a page of another site may not sign in
 *	any               whoever is known
 *	all               whoever has the route's role for all projects
 *	with a project    whoever has the route's role for it
 *
 * Whether a project or a report exists is told to those alone who may read it.
 */
#include "server/http/admit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/http/grant.h"

#define SESSION_COOKIE "warpwise_session"

struct project_row {
	int64_t id, change_count, removal_count; /* id 0: there is none */
};

/* ---- who asks ---- */

static bool is_write(const struct request *request)
{
	return strcmp(request->method, "GET") != 0 && strcmp(request->method, "HEAD") != 0;
}

/* A page of another origin has no part in this: SameSite says so to browsers that know it, this to
 * all. */
static bool is_forged(const struct request *request)
{
	const char *token = request_header(request, "X-CSRF-Token");
	const char *origin = request_header(request, "Origin");
	const char *host = request_header(request, "Host");

	if (!is_write(request))
		return false;
	if (origin && host) {
		const char *name = strstr(origin, "://");

		if (!name || strcmp(name + 3, host) != 0)
			return true;
	}
	return !token || !secret_is_same(token, request->principal.csrf_token);
}

/*
 * Who signs in has no session yet: another page might sign them in as somebody else, and a page of
 * the same site has its cookie kept. Browsers say whose page asks.
 */
static void check_public(struct request *request)
{
	const char *site = request_header(request, "Sec-Fetch-Site");

	if (is_write(request) && site && strcmp(site, "same-origin") != 0)
		reply_problem(request, MHD_HTTP_FORBIDDEN, "csrf",
		              "the page that asks is not of this server");
}

static void refuse_unknown(struct request *request, const char *why)
{
	reply_problem(request, MHD_HTTP_UNAUTHORIZED, "unauthorized", "%s", why);
}

/* Before the database is asked for a token: who brought too many wrong ones has to wait, and the
 * reply says so. */
static bool must_wait(struct request *request)
{
	const int wait_s = access_wait_s(FAILURE_TOKEN, request->address);

	if (!wait_s)
		return false;
	reply_problem(request, MHD_HTTP_TOO_MANY_REQUESTS, "too-many-requests",
	              "too many wrong tokens from %s: try again in %d s", request->address, wait_s);
	reply_header(request, "Retry-After", "%d", wait_s);
	return true;
}

/* The secret that the request brings; NULL: none. */
static const char *find_secret(const struct request *request, char cookie[SECRET_MAX],
                               bool *is_session)
{
	const char *header = request_header(request, "Authorization");

	*is_session = !header;
	if (header)
		return strncasecmp(header, "Bearer ", 7) == 0 ? header + 7 : "";
	return request_cookie(request, SESSION_COOKIE, cookie, SECRET_MAX) ? cookie : NULL;
}

/* A session's secret is no token, nor a token one of a session. */
static bool recall(const char *secret, bool is_session, struct principal *principal)
{
	unsigned char hash[HASH_SIZE];

	hash_bytes(secret, strlen(secret), hash);
	return access_recall(hash, principal) && (principal->account_id != 0) == is_session;
}

static void everybody_reads(struct principal *principal)
{
	*principal = (struct principal){ .name = "visitor", .title = "visitor", .count = 1 };
	principal->rights[0].role = ROLE_READ;
}

/* Sets the principal, or the reply. false: memory does not know, and there is no DB (NULL). */
static bool find_principal(struct request *request, struct store_connection *db)
{
	char cookie[SECRET_MAX];
	bool is_session;
	const char *secret = find_secret(request, cookie, &is_session);
	int err = 0;

	if (request->server->options.is_demo) {
		everybody_reads(&request->principal);
		return true;
	}
	if (!secret) {
		refuse_unknown(request, "this needs a token (Authorization: Bearer) or a session");
		return true;
	}
	if (!recall(secret, is_session, &request->principal)) {
		if (!is_session && must_wait(request))
			return true;
		if (!db)
			return false;
		err = is_session ? access_find_session(db, secret, &request->principal)
		                 : access_find_token(db, secret, &request->principal);
	}
	if (err == -EACCES) {
		request->principal = (struct principal){ 0 };
		if (!is_session)
			access_count_s(FAILURE_TOKEN, request->address);
		refuse_unknown(request, "this token or session is not known, or it has expired");
	} else if (err) {
		reply_error(request, err, store_error(db));
	} else if (is_session && is_forged(request)) {
		reply_problem(request, MHD_HTTP_FORBIDDEN, "csrf",
		              "X-CSRF-Token is missing or not that of this session");
	}
	return true;
}

static void check_all(struct request *request)
{
	const struct route *route = request->route;

	if (route->flags & ROUTE_ALL ? !principal_may_all(&request->principal, route->role)
	                             : !(route->flags & ROUTE_ANY))
		reply_problem(request, MHD_HTTP_FORBIDDEN, "forbidden",
		              "%s has no right to %s in all projects", request->principal.title,
		              role_names[route->role]);
}

/* ---- the project ---- */

/* project, id: the first that they may read. */
static int take_readable(const struct store_value *row, void *data)
{
	struct request *request = data;

	if (!*request->project &&
	    principal_may(&request->principal, row[0].bytes, request->route->role))
		snprintf(request->project, sizeof request->project, "%s", row[0].bytes);
	return 0;
}

static int find_by_report(struct request *request, struct store_connection *db)
{
	unsigned char hash[HASH_SIZE];

	if (!hash_read(request->parameters[0], hash))
		return 0;
	return STORE_RUN(db, STATEMENT_RUN_PROJECTS, take_readable, request,
	                 store_blob(hash, sizeof hash));
}

static const char *project_name(const struct request *request)
{
	const char *name = request->route->project == PROJECT_PATH
	                           ? request->parameters[0]
	                           : query_get(&request->query, "project");

	if (!name && request->route->project == PROJECT_QUERY)
		name = principal_project(&request->principal);
	return name;
}

static void check_right(struct request *request)
{
	if (!principal_may(&request->principal, request->project, request->route->role))
		reply_problem(request, MHD_HTTP_FORBIDDEN, "forbidden",
		              "%s has no right to %s in project %s", request->principal.title,
		              role_names[request->route->role], request->project);
}

/* Sets the project's name, or the reply. false: it is the report's, and there is no DB (NULL). */
static bool name_project(struct request *request, struct store_connection *db)
{
	const char *name = project_name(request);
	int err;

	if (!name && request->route->project == PROJECT_REPORT) {
		if (!db)
			return false;
		err = find_by_report(request, db);
		if (err)
			reply_error(request, err, store_error(db));
		else if (!*request->project)
			reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found",
			              "there is no such report");
	} else if (!name || !grant_is_project(name)) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
		              name ? GRANT_PROJECT_NAME : "project is missing");
	} else {
		snprintf(request->project, sizeof request->project, "%s", name);
		check_right(request);
	}
	return true;
}

/* id, retention_days, change_count, removal_count */
static int take_project(const struct store_value *row, void *data)
{
	struct project_row *project = data;

	project->id = row[0].integer;
	project->change_count = row[2].integer;
	project->removal_count = row[3].integer;
	return 0;
}

/* The answer for REQUEST, or for one like it. */
static void set_project(struct request *request, const struct project_row *project)
{
	request->project_id = project->id;
	request->change_count = project->change_count;
	request->removal_count = project->removal_count;
	if (!project->id && !(request->route->flags & ROUTE_CREATES))
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no project %s",
		              request->project);
}

/* ---- all of it ---- */

enum admission admit_by_memory(struct request *request)
{
	if (request->route->flags & ROUTE_PUBLIC) {
		check_public(request);
		return ADMISSION_DONE;
	}
	if (!find_principal(request, NULL))
		return ADMISSION_UNKNOWN;
	if (request->reply.status)
		return ADMISSION_DONE;
	if (request->route->project == PROJECT_NONE) {
		check_all(request);
		return ADMISSION_DONE;
	}
	if (!name_project(request, NULL))
		return ADMISSION_UNKNOWN;
	return request->reply.status ? ADMISSION_DONE : ADMISSION_PROJECT;
}

void admit_to_project(struct request *first, struct store_connection *db)
{
	struct project_row project = { 0 };
	int err = -EAGAIN;

	if (db) {
		store_set_deadline(db, first->deadline_ns);
		err = STORE_RUN(db, STATEMENT_PROJECT_GET, take_project, &project,
		                store_text(first->project));
	}
	for (struct request *request = first; request; request = request->next)
		if (err)
			reply_error(request, err, db ? store_error(db) : "no connection");
		else
			set_project(request, &project);
}

void admit(struct request *request, struct store_connection *db)
{
	if (request->route->flags & ROUTE_PUBLIC) {
		check_public(request);
		return;
	}
	if (!db) {
		reply_error(request, -EAGAIN, "no connection");
		return;
	}
	if (!request->deadline_ns)
		request->deadline_ns = clock_monotonic_ns() + LIMIT_REQUEST_S * NS_PER_S;
	store_set_deadline(db, request->deadline_ns); /* the connection has the last request's */
	find_principal(request, db);
	if (request->reply.status)
		return;
	if (request->route->project == PROJECT_NONE) {
		check_all(request);
		return;
	}
	name_project(request, db);
	request->next = NULL;
	if (!request->reply.status)
		admit_to_project(request, db);
}
