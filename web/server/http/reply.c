/* SPDX-License-Identifier: MIT */
/* Replies: what a handler says, and how it goes out. */
#include "server/http/request.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/base/log.h"
#include "server/http/answers.h"

/* Everything the pages need comes from here, and they run no script but ours. */
static const char content_policy[] =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'";

static const struct {
	int status;
	const char *title;
} titles[] = {
	{ 400, "Bad request" },     { 401, "Not signed in" },      { 403, "Forbidden" },
	{ 404, "Not found" },       { 405, "Method not allowed" }, { 409, "Conflict" },
	{ 413, "Too large" },       { 415, "Unsupported" },        { 416, "Range not satisfiable" },
	{ 422, "Invalid content" }, { 429, "Too many requests" },  { 500, "Internal error" },
	{ 503, "Unavailable" },     { 507, "Disk full" },
};

void reply_header(struct request *request, const char *name, const char *format, ...)
{
	struct reply *reply = &request->reply;
	va_list arguments;

	if (reply->header_count == REPLY_HEADERS_MAX)
		return;
	reply->headers[reply->header_count].name = name;
	va_start(arguments, format);
	vsnprintf(reply->headers[reply->header_count].value, sizeof reply->headers->value, format,
	          arguments);
	va_end(arguments);
	reply->header_count++;
}

static _Atomic size_t held_bytes; /* of all replies that wait to be read */

void reply_release(struct reply *reply)
{
	if (reply->response)
		MHD_destroy_response(reply->response);
	if (reply->is_file)
		close(reply->fd);
	buffer_release(&reply->body);
	atomic_fetch_sub(&held_bytes, reply->held_bytes);
	*reply = (struct reply){ 0 };
}

/* A reply that nobody reads stays in memory until its connection is ended. */
static void hold(struct request *request)
{
	const size_t size = request->reply.body.size;

	if (size > LIMIT_SMALL_REPLY_BYTES && atomic_load(&held_bytes) &&
	    atomic_load(&held_bytes) + size > LIMIT_REPLIES_BYTES)
		reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "overloaded",
		              "too many large replies are being read already");
	request->reply.held_bytes = request->reply.body.size;
	atomic_fetch_add(&held_bytes, request->reply.held_bytes);
}

struct json_writer reply_writer(struct request *request)
{
	reply_release(&request->reply);
	return (struct json_writer){ .out = &request->reply.body };
}

void reply_json(struct request *request, int status)
{
	if (request->reply.body.err) {
		reply_error(request, request->reply.body.err, "the reply");
		return;
	}
	request->reply.status = status;
	request->reply.type = "application/json";
}

void reply_empty(struct request *request, int status)
{
	reply_release(&request->reply);
	request->reply.status = status;
}

static void problem(struct request *request, int status, const char *code, const char *more,
                    const char *format, va_list arguments)
{
	struct json_writer json = reply_writer(request);
	char detail[DETAIL_MAX];
	size_t i = 0;

	while (i + 1 < sizeof titles / sizeof *titles && titles[i].status != status)
		i++;
	vsnprintf(detail, sizeof detail, format, arguments);
	put_open(&json, NULL, '{');
	put_text(&json, "type", "about:blank");
	put_text(&json, "title", titles[i].title);
	put_integer(&json, "status", status);
	put_text(&json, "detail", detail);
	put_text(&json, "code", code);
	if (more) {
		buffer_text(json.out, ",");
		buffer_text(json.out, more);
	}
	put_close(&json, '}');
	request->reply.status = status;
	request->reply.type = "application/problem+json";
	if (status == MHD_HTTP_UNAUTHORIZED)
		reply_header(request, "WWW-Authenticate", "Bearer");
	if (status == MHD_HTTP_SERVICE_UNAVAILABLE || status == MHD_HTTP_INSUFFICIENT_STORAGE)
		reply_header(request, "Retry-After", "5");
}

void reply_problem(struct request *request, int status, const char *code, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	problem(request, status, code, NULL, format, arguments);
	va_end(arguments);
}

void reply_problem_more(struct request *request, int status, const char *code, const char *more,
                        const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	problem(request, status, code, more, format, arguments);
	va_end(arguments);
}

void reply_too_large(struct request *request, size_t limit_bytes)
{
	char more[48];

	snprintf(more, sizeof more, "\"limit_bytes\":%zu", limit_bytes);
	reply_problem_more(request, 413, "body-too-large", more, "at most %zu bytes are taken here",
	                   limit_bytes);
}

void reply_error(struct request *request, int err, const char *what)
{
	static const struct {
		int err, status;
		const char *code, *detail;
	} errors[] = {
		{ -ETIMEDOUT, 503, "timeout", "this took too long" },
		{ -EAGAIN, 503, "database-unavailable", "the database cannot be reached" },
		{ -ENOSPC, 507, "disk-full", "the server's disk is full" },
		{ -ENOMEM, 503, "overloaded", "the server is out of memory" },
		{ -ESTALE, 404, "not-found", "what this belongs to was deleted meanwhile" },
		{ 0, 500, "internal", "the server failed; its log says more" },
	};
	size_t i = 0;

	while (errors[i].err && errors[i].err != err)
		i++;
	log_line(LOG_ERROR, "a request failed",
	         LOG_FIELDS(LOG_TEXT("target", request->query.path),
	                    LOG_TEXT("error", strerror(-err)), LOG_TEXT("detail", what)));
	reply_problem(request, errors[i].status, errors[i].code, "%s", errors[i].detail);
}

