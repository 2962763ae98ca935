/* SPDX-License-Identifier: MIT */
/* One request: made, read, freed. */
#include "server/http/request.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/base/cache.h"
#include "server/base/clock.h"

struct request *request_new(struct server *server, const char *target)
{
	struct request *request = calloc(1, sizeof *request);

	if (!request)
		return NULL;
	request->server = server;
	request->started_ns = clock_monotonic_ns();
	body_init(&request->body);
	if (query_parse(&request->query, target)) {
		query_release(&request->query);
		request->query.path = "";
	}
	return request;
}

void request_free(struct request *request)
{
	if (request->prepared_free)
		request->prepared_free(request->prepared);
	cached_release(request->answer);
	body_release(&request->body);
	reply_release(&request->reply);
	query_release(&request->query);
	for (int i = 0; i < PARAMETERS_MAX; i++)
		free(request->parameters[i]);
	free(request);
}

const char *request_header(const struct request *request, const char *name)
{
	return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

struct wanted_header {
	const char *name, *value;
};

static enum MHD_Result take_header(void *data, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
	struct wanted_header *wanted = data;

	(void)kind;
	if (strcasecmp(name, wanted->name) == 0)
		wanted->value = value;
	return MHD_YES;
}

const char *request_last_header(const struct request *request, const char *name)
{
	struct wanted_header wanted = { .name = name };

	MHD_get_connection_values(request->connection, MHD_HEADER_KIND, take_header, &wanted);
	return wanted.value;
}

enum codec request_coding(const struct request *request)
{
	const char *accepted = request_header(request, "Accept-Encoding");

	if (accepted && strstr(accepted, "zstd") && !strstr(accepted, "zstd;q=0"))
		return CODEC_ZSTD;
	if (accepted && strstr(accepted, "gzip") && !strstr(accepted, "gzip;q=0"))
		return CODEC_GZIP;
	return CODEC_IDENTITY;
}

bool request_cookie(const struct request *request, const char *name, char *value, size_t size)
{
	const char *cookies = request_header(request, "Cookie");
	const size_t length = strlen(name);

	while (cookies && *cookies) {
		size_t pair;

		cookies += strspn(cookies, "; ");
		pair = strcspn(cookies, ";");
		if (pair > length && strncmp(cookies, name, length) == 0 &&
		    cookies[length] == '=' && pair - length - 1 < size) {
			memcpy(value, cookies + length + 1, pair - length - 1);
			value[pair - length - 1] = '\0';
			return true;
		}
		cookies += pair;
	}
	return false;
}
