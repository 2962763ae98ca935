/* SPDX-License-Identifier: MIT */
/* Takes a request's target apart. Any thread. */
#include "server/http/query.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/utf8.h"

static int hex(char c)
{
	return c >= '0' && c <= '9'   ? c - '0'
	       : c >= 'a' && c <= 'f' ? c - 'a' + 10
	       : c >= 'A' && c <= 'F' ? c - 'A' + 10
	                              : -1;
}

/* Decodes TEXT in place; '+' is a space in a query alone. */
static int decode(char *text, int has_plus)
{
	char *out = text;

	for (char *in = text; *in; in++) {
		int high, low;

		if (*in == '+' && has_plus) {
			*out++ = ' ';
		} else if (*in != '%') {
			*out++ = *in;
		} else {
			high = hex(in[1]);
			low = high < 0 ? -1 : hex(in[2]);
			if (low < 0 || high + low == 0)
				return -EINVAL;
			*out++ = (char)(high << 4 | low);
			in += 2;
		}
	}
	*out = '\0';
	return utf8_is_plain(text, (size_t)(out - text)) ? 0 : -EINVAL;
}

static int add_item(struct query *query, char *text)
{
	char *value = text + strcspn(text, "=");

	if (!*text)
		return 0;
	if (query->count == LIMIT_QUERY_ITEMS)
		return -EINVAL;
	if (*value)
		*value++ = '\0';
	query->items[query->count++] = (struct query_item){ text, value };
	return decode(text, 1) || decode(value, 1) ? -EINVAL : 0;
}

int query_parse(struct query *query, const char *target)
{
	char *path, *rest;
	int err;

	*query = (struct query){ .text = strdup(target) };
	path = query->text;
	if (!path)
		return -ENOMEM;
	query->path = path;
	rest = path + strcspn(path, "?");
	if (*rest)
		*rest++ = '\0';
	err = *path == '/' ? decode(path, 0) : -EINVAL;
	while (!err && *rest) {
		char *item = rest;

		rest += strcspn(rest, "&");
		if (*rest)
			*rest++ = '\0';
		err = add_item(query, item);
	}
	return err;
}

void query_release(struct query *query)
{
	free(query->text);
	*query = (struct query){ 0 };
}

const char *query_get(const struct query *query, const char *name)
{
	for (size_t i = query->count; i; i--)
		if (strcmp(query->items[i - 1].name, name) == 0)
			return query->items[i - 1].value;
	return NULL;
}

int query_number(const struct query *query, const char *name, int64_t minimum, int64_t maximum,
                 int64_t fallback, int64_t *number)
{
	const char *text = query_get(query, name);
	char *end;

	*number = fallback;
	if (!text)
		return 0;
	errno = 0;
	*number = strtoll(text, &end, 10);
	return errno || end == text || *end || *number < minimum || *number > maximum ? -EINVAL : 0;
}
