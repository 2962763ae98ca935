/* SPDX-License-Identifier: MIT */
/*
 * A table of fixed size, each answer in the place that its key says: the younger one stays. Where
 * all together are too large, places are emptied in turn. An answer that is being sent lives until
 * its last sender gives it back.
 */
#include "server/http/answers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/http/metrics.h"

struct answer {
	_Atomic int users; /* the table is one of them */
	unsigned char key[HASH_SIZE];
	char tag[ANSWER_TAG_MAX];
	struct MHD_Response *response;
	size_t size_bytes;
	int64_t until_ns;
};

static struct answer *places[LIMIT_ANSWERS];
static size_t kept_bytes, hand; /* the next place to be emptied */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t place_of(const unsigned char key[HASH_SIZE])
{
	return (size_t)(key[0] | key[1] << 8) % LIMIT_ANSWERS;
}

void answer_release(struct answer *answer)
{
	if (!answer || atomic_fetch_sub(&answer->users, 1) > 1)
		return;
	MHD_destroy_response(answer->response);
	free(answer);
}

struct MHD_Response *answer_response(const struct answer *answer)
{
	return answer->response;
}

/* With the lock held. */
static void empty(size_t place)
{
	if (!places[place])
		return;
	kept_bytes -= places[place]->size_bytes;
	answer_release(places[place]);
	places[place] = NULL;
}

/* All that the reply depends on. */
static int make_key(struct request *request)
{
	const int64_t numbers[] = { request->project_id, request->change_count,
		                    request->is_secure };
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

static struct answer *find(const unsigned char key[HASH_SIZE])
{
	const size_t place = place_of(key);
	struct answer *answer;

	pthread_mutex_lock(&lock);
	answer = places[place];
	if (answer &&
	    (memcmp(answer->key, key, HASH_SIZE) != 0 || answer->until_ns < clock_monotonic_ns()))
		answer = NULL;
	if (answer)
		atomic_fetch_add(&answer->users, 1);
	pthread_mutex_unlock(&lock);
	return answer;
}

bool answers_find(struct request *request)
{
	if (!(request->route->flags & ROUTE_KEPT) || atomic_load(&request->server->is_stopping) ||
	    make_key(request))
		return false;
	request->is_kept = true;
	request->answer = find(request->kept_key);
	if (!request->answer)
		return false;
	metrics_add(METRIC_KEPT_REPLIES, 1);
	if (!reply_is_known(request, request->answer->tag)) {
		request->reply.status = MHD_HTTP_OK;
		request->reply.body.size = request->answer->size_bytes;
		return true;
	}
	answer_release(request->answer);
	request->answer = NULL;
	return true;
}

bool answers_keep(struct request *request, struct MHD_Response *response)
{
	const size_t place = place_of(request->kept_key), size = request->reply.body.size;
	struct answer *answer;

	if (!request->is_kept || request->reply.status != MHD_HTTP_OK ||
	    size > LIMIT_ANSWER_BYTES || !*request->reply.tag)
		return false;
	answer = calloc(1, sizeof *answer);
	if (!answer)
		return false;
	memcpy(answer->key, request->kept_key, HASH_SIZE);
	memcpy(answer->tag, request->reply.tag, sizeof answer->tag);
	answer->users = 1;
	answer->response = response;
	answer->size_bytes = size;
	answer->until_ns = clock_monotonic_ns() + LIMIT_ANSWER_S * NS_PER_S;
	pthread_mutex_lock(&lock);
	empty(place);
	while (kept_bytes + size > LIMIT_ANSWERS_BYTES)
		empty(hand++ % LIMIT_ANSWERS);
	places[place] = answer;
	kept_bytes += size;
	pthread_mutex_unlock(&lock);
	return true;
}

void answers_forget(void)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < LIMIT_ANSWERS; i++)
		empty(i);
	pthread_mutex_unlock(&lock);
}
