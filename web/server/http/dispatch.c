/* SPDX-License-Identifier: MIT */
/*
 * Leads a request along its way, and says which threads there are for what takes longer. Where all
 * cores are busy, those who read go before those who upload, and quick answers before all.
 */
#include "server/http/dispatch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/base/clock.h"
#include "server/http/admit.h"
#include "server/http/answers.h"
#include "server/http/connections.h"
#include "server/http/metrics.h"
#include "server/http/workers.h"
#include "server/http/writer.h"

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
	    (strncasecmp(type, "application/x-www-form-urlencoded", 33) == 0 ||
	     strncasecmp(type, "multipart/", 10) == 0 || strncasecmp(type, "text/", 5) == 0) &&
	    !request_header(request, "Authorization"))
		reply_problem(request, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type",
		              "Content-Type must be application/json");
}

static void find_address(struct request *request)
{
	const struct server_options *options = &request->server->options;
	const union MHD_ConnectionInfo *info =
	        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const char *forwarded, *protocol;

	if (info)
		address_print(info->client_addr, request->address, sizeof request->address);
	request->is_secure = request->server->tls != NULL;
	if (!options->trusted_proxy || strcmp(options->trusted_proxy, request->address) != 0)
		return;
	/* The proxy's own word is the last: behind a comma, or in a header of its own (HAProxy). */
	forwarded = request_last_header(request, "X-Forwarded-For");
	protocol = request_last_header(request, "X-Forwarded-Proto");
	if (forwarded) {
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

/* ---- the work ---- */

static void resume(struct request *request)
{
	MHD_resume_connection(request->connection);
}

void dispatch_done(struct request *request)
{
	if (request->route && request->route->action && request->is_written)
		access_forget();
	workers_submit(request->server->pools[POOL_FINISHER], request);
}

static void refuse_to_wait(struct request *request)
{
	reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "overloaded",
	              "too many requests wait already");
}

/* Whether the connection's thread has something to do before the handler: to take the body. */
static bool comes_back(const struct request *request)
{
	return request->stage == STAGE_ASKING &&
	       (!request->route->handle || request->route->body_limit);
}

/* On a worker: true, the writer has it now; false, the reply is there. */
static bool work(struct request *request, struct store_connection *db)
{
	const struct route *route = request->route;
	int err = 0;

	if (!db) {
		reply_error(request, -EAGAIN, "no connection");
		return false;
	}
	if (clock_monotonic_ns() > request->deadline_ns) {
		reply_error(request, -ETIMEDOUT, "waited too long for a worker");
		return false;
	}
	store_set_deadline(db, request->deadline_ns);
	if (!request->is_admitted) {
		admit(request, db);
		request->is_admitted = true;
		if (request->reply.status || comes_back(request))
			return false;
	}
	if (answers_find(request)) /* made meanwhile, for another one that waited */
		return false;
	if (route->handle || route->prepare)
		err = (route->handle ? route->handle : route->prepare)(request, db);
	if (err)
		reply_error(request, err, store_error(db));
	if (!request->reply.status && route->write) {
		if (workers_submit(request->server->pools[POOL_WRITER], request))
			return true;
		refuse_to_wait(request);
	}
	if (request->reply.status)
		reply_make(request);
	return false;
}

static void work_one(struct request *request)
{
	if (!work(request, server_connection(request->server)))
		dispatch_done(request);
}

/* Those of the first one's project stay in its chain; the others are returned, as they came. */
static struct request *split_off(struct request *first)
{
	struct request *others = NULL, **end = &others, **place = &first->next;

	while (*place) {
		struct request *request = *place;

		if (strcmp(request->project, first->project) == 0) {
			place = &request->next;
		} else {
			*place = request->next;
			*end = request;
			end = &request->next;
		}
	}
	*end = NULL;
	return others;
}

static void go_on(struct request *request)
{
	request->is_admitted = true;
	if (!request->reply.status && !comes_back(request) && !answers_find(request)) {
		if (workers_submit(request->server->pools[POOL_READERS], request))
			return;
		refuse_to_wait(request);
	}
	resume(request);
}

/* A question for all that have come while the last one was on its way: with many readers there are
 * as few as with one. */
static void ask_together(struct request *first)
{
	struct store_connection *db = server_connection(first->server);
	struct request *others, *next;

	for (; first; first = others) {
		others = split_off(first);
		admit_to_project(first, db);
		for (; first; first = next) {
			next = first->next;
			go_on(first);
		}
	}
}

const struct workers_plan dispatch_pools[POOLS] = {
	[POOL_ASKER] = { .name = "asker",
	                 .threads = 1,
	                 .limit = LIMIT_WAITING_JOBS,
	                 .together = LIMIT_WAITING_JOBS,
	                 .work = ask_together },
	[POOL_READERS] = { .name = "reader",
	                   .nice = 5,
	                   .limit = LIMIT_WAITING_JOBS,
	                   .together = 1,
	                   .work = work_one },
	[POOL_CHECKERS] = { .name = "checker",
	                    .nice = 10,
	                    .limit = LIMIT_WAITING_JOBS,
	                    .together = 1,
	                    .work = work_one },
	[POOL_WRITER] = { .name = "writer",
	                  .threads = 1,
	                  .limit = LIMIT_WAITING_JOBS,
	                  .together = LIMIT_WRITES_TOGETHER,
	                  .work = writer_work },
	[POOL_FINISHER] = { .name = "finisher", .threads = 1, .together = 1, .work = resume },
};

static void hand_over(struct request *request, enum pool pool)
{
	request->deadline_ns = clock_monotonic_ns() + LIMIT_REQUEST_S * NS_PER_S;
	MHD_suspend_connection(request->connection); /* before another thread can resume it */
	if (workers_submit(request->server->pools[pool], request))
		return;
	refuse_to_wait(request);
	resume(request); /* this thread comes back to it */
}

bool dispatch_admit(struct request *request)
{
	struct server *server = request->server;
	enum admission admission = ADMISSION_DONE;

	if (store_is_remote(server->store))
		admission = admit_by_memory(request);
	else
		admit(request, server_connection(server));
	request->is_admitted = admission == ADMISSION_DONE;
	if (request->is_admitted)
		return true;
	request->stage = STAGE_ASKING;
	hand_over(request, admission == ADMISSION_PROJECT ? POOL_ASKER : POOL_READERS);
	return false;
}

bool dispatch_run(struct request *request)
{
	const struct route *route = request->route;
	struct store_connection *db = NULL;
	int err;

	if (answers_find(request))
		return true;
	if (route->write) {
		hand_over(request, route->prepare ? POOL_CHECKERS : POOL_WRITER);
		return false;
	}
	if (route->flags & ROUTE_SLOW ||
	    (store_is_remote(request->server->store) && !(route->flags & ROUTE_STATIC))) {
		hand_over(request, POOL_READERS);
		return false;
	}
	if (!(route->flags & ROUTE_STATIC)) {
		db = server_connection(request->server);
		if (!db) {
			reply_error(request, -EAGAIN, "no connection");
			return true;
		}
		store_set_deadline(db, clock_monotonic_ns() + LIMIT_QUICK_MS * NS_PER_MS);
	}
	err = route->handle(request, db);
	if (err == -ETIMEDOUT) { /* a search through many reports: from the beginning, elsewhere */
		metrics_add(METRIC_SLOW_READS, 1);
		reply_empty(request, 0);
		hand_over(request, POOL_READERS);
		return false;
	}
	if (err)
		reply_error(request, err, db ? store_error(db) : "");
	return true;
}
