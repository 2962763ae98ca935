/* SPDX-License-Identifier: MIT */
/* The dashboard's pages. assets_init() on the main thread, the rest on any. */
#include "server/api/assets.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/codec.h"

#include "web/server/assets.h"

enum { ASSETS = sizeof asset_list / sizeof *asset_list };

static struct asset index_page;

static const struct {
	const char *end, *type;
} types[] = {
	{ ".html", "text/html; charset=utf-8" }, { ".js", "text/javascript; charset=utf-8" },
	{ ".css", "text/css; charset=utf-8" },   { ".svg", "image/svg+xml" },
	{ ".json", "application/json" },         { "", "application/octet-stream" },
};

static const char *type_of(const char *name)
{
	const size_t length = strlen(name);
	size_t i = 0;

	while (strlen(types[i].end) > length ||
	       strcmp(name + length - strlen(types[i].end), types[i].end) != 0)
		i++;
	return types[i].type;
}

static int pack(struct asset *asset)
{
	struct buffer out = { 0 };

	asset->type = type_of(asset->name);
	if (codec_encode(CODEC_GZIP, asset->bytes, asset->size, &out)) {
		buffer_release(&out);
		return -ENOMEM;
	}
	if (out.size >= asset->size) {
		buffer_release(&out);
		return 0;
	}
	asset->packed = (unsigned char *)out.bytes;
	asset->packed_size = out.size;
	return 0;
}

/* The page, with @BASE@ and @ASSETS@ replaced. */
static int make_index(const struct asset *asset, const char *base_path)
{
	const char *text = (const char *)asset->bytes, *end = text + asset->size, *found;
	struct buffer out = { 0 };

	while ((found = memchr(text, '@', (size_t)(end - text)))) {
		buffer_add(&out, text, (size_t)(found - text));
		text = found;
		if (strncmp(text, "@BASE@", 6) == 0) {
			buffer_text(&out, base_path);
			text += 6;
		} else if (strncmp(text, "@ASSETS@", 8) == 0) {
			buffer_text(&out, base_path);
			buffer_text(&out, "/assets/");
			buffer_text(&out, assets_bundle);
			text += 8;
		} else {
			buffer_add(&out, text++, 1);
		}
	}
	buffer_add(&out, text, (size_t)(end - text));
	if (out.err)
		return -ENOMEM;
	index_page = (struct asset){ .name = "index.html",
		                     .bytes = (const unsigned char *)out.bytes,
		                     .size = out.size };
	return pack(&index_page);
}

int assets_init(const char *base_path)
{
	int err = 0;

	for (size_t i = 0; i < ASSETS && !err; i++)
		err = pack(&asset_list[i]);
	return err ? err : make_index(assets_find("index.html"), base_path);
}

const struct asset *assets_find(const char *name)
{
	for (size_t i = 0; i < ASSETS; i++)
		if (strcmp(asset_list[i].name, name) == 0)
			return &asset_list[i];
	return NULL;
}

const struct asset *assets_index(void)
{
	return &index_page;
}
