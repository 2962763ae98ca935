/* SPDX-License-Identifier: MIT */
/*
 * Leads a request along its way. Rights are decided here, for all routes alike, before a handler is
 *called:
 *
 *	public            nobody is asked
 *	any               whoever has a right at all
 *	all               whoever has the route's role for all projects
 *	with a project    whoever has the route's role for it
 *
 * Whether a project or a report exists is told to those alone who may read it.
 */
#include "server/http/dispatch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/http/answers.h"
#include "server/http/connections.h"
#include "server/http/grant.h"
#include "server/http/workers.h"
#include "server/http/writer.h"

#define SESSION_COOKIE "warpwise_session"

/* ---- the route ---- */

struct match {
	const char *begin[PARAMETERS_MAX];
	size_t length[PARAMETERS_MAX], count;
};

/* Whether PATH has the form of a route. A '*' at its end takes all that is left. */
static bool path_fits(const char *form, const char *path, struct match *match)
{
	size_t length;

	match->count = 0;
	while (*form) {
		if (*form == '*' || strncmp(form, "{}", 2) == 0) {
			length = *form == '*' ? strlen(path) : strcspn(path, "/");
			if (match->count == PARAMETERS_MAX || (*form == '{' && !length))
				return false;
			match->begin[match->count] = path;
			match->length[match->count++] = length;
			form += *form == '*' ? 1 : 2;
			path += length;
		} else if (*form++ != *path++) {
			return false;
		}
	}
	return !*path;
}

static int take_parameters(struct request *request, const struct match *match)
{
	for (size_t i = 0; i < match->count; i++) {
		request->parameters[i] = strndup(match->begin[i], match->length[i]);
		if (!request->parameters[i])
			return -ENOMEM;
	}
	return 0;
}

static void find_route(struct request *request)
{
	const char *method = strcmp(request->method, "HEAD") == 0 ? "GET" : request->method;
	char allowed[64] = "";
	struct match match;

	for (const struct route *route = routes; route->method; route++) {
		if (!path_fits(route->path, request->query.path, &match))
			continue;
		if (strcmp(route->method, method) == 0) {
			request->route = route;
			if (take_parameters(request, &match))
				reply_error(request, -ENOMEM, "a path");
			return;
		}
		if (strchr(route->path, '*')) /* the page, which has every other path */
			continue;
		snprintf(allowed + strlen(allowed), sizeof allowed - strlen(allowed), "%s%s",
		         *allowed ? ", " : "", route->method);
	}
	if (*allowed) {
		reply_problem(request, MHD_HTTP_METHOD_NOT_ALLOWED, "method-not-allowed",
		              "%s has no %s", request->query.path, request->method);
		reply_header(request, "Allow", "%s", allowed);
		return;
	}
	reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no %s",
	              request->query.path);
}

/* ---- what headers tell of the body ---- */

static void check_body(struct request *request)
{
	const char *length = request_header(request, "Content-Length");
	const char *type = request_header(request, "Content-Type");
	const struct route *route = request->route;
	const int codec = codec_find(request_header(request, "Content-Encoding"));

	if (length && strtoull(length, NULL, 10) > route->body_limit) {
		reply_too_large(request, route->body_limit);
		return;
	}
	if (!route->body_limit)
		return;
	if (codec < 0 || (codec && !(route->flags & ROUTE_COMPRESSED))) {
		reply_problem(request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "unsupported-encoding",
		              "Content-Encoding must be %s",
		              route->flags & ROUTE_COMPRESSED ? "zstd, gzip or identity"
		                                              : "identity");
		return;
	}
	request->codec = (enum codec)codec;
	/* What a form of another site could send without asking is refused. */
	if (type &&
	    (strncmp(type, "application/x-www-form-urlencoded", 33) == 0 ||
	     strncmp(type, "multipart/", 10) == 0 || strncmp(type, "text/", 5) == 0) &&
	    !request_header(request, "Authorization"))
		reply_problem(request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type",
		              "Content-Type must be application/json");
}

