/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON into a buffer, commas and all. Names are of this program and written as they are;
 *values may be any bytes: what is no UTF-8 becomes U+FFFD.
 *
 *	put_open(json, NULL, '{');
 *	put_text(json, "name", "x");      {"name":"x"}
 *	put_close(json, '}');
 *
 * NAME is NULL in an array and for the outermost value.
 */
#ifndef WARPWISE_SERVER_JSON_WRITER_H
#define WARPWISE_SERVER_JSON_WRITER_H

#include "server/base/buffer.h"

struct json_writer {
	struct buffer *out;
	bool needs_comma;
};

void put_open(struct json_writer *json, const char *name, char bracket);
void put_close(struct json_writer *json, char bracket);
void put_text(struct json_writer *json, const char *name, const char *text);
void put_text_or_null(struct json_writer *json, const char *name, const char *text);
void put_bytes(struct json_writer *json, const char *name, const char *bytes, size_t size);
void put_integer(struct json_writer *json, const char *name, int64_t value);
void put_real(struct json_writer *json, const char *name, double value); /* not finite: null */
void put_bool(struct json_writer *json, const char *name, bool value);
void put_null(struct json_writer *json, const char *name);

/* A member whose NAME is any text. */
void put_pair(struct json_writer *json, const char *name, size_t name_size, const char *text,
              size_t text_size);

#endif
