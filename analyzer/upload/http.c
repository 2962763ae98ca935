/* SPDX-License-Identifier: MIT */
#include "upload/http.h"

#include <config.h>

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/terminal.h"
#include "upload/late_curl.h"

enum {
	REPLY_MAX = 1 << 20,     /* bytes; replies are a few lines */
	WAIT_MAX_MS = 60000,     /* between two tries */
	RETRY_AFTER_MAX_S = 300, /* longer is for another day: the spool */
	PROGRESS_MS = 100,       /* between two pictures */
	CONNECT_MAX_S = 10,
	NAME_COLUMNS = 32,
};

struct transfer {
	const struct server *server;
	const struct http_request *request;
	struct http_reply *reply;
	struct curl_slist *headers;
	char url[4096];
	char curl_error[CURL_ERROR_SIZE];
	long retry_after_s; /* 0: not said */
	int64_t shown_ms;   /* when progress was printed; 0: never */
	int64_t began_ms;
	int64_t moved, moved_ms; /* bytes in both directions, and when there was the last one */
	bool has_stalled;
};

/* ---- one try ---- */

static size_t take_reply(char *data, size_t size, size_t count, void *user)
{
	struct http_reply *reply = ((struct transfer *)user)->reply;
	size_t more = size * count;
	char *larger;

	if (more > REPLY_MAX - reply->body_size)
		return 0;
	larger = realloc(reply->body, reply->body_size + more + 1);
	if (!larger)
		return 0;
	memcpy(larger + reply->body_size, data, more);
	reply->body = larger;
	reply->body_size += more;
	larger[reply->body_size] = '\0';
	return more;
}

static bool is_cancelled(const struct server *server)
{
	return server->is_cancelled && server->is_cancelled();
}

/* Whether nothing came or went for too long. curl's own limit is of the speed over several
 * seconds. */
static bool has_stalled(struct transfer *t, int64_t moved)
{
	const int64_t now = monotonic_ms();

	if (moved != t->moved) {
		t->moved = moved;
		t->moved_ms = now;
	}
	t->has_stalled = now - t->moved_ms > t->server->timeout_s * 1000;
	return t->has_stalled;
}

static void clear_progress(struct transfer *t)
{
	if (t->shown_ms)
		fputs("\r\033[K", stderr);
	t->shown_ms = 0;
}

/* One line, whatever the file is called. */
static void print_progress(const char *label, int64_t done, int64_t all)
{
	const char *slash = strrchr(label, '/');
	char *name = text_clean(slash ? slash + 1 : label, NAME_COLUMNS);

	fprintf(stderr, "\r\033[K%s  %3.0f %%  %s of %s", name ? name : "",
	        100.0 * (double)done / (double)all, format_bytes(FORMAT, done),
	        format_bytes(FORMAT, all));
	fflush(stderr);
	free(name);
}

static int show_progress(void *user, curl_off_t down_all, curl_off_t down, curl_off_t up_all,
                         curl_off_t up)
{
	struct transfer *t = user;
	const struct http_request *r = t->request;
	const int64_t now = monotonic_ms(), all = r->label_size ? r->label_size : (int64_t)up_all;
	/* A piece of a trace is sent compressed: its part of the whole is what counts. */
	const double part = up_all ? (double)up / (double)up_all : 1;
	const int64_t piece = r->label_size ? (int64_t)r->body_size : (int64_t)up_all;
	const int64_t done = r->label_from + (int64_t)(part * (double)piece);

	(void)down_all;
	if (is_cancelled(t->server) || has_stalled(t, down + up))
		return 1;
	if (!r->label || t->server->is_quiet || !isatty(STDERR_FILENO) || all <= 0 ||
	    now - (t->shown_ms ? t->shown_ms : t->began_ms) < PROGRESS_MS)
		return 0;
	t->shown_ms = now;
	print_progress(r->label, done < all ? done : all, all);
	return 0;
}

static bool add_header(struct transfer *t, const char *name, const char *value)
{
	struct curl_slist *more;
	char *line;

	if (!value)
		return true;
	if (asprintf(&line, "%s: %s", name, value) < 0)
		return false;
	more = late_curl.slist_append(t->headers, line);
	explicit_bzero(line, strlen(line)); /* it may be the token */
	free(line);
	if (more)
		t->headers = more;
	return more;
}

static bool add_headers(struct transfer *t)
{
	const struct http_request *r = t->request;
	char bearer[SERVER_TOKEN_MAX + 8];
	bool is_added;

	snprintf(bearer, sizeof bearer, "Bearer %s", t->server->token ? t->server->token : "");
	is_added = add_header(t, "Content-Type", r->content_type) &&
	           add_header(t, "Content-Encoding", r->content_encoding) &&
	           add_header(t, "Content-Range", r->content_range) &&
	           add_header(t, "Accept", "application/json, application/problem+json") &&
	           add_header(t, "Authorization", t->server->token ? bearer : NULL);
	explicit_bzero(bearer, sizeof bearer);
	return is_added;
}