static void find_address(struct request *request)
{
	const struct server_options *options = &request->server->options;
	const union MHD_ConnectionInfo *info =
	        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const char *forwarded = request_header(request, "X-Forwarded-For");
	const char *protocol = request_header(request, "X-Forwarded-Proto");

	if (info)
		address_print(info->client_addr, request->address, sizeof request->address);
	request->is_secure = request->server->tls != NULL;
	if (!options->trusted_proxy || strcmp(options->trusted_proxy, request->address) != 0)
		return;
	if (forwarded) { /* the proxy's own word is the last */
		const char *last = strrchr(forwarded, ',');

		last = last ? last + 1 : forwarded;
		snprintf(request->address, sizeof request->address, "%s", last + strspn(last, " "));
	}
	request->is_secure = protocol && strcmp(protocol, "https") == 0;
}

/*
 * Takes away the base path, which a proxy leaves in front. Without it all is found too: Prometheus
 * and who looks after the server ask it directly.
 */
static void strip_base(struct request *request)
{
	const char *base = request->server->options.base_path;
	const size_t length = strlen(base);
	const char *rest;

	if (strncmp(request->query.path, base, length) != 0)
		return;
	rest = request->query.path + length;
	if (*rest == '/')
		request->query.path = rest;
	else if (length && !*rest)
		request->query.path = "/";
}

void dispatch_headers(struct request *request)
{
	find_address(request);
	strip_base(request);
	if (!*request->query.path) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
		              "the address cannot be read: a broken percent sequence, bytes that "
		              "are no UTF-8, or more than %d items",
		              LIMIT_QUERY_ITEMS);
		return;
	}
	find_route(request);
	if (!request->reply.status)
		check_body(request);
	if (!request->reply.status && request->server->options.is_demo && request->route->write)
		reply_problem(request, MHD_HTTP_FORBIDDEN, "read-only",
		              "this is a demonstration: nothing can be changed");
}

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

static void refuse_unknown(struct request *request, bool is_wrong)
{
	const int wait_s = access_wait_s(FAILURE_TOKEN, request->address);

	if (is_wrong)
		access_note_failure(FAILURE_TOKEN, request->address);
	if (is_wrong && wait_s) {
		reply_problem(request, MHD_HTTP_TOO_MANY_REQUESTS, "too-many-requests",
		              "too many wrong tokens from %s", request->address);
		reply_header(request, "Retry-After", "%d", wait_s);
		return;
	}
	reply_problem(request, MHD_HTTP_UNAUTHORIZED, "unauthorized",
	              is_wrong ? "this token or session is not known, or it has expired"
	                       : "this needs a token (Authorization: Bearer) or a session");
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

static bool recall(const char *secret, struct principal *principal)
{
	unsigned char hash[HASH_SIZE];

	hash_bytes(secret, strlen(secret), hash);
	return access_recall(hash, principal);
}

static void everybody_reads(struct principal *principal)
{
	*principal = (struct principal){ .name = "visitor", .count = 1 };
	principal->rights[0].role = ROLE_READ;
}

/* Sets the principal, or the reply. */
static void find_principal(struct request *request, struct store_connection *db)
{
	char cookie[SECRET_MAX];
	bool is_session;
	const char *secret = find_secret(request, cookie, &is_session);
	int err = 0;

	if (request->server->options.is_demo) {
		everybody_reads(&request->principal);
		return;
	}
	if (!secret) {
		refuse_unknown(request, false);
		return;
	}
	if (!recall(secret, &request->principal))
		err = is_session ? access_find_session(db, secret, &request->principal)
		                 : access_find_token(db, secret, &request->principal);
	if (err == -EACCES) {
		request->principal = (struct principal){ 0 };
		refuse_unknown(request, true);
		return;
	}
	if (err) {
		reply_error(request, err, store_error(db));
		return;
	}
	if (is_session && is_forged(request))
		reply_problem(request, MHD_HTTP_FORBIDDEN, "csrf",
		              "X-CSRF-Token is missing or not that of this session");
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
		              "%s has no right to %s in project %s", request->principal.name,
		              role_names[request->route->role], request->project);
}

/* id, retention_days, change_count, removal_count */
static int take_project(const struct store_value *row, void *data)
{
	struct request *request = data;

	request->project_id = row[0].integer;
	request->change_count = row[2].integer;
	request->removal_count = row[3].integer;
	return 0;
}

