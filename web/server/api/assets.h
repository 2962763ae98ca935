/* SPDX-License-Identifier: MIT */
/* The dashboard's pages, built into the program, each also in gzip. */
#ifndef WARPWISE_SERVER_ASSETS_H
#define WARPWISE_SERVER_ASSETS_H

#include <stddef.h>

struct asset {
	const char *name; /* "dashboard.js" */
	const char *type;
	const unsigned char *bytes;
	size_t size;
	unsigned char *packed; /* gzip; NULL: no smaller */
	size_t packed_size;
};

/* Packs all, once, before any thread asks; BASE_PATH is server_options'. 0 or -ENOMEM. */
int assets_init(const char *base_path);

/* NULL: there is none. */
const struct asset *assets_find(const char *name);

/* The page that every path of the dashboard shows, its @BASE@ replaced by the base path and its
 * @ASSETS@ by where this build's assets are. */
const struct asset *assets_index(void);

/* The name of this build's assets, a hash of them all. */
extern const char assets_bundle[];

#endif
