/* SPDX-License-Identifier: MIT */
/* The server about itself, and the pages. */
#include "server/api/api.h"

#include <config.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "server/api/assets.h"
#include "server/http/metrics.h"
#include "web/server/openapi.h"

/* Asks the database: a server that cannot is of no use to whoever balances the load. */
int health_get(struct request *request, struct store_connection *db)
{
	const bool is_stopping = atomic_load(&request->server->is_stopping);
	struct json_writer json;
	int64_t one = 0;
	int err = STORE_RUN(db, STATEMENT_PING, store_get_integer, &one, store_integer(1));

	json = reply_writer(request);
	put_open(&json, NULL, '{');
	put_text(&json, "status", is_stopping ? "stopping" : err ? "database-unavailable" : "ok");
	put_text(&json, "version", PACKAGE_VERSION);
	put_text(&json, "store", store_engine_name(request->server->store));
	put_close(&json, '}');
	reply_json(request,
	           is_stopping || err || one != 1 ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_OK);
	reply_header(request, "Cache-Control", "no-store");
	return 0;
}

int metrics_get(struct request *request, struct store_connection *db)
{
	(void)db;
	reply_empty(request, MHD_HTTP_OK);
	metrics_print(request->server, &request->reply.body);
	request->reply.type = "text/plain; version=0.0.4; charset=utf-8";
	reply_header(request, "Cache-Control", "no-store");
	return 0;
}

static void reply_constant(struct request *request, const void *bytes, size_t size,
                           const char *type)
{
	reply_empty(request, MHD_HTTP_OK);
	request->reply.type = type;
	request->reply.constant = bytes;
	request->reply.constant_size = size;
}

int openapi_get(struct request *request, struct store_connection *db)
{
	(void)db;
	reply_constant(request, openapi_json, sizeof openapi_json - 1, "application/json");
	reply_header(request, "Cache-Control", "no-cache");
	return 0;
}

static void reply_asset(struct request *request, const struct asset *asset)
{
	const char *accepted = request_header(request, "Accept-Encoding");

	if (asset->packed && accepted && strstr(accepted, "gzip")) {
		reply_constant(request, asset->packed, asset->packed_size, asset->type);
		reply_header(request, "Content-Encoding", "gzip");
	} else {
		reply_constant(request, asset->bytes, asset->size, asset->type);
	}
	reply_header(request, "Vary", "Accept-Encoding");
}

/* The addresses of pages: "/PAGE", or "/PAGE/ID". */
static const struct {
	const char *name;
	bool has_id;
} pages[] = {
#define PAGE(name, has_id) { #name, has_id },
#include "web/server/page_list.h"
#undef PAGE
};

/* Whether the page knows PATH. It reads it as this does (web/ui/dashboard/address.js). */
static bool is_page(const char *path)
{
	const char *name = path + strspn(path, "/");
	const size_t length = strcspn(name, "/");
	const char *id = name + length + strspn(name + length, "/");
	const char *end = id + strcspn(id, "/");

	if (!length)
		return true;
	if (end[strspn(end, "/")])
		return false;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		if (strlen(pages[i].name) == length && strncmp(pages[i].name, name, length) == 0 &&
		    pages[i].has_id == (end > id))
			return true;
	return false;
}

/* Every path that is no other route's: the page reads it itself, and says so if there is none. */
int page_get(struct request *request, struct store_connection *db)
{
	const char *path = request->query.path;

	(void)db;
	if (strncmp(path, "/api/", 5) == 0 || strncmp(path, "/assets/", 8) == 0) {
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no %s", path);
		return 0;
	}
	reply_asset(request, assets_index());
	if (!is_page(path))
		request->reply.status = MHD_HTTP_NOT_FOUND;
	reply_header(request, "Cache-Control", "no-cache");
	return 0;
}

/* /assets/BUNDLE/NAME: never changes, since another build has another bundle. */
int asset_get(struct request *request, struct store_connection *db)
{
	const struct asset *asset = strcmp(request->parameters[0], assets_bundle) == 0
	                                    ? assets_find(request->parameters[1])
	                                    : NULL;

	(void)db;
	if (!asset) {
		reply_problem(request, MHD_HTTP_NOT_FOUND, "not-found", "there is no such file");
		return 0;
	}
	reply_asset(request, asset);
	reply_header(request, "Cache-Control", "public, max-age=31536000, immutable");
	return 0;
}