static void find_project(struct request *request, struct store_connection *db)
{
	const char *name = project_name(request);
	int err = 0;

	if (!name && request->route->project == PROJECT_REPORT) {
		err = find_by_report(request, db);
		if (!err && !*request->project)
			reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found",
			              "there is no such report");
	} else if (!name || !grant_is_project(name)) {
		reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
		              name ? "a project's name has letters, digits, '.', '_' and '-', "
		                     "begins with a letter or digit, and is at most 64 long"
		                   : "project is missing");
	} else {
		snprintf(request->project, sizeof request->project, "%s", name);
		check_right(request);
	}
	if (!err && !request->reply.status)
		err = STORE_RUN(db, STATEMENT_PROJECT_GET, take_project, request,
		                store_text(request->project));
	if (err)
		reply_error(request, err, store_error(db));
	else if (!request->reply.status && !request->project_id &&
	         !(request->route->flags & ROUTE_CREATES))
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no project %s",
		              request->project);
}

void dispatch_admit(struct request *request, struct store_connection *db)
{
	const struct route *route = request->route;

	if (route->flags & ROUTE_PUBLIC)
		return;
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
	if (route->project != PROJECT_NONE)
		find_project(request, db);
	else if (route->flags & ROUTE_ALL ? !principal_may_all(&request->principal, route->role)
	                                  : !(route->flags & ROUTE_ANY))
		reply_problem(request, MHD_HTTP_FORBIDDEN, "forbidden",
		              "%s has no right to %s in all projects", request->principal.name,
		              role_names[route->role]);
}

bool dispatch_admit_is_slow(const struct request *request)
{
	return store_is_remote(request->server->store) && !(request->route->flags & ROUTE_PUBLIC);
}

/* ---- the work ---- */

void dispatch_done(struct request *request)
{
	if (request->route && request->route->action && request->is_written)
		access_forget();
	MHD_resume_connection(request->connection);
}

void dispatch_work(struct request *request)
{
	struct store_connection *db = server_connection(request->server);
	const struct route *route = request->route;
	int err = 0;

	if (!db) {
		reply_error(request, -EAGAIN, "no connection");
		dispatch_done(request);
		return;
	}
	if (clock_monotonic_ns() > request->deadline_ns) {
		reply_error(request, -ETIMEDOUT, "waited too long for a worker");
		dispatch_done(request);
		return;
	}
	store_set_deadline(db, request->deadline_ns);
	if (request->stage == STAGE_ASKING) {
		dispatch_admit(request, db);
		if (request->reply.status || !route->handle || route->body_limit) {
			dispatch_done(request);
			return;
		}
	}
	if (answers_find(request)) { /* made meanwhile, for another one that waited */
		dispatch_done(request);
		return;
	}
	if (route->handle || route->prepare)
		err = (route->handle ? route->handle : route->prepare)(request, db);
	if (err)
		reply_error(request, err, store_error(db));
	if (!request->reply.status && route->write &&
	    writer_submit(request->server->writer, request))
		return;
	if (!request->reply.status)
		reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "overloaded",
		              "too many writes wait already");
	reply_make(request);
	dispatch_done(request);
}

static bool hand_over(struct request *request)
{
	struct server *server = request->server;
	const bool is_plain_write = request->route->write && !request->route->prepare &&
	                            request->stage == STAGE_WORKING;

	MHD_suspend_connection(request->connection); /* before another thread can resume it */
	if (is_plain_write ? writer_submit(server->writer, request)
	                   : workers_submit(server->workers, request))
		return false;
	reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "overloaded",
	              "too many requests wait already");
	MHD_resume_connection(request->connection);
	return false; /* this thread comes back to it */
}

bool dispatch_run(struct request *request)
{
	const struct route *route = request->route;
	struct store_connection *db = NULL;
	int err;

	request->deadline_ns = clock_monotonic_ns() + LIMIT_REQUEST_S * NS_PER_S;
	if (request->stage == STAGE_WORKING && answers_find(request))
		return true;
	if (request->stage == STAGE_ASKING || route->write || route->flags & ROUTE_SLOW ||
	    (store_is_remote(request->server->store) && !(route->flags & ROUTE_STATIC)))
		return hand_over(request);
	if (!(route->flags & ROUTE_STATIC)) {
		db = server_connection(request->server);
		if (!db) {
			reply_error(request, -EAGAIN, "no connection");
			return true;
		}
		store_set_deadline(db, request->deadline_ns);
	}
	err = route->handle(request, db);
	if (err)
		reply_error(request, err, db ? store_error(db) : "");
	return true;
}
