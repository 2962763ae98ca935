/* SPDX-License-Identifier: MIT */
/* What several handlers need. Any thread. */
#include "server/api/api.h"

#include <stdlib.h>
#include <string.h>

bool api_hash(struct request *request, int at, const char *what, unsigned char hash[HASH_SIZE])
{
	if (hash_read(request->parameters[at], hash))
		return true;
	reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such %s", what);
	return false;
}

bool api_number(struct request *request, const char *name, int64_t minimum, int64_t maximum,
                int64_t fallback, int64_t *number)
{
	if (query_number(&request->query, name, minimum, maximum, fallback, number) == 0)
		return true;
	reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query",
	              "%s must be a number from %lld to %lld", name, (long long)minimum,
	              (long long)maximum);
	return false;
}

static bool read_text(struct request *request, const char *name, int limit, const char **text)
{
	*text = query_get(&request->query, name);
	*text = *text ? *text : "";
	if (strlen(*text) <= (size_t)limit)
		return true;
	reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-query", "%s has more than %d bytes",
	              name, limit);
	return false;
}

bool api_text(struct request *request, const char *name, const char **text)
{
	return read_text(request, name, LIMIT_FIELD_BYTES, text);
}

bool api_reported(struct request *request, const char *name, const char **text)
{
	return read_text(request, name, LIMIT_TEXT_BYTES, text);
}

bool api_body(struct request *request, struct json *json, char **copy)
{
	const void *bytes = body_bytes(&request->body);
	int err;

	*copy = malloc(request->body.size + 1);
	if (!*copy || !bytes) {
		reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "overloaded", "out of memory");
		return false;
	}
	memcpy(*copy, bytes, request->body.size);
	err = json_parse(json, *copy, request->body.size, LIMIT_FORM_BYTES);
	if (!err && json->nodes->type == JSON_OBJECT)
		return true;
	reply_problem(request, MHD_HTTP_BAD_REQUEST, "invalid-json", "%s",
	              err ? json->error : "the body must be an object");
	return false;
}

char *api_member(const struct json *json, const char *name)
{
	const struct json_node *node = json_member(json, json->nodes, name);

	if (!node || node->type != JSON_STRING || memchr(json->text + node->offset, 0, node->size))
		return NULL;
	return strndup(json->text + node->offset, node->size);
}
