/* SPDX-License-Identifier: MIT */
/* What a reply depends on, and which ones are kept. */
#include "server/http/answers.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/cache.h"
#include "server/base/clock.h"
#include "server/http/metrics.h"

enum { OVERHEAD_BYTES = 2048 }; /* of libmicrohttpd's response and its headers, roughly */

struct answer {
	char tag[HASH_TEXT];
	struct MHD_Response *response;
	size_t size_bytes;
};

static void free_answer(void *value)
{
	struct answer *answer = value;

	MHD_destroy_response(answer->response);
	free(answer);
}

struct cache *answers_new(void)
{
	const struct cache_limits limits = { .count = LIMIT_ANSWERS,
		                             .bytes = LIMIT_ANSWERS_BYTES,
		                             .age_ns = LIMIT_ANSWER_S * NS_PER_S };

	return cache_new(&limits, free_answer);
}

struct MHD_Response *answer_response(const struct cached *answer)
{
	return ((const struct answer *)cached_value(answer))->response;
}

/* All that the reply depends on. */
static int make_key(struct request *request)
{
	const bool is_immutable = request->route->flags & ROUTE_IMMUTABLE;
	const int64_t numbers[] = {
		request->project_id,
		is_immutable,
		is_immutable ? request->removal_count : request->change_count,
		request_coding(request),
		request->is_secure,
	};
	struct buffer text = { 0 };

	buffer_add(&text, numbers, sizeof numbers);
	buffer_add(&text, request->query.path, strlen(request->query.path) + 1);
	for (size_t i = 0; i < request->query.count; i++) {
		const struct query_item *item = &request->query.items[i];

		buffer_add(&text, item->name, strlen(item->name) + 1);
		buffer_add(&text, item->value, strlen(item->value) + 1);
	}
	if (!text.err)
		hash_quick(text.bytes, text.size, request->kept_key);
	buffer_release(&text);
	return text.err;
}

bool answers_find(struct request *request)
{
	const struct answer *answer;

	if (!(request->route->flags & (ROUTE_KEPT | ROUTE_IMMUTABLE)) ||
	    atomic_load(&request->server->is_stopping))
		return false;
	if (!request->is_kept && make_key(request))
		return false;
	request->is_kept = true;
	request->answer =
	        cache_find(request->server->answers, request->kept_key, clock_monotonic_ns());
	if (!request->answer)
		return false;
	metrics_add(METRIC_KEPT_REPLIES, 1);
	answer = cached_value(request->answer);
	if (!reply_is_known(request, answer->tag)) {
		request->reply.status = MHD_HTTP_OK;
		request->reply.body.size = answer->size_bytes; /* for the log */
		return true;
	}
	cached_release(request->answer);
	request->answer = NULL;
	return true;
}

bool answers_keep(struct request *request, struct MHD_Response *response)
{
	const size_t size = request->reply.body.size;
	struct answer *answer;

	if (!request->is_kept || request->reply.status != MHD_HTTP_OK ||
	    size > LIMIT_ANSWER_BYTES || !*request->reply.tag)
		return false;
	answer = malloc(sizeof *answer);
	if (!answer)
		return false;
	memcpy(answer->tag, request->reply.tag, sizeof answer->tag);
	answer->response = response;
	answer->size_bytes = size;
	request->answer = cache_put(request->server->answers, request->kept_key, answer,
	                            size + OVERHEAD_BYTES, clock_monotonic_ns());
	if (!request->answer)
		free(answer);
	return request->answer;
}
