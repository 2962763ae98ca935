/* SPDX-License-Identifier: MIT */
/* Takes a request's target apart: path and query, percent-decoded. Any thread. */
#ifndef WARPWISE_SERVER_QUERY_H
#define WARPWISE_SERVER_QUERY_H

#include <stddef.h>
#include <stdint.h>

#include "server/http/limits.h"

struct query_item {
	const char *name, *value;
};

struct query {
	char *text;       /* holds all of it */
	const char *path; /* "/api/v1/reports" */
	struct query_item items[LIMIT_QUERY_ITEMS];
	size_t count;
};

/*
 * 0; -EINVAL: no path, a broken percent sequence, an encoded NUL, text that is no UTF-8 or has
 * control characters, or too many items; -ENOMEM.
 */
int query_parse(struct query *query, const char *target);
void query_release(struct query *query);

/* The value of NAME; NULL: none. The last, of several. */
const char *query_get(const struct query *query, const char *name);

/* A number from MINIMUM to MAXIMUM; FALLBACK where there is none. 0 or -EINVAL. */
int query_number(const struct query *query, const char *name, int64_t minimum, int64_t maximum,
                 int64_t fallback, int64_t *number);

#endif