static void set_options(struct transfer *t, CURL *curl)
{
	const struct server *s = t->server;
	const struct http_request *r = t->request;

	curl_easy_setopt(curl, CURLOPT_URL, t->url);
	curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, r->method);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, t->headers);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, PACKAGE "/" PACKAGE_VERSION);
	if (r->body) {
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, r->body);
		curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)r->body_size);
	}
	/* A redirect would take the report, if not the token, to where nobody meant it to go. */
	curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	if (s->is_local)
		curl_easy_setopt(curl, CURLOPT_PROXY, "");
	if (s->ca_file)
		curl_easy_setopt(curl, CURLOPT_CAINFO, s->ca_file);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT,
	                 (long)(s->timeout_s < CONNECT_MAX_S ? s->timeout_s : CONNECT_MAX_S));
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, t->curl_error);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_reply);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, t);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, show_progress);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, t);
}

/* ---- what came of it ---- */

static bool is_worth_a_retry(CURLcode code)
{
	static const CURLcode passing[] = {
		CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY,
		CURLE_COULDNT_CONNECT,      CURLE_OPERATION_TIMEDOUT,
		CURLE_GOT_NOTHING,          CURLE_SEND_ERROR,
		CURLE_RECV_ERROR,           CURLE_PARTIAL_FILE,
		CURLE_SSL_CONNECT_ERROR,    CURLE_HTTP2,
		CURLE_HTTP2_STREAM,         CURLE_WEIRD_SERVER_REPLY,
	};

	for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
		if (code == passing[i])
			return true;
	return false;
}

/* Statuses that are no success. */
static enum http_outcome outcome_of(long status)
{
	static const struct {
		long status;
		enum http_outcome outcome;
	} outcomes[] = {
		{ 408, HTTP_UNREACHABLE }, { 425, HTTP_UNREACHABLE }, { 429, HTTP_UNREACHABLE },
		{ 500, HTTP_UNREACHABLE }, { 502, HTTP_UNREACHABLE }, { 503, HTTP_UNREACHABLE },
		{ 504, HTTP_UNREACHABLE }, { 507, HTTP_UNREACHABLE }, { 400, HTTP_REFUSED },
		{ 413, HTTP_REFUSED },     { 415, HTTP_REFUSED },     { 422, HTTP_REFUSED },
	};

	for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++)
		if (outcomes[i].status == status)
			return outcomes[i].outcome;
	return HTTP_DENIED;
}

/* What the server says about it: the detail or title of problem+json; else what statuses mean. */
static void explain(struct transfer *t)
{
	static const struct {
		long status;
		const char *text;
	} texts[] = {
		{ 401, "no token, or one that the server does not know" },
		{ 403, "the token has no right to this project" },
		{ 404, "there is no warpwise-dashboard at this address" },
		{ 413, "the report is too large for this server" },
		{ 429, "too many requests" },
		{ 507, "the server's disk is full" },
	};
	struct http_reply *reply = t->reply;
	json_t *problem = json_loadb(reply->body ? reply->body : "", reply->body_size, 0, NULL);
	const char *detail = json_string_value(json_object_get(problem, "detail"));
	char *clean;

	if (!detail)
		detail = json_string_value(json_object_get(problem, "title"));
	for (size_t i = 0; i < sizeof texts / sizeof *texts && !detail; i++)
		if (texts[i].status == reply->status)
			detail = texts[i].text;
	clean = text_clean(detail ? detail : "no reason was given", 0);
	snprintf(reply->error, sizeof reply->error, "%s answered %ld: %.300s%s", t->server->url,
	         reply->status, clean ? clean : "",
	         reply->status == 401 && !t->server->token
	                 ? "; set WARPWISE_TOKEN, or say --token-file FILE"
	                 : "");
	free(clean);
	json_decref(problem);
}

static enum http_outcome judge_status(struct transfer *t, CURL *curl)
{
	struct http_reply *reply = t->reply;
	curl_off_t wait_s = 0;
	char *where = NULL;

	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reply->status);
	if (reply->status >= 200 && reply->status < 300)
		return HTTP_DONE;
	for (size_t i = 0; i < sizeof t->request->expected / sizeof *t->request->expected; i++)
		if (reply->status == t->request->expected[i])
			return HTTP_DONE;
	if (reply->status >= 300 && reply->status < 400) {
		curl_easy_getinfo(curl, CURLINFO_REDIRECT_URL, &where);
		snprintf(
		        reply->error, sizeof reply->error,
		        "%s redirects to %.300s, which is not followed: give that server's address "
		        "if it is the right one",
		        t->server->url, where ? where : "nowhere");
		return HTTP_DENIED;
	}
	explain(t);
	curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait_s);
	t->retry_after_s = (long)wait_s;
	return outcome_of(reply->status);
}