bool reply_is_known(struct request *request, const char *tag)
{
	const char *have = request_header(request, "If-None-Match");
	char quoted[HASH_TEXT + 2];

	snprintf(quoted, sizeof quoted, "\"%s\"", tag);
	if (!have || (!strstr(have, quoted) && strcmp(have, "*") != 0)) {
		reply_header(request, "ETag", "%s", quoted);
		snprintf(request->reply.tag, sizeof request->reply.tag, "%s", tag);
		return false;
	}
	reply_empty(request, MHD_HTTP_NOT_MODIFIED);
	reply_header(request, "ETag", "%s", quoted);
	reply_header(request, "Cache-Control", "private, no-cache");
	return true;
}

/* ---- sending ---- */

static bool has_header(const struct reply *reply, const char *name)
{
	for (size_t i = 0; i < reply->header_count; i++)
		if (strcmp(reply->headers[i].name, name) == 0)
			return true;
	return false;
}

/* A list or a document that was made for this request: known by the hash of its bytes. */
static void tag_body(struct request *request)
{
	struct reply *reply = &request->reply;
	unsigned char hash[HASH_SIZE];
	char text[HASH_TEXT];

	if (reply->status != MHD_HTTP_OK || !reply->type || has_header(reply, "ETag") ||
	    strcmp(request->method, "GET") != 0 || reply->constant || reply->is_file)
		return;
	hash_quick(reply->body.bytes, reply->body.size, hash);
	hash_print(hash, text);
	text[HASH_SIZE] = '\0'; /* half of it tells enough */
	if (!reply_is_known(request, text) && !has_header(reply, "Cache-Control"))
		reply_header(request, "Cache-Control", "private, no-cache");
}

/*
 * JSON of a project's data alone. What is compressed tells by its size how much of it a stranger
 * guessed who has some words in it (BREACH), so that nothing with a secret may be: the session's
 * reply has a CSRF token beside the user's name, that of a new token the token. Neither is of a
 * route with these flags. A stranger's page gets no such reply either way: the cookie is strict.
 */
static bool may_be_compressed(const struct request *request)
{
	const struct reply *reply = &request->reply;

	return request->route && request->route->flags & (ROUTE_KEPT | ROUTE_IMMUTABLE) &&
	       reply->status == MHD_HTTP_OK && reply->type &&
	       strcmp(reply->type, "application/json") == 0 && !reply->constant && !reply->is_file;
}

/* Where there is no memory for it, it goes as it is. */
static void compress(struct request *request)
{
	static const char *const names[CODECS] = { [CODEC_ZSTD] = "zstd", [CODEC_GZIP] = "gzip" };
	const enum codec coding = request_coding(request);
	struct reply *reply = &request->reply;
	struct buffer packed = { 0 };

	if (!may_be_compressed(request))
		return;
	reply_header(request, "Vary", "Accept-Encoding");
	if (!names[coding] || has_header(reply, "Content-Encoding") ||
	    reply->body.size < LIMIT_PLAIN_REPLY_BYTES ||
	    reply->body.size > LIMIT_PACKED_REPLY_BYTES)
		return;
	if (codec_encode_quickly(coding, reply->body.bytes, reply->body.size, &packed)) {
		buffer_release(&packed);
		return;
	}
	buffer_release(&reply->body);
	reply->body = packed;
	reply_header(request, "Content-Encoding", "%s", names[coding]);
}

static void add_headers(struct request *request, struct MHD_Response *response)
{
	const struct reply *reply = &request->reply;

	if (reply->type)
		MHD_add_response_header(response, "Content-Type", reply->type);
	for (size_t i = 0; i < reply->header_count; i++)
		MHD_add_response_header(response, reply->headers[i].name, reply->headers[i].value);
	if (!has_header(reply, "Cache-Control"))
		MHD_add_response_header(response, "Cache-Control", "no-store");
	MHD_add_response_header(response, "Content-Security-Policy", content_policy);
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
	MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
	MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
	if (request->is_secure)
		MHD_add_response_header(response, "Strict-Transport-Security", "max-age=31536000");
	if (atomic_load(&request->server->is_stopping))
		MHD_add_response_header(response, "Connection", "close");
}

static struct MHD_Response *make_response(struct request *request)
{
	struct reply *reply = &request->reply;
	struct MHD_Response *response;

	if (reply->is_file)
		response = MHD_create_response_from_fd64(reply->constant_size, reply->fd);
	else if (reply->constant)
		response = MHD_create_response_from_buffer(
		        reply->constant_size, (void *)reply->constant, MHD_RESPMEM_PERSISTENT);
	else if (reply->body.bytes)
		response = MHD_create_response_from_buffer(reply->body.size, reply->body.bytes,
		                                           MHD_RESPMEM_MUST_FREE);
	else
		response = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
	if (!response)
		return NULL;
	reply->is_file = false;
	if (!reply->constant)
		reply->body.bytes = NULL; /* the response's now; size stays for the log */
	add_headers(request, response);
	return response;
}

void reply_make(struct request *request)
{
	struct reply *reply = &request->reply;
	struct MHD_Response *response;

	if (request->answer || reply->response)
		return;
	if (!reply->status)
		reply_problem(request, MHD_HTTP_INTERNAL_SERVER_ERROR, "internal",
		              "the server has no reply");
	tag_body(request);
	compress(request);
	hold(request);
	response = make_response(request);
	if (response && !answers_keep(request, response))
		reply->response = response;
}

enum MHD_Result reply_queue(struct request *request)
{
	struct MHD_Response *response;

	reply_make(request);
	response = request->answer ? answer_response(request->answer) : request->reply.response;
	if (!response)
		return MHD_NO;
	request->stage = STAGE_ANSWERED;
	return MHD_queue_response(request->connection, (unsigned int)request->reply.status,
	                          response);
}