static void explain_failure(struct transfer *t, CURLcode code)
{
	const char *reason = *t->curl_error ? t->curl_error : late_curl.easy_strerror(code);

	if (t->has_stalled)
		snprintf(t->reply->error, sizeof t->reply->error,
		         "%s does not answer: nothing for %lld s", t->server->url,
		         (long long)t->server->timeout_s);
	else if (code == CURLE_SSL_CONNECT_ERROR)
		snprintf(t->reply->error, sizeof t->reply->error,
		         "cannot reach %s: no TLS with it (%s); is it http://?", t->server->url,
		         reason);
	else
		snprintf(t->reply->error, sizeof t->reply->error, "cannot reach %s: %s",
		         t->server->url, is_cancelled(t->server) ? "interrupted" : reason);
}

static enum http_outcome try_once(struct transfer *t)
{
	struct http_reply *reply = t->reply;
	CURL *curl = late_curl.easy_init();
	enum http_outcome outcome;
	CURLcode code;

	free(reply->body);
	*reply = (struct http_reply){ 0 };
	t->retry_after_s = 0;
	t->curl_error[0] = '\0';
	t->began_ms = t->moved_ms = monotonic_ms();
	t->moved = 0;
	t->has_stalled = false;
	if (!curl) {
		snprintf(reply->error, sizeof reply->error, "%s", strerror(ENOMEM));
		return HTTP_REFUSED;
	}
	set_options(t, curl);
	code = late_curl.easy_perform(curl);
	clear_progress(t);
	/* A server that refuses early (413) may close before it has read all: its answer counts. */
	if (code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR)
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reply->status);
	if (code == CURLE_OK || reply->status >= 400) {
		outcome = judge_status(t, curl);
	} else {
		explain_failure(t, code);
		outcome = is_worth_a_retry(code) || code == CURLE_ABORTED_BY_CALLBACK
		                  ? HTTP_UNREACHABLE
		                  : HTTP_DENIED;
	}
	late_curl.easy_cleanup(curl);
	return outcome;
}

/* ---- all tries ---- */

/* A random part of WAIT_MS, at least a half. */
static int64_t jittered_ms(int64_t wait_ms)
{
	uint32_t random = UINT32_MAX;

	(void)!getrandom(&random, sizeof random, GRND_NONBLOCK);
	return wait_ms / 2 + (int64_t)((double)wait_ms / 2 * (double)random / UINT32_MAX);
}

static void wait(const struct server *server, int64_t ms)
{
	struct timespec left = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	while (!is_cancelled(server) && nanosleep(&left, &left) && errno == EINTR)
		;
}

enum http_outcome http_send(const struct server *server, const struct http_request *request,
                            struct http_reply *reply)
{
	struct transfer t = { .server = server, .request = request, .reply = reply };
	int64_t wait_ms = server->wait_ms;
	enum http_outcome outcome = HTTP_REFUSED;

	*reply = (struct http_reply){ 0 };
	if (snprintf(t.url, sizeof t.url, "%s%s", server->url, request->path) >=
	            (int)sizeof t.url ||
	    !add_headers(&t)) {
		snprintf(reply->error, sizeof reply->error, "the address is too long");
		goto out;
	}
	for (int64_t i = 0;; i++) {
		int64_t this_ms = jittered_ms(wait_ms);

		outcome = try_once(&t);
		if (outcome != HTTP_UNREACHABLE || i >= server->retries || is_cancelled(server) ||
		    t.retry_after_s > RETRY_AFTER_MAX_S)
			break;
		if (this_ms < t.retry_after_s * 1000)
			this_ms = t.retry_after_s * 1000;
		if (!server->is_quiet && i == 0) /* the end says how the last one failed */
			server->say("%s: trying again, at most %s more", reply->error,
			            format_count(FORMAT, server->retries));
		wait(server, this_ms);
		wait_ms = 2 * wait_ms < WAIT_MAX_MS ? 2 * wait_ms : WAIT_MAX_MS;
	}
out:
	late_curl.slist_free_all(t.headers);
	return outcome;
}

void http_reply_release(struct http_reply *reply)
{
	free(reply->body);
	reply->body = NULL;
}

char *http_escape(const char *text)
{
	char *escaped = late_curl.easy_escape(NULL, text, 0),
	     *copy = escaped ? strdup(escaped) : NULL;

	late_curl.free(escaped);
	return copy;
}
