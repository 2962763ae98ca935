/* SPDX-License-Identifier: MIT */
/* Writes JSON into a buffer. Any thread, each writer by one at a time. */
#include "server/base/json_writer.h"

#include <math.h>
#include <string.h>

#include "server/base/utf8.h"

static void add_escaped(struct buffer *out, unsigned char c)
{
	static const char letters[] = "btn fr"; /* of 8 to 13, but 11 has none */

	if (c == '"' || c == '\\')
		buffer_print(out, "\\%c", c);
	else if (c >= 8 && c <= 13 && c != 11)
		buffer_print(out, "\\%c", letters[c - 8]);
	else
		buffer_print(out, "\\u%04x", c);
}

/* What a string may hold as it is: most of what there is. */
static bool is_plain(char c)
{
	return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

static void add_string(struct buffer *out, const char *bytes, size_t size)
{
	size_t begin = 0, i = 0;
	char *end;

	while (i < size && is_plain(bytes[i]))
		i++;
	if (i == size) { /* most are */
		if (buffer_reserve(out, size + 2, &end))
			return;
		*end++ = '"';
		end = mempcpy(end, bytes, size);
		*end = '"';
		out->size += size + 2;
		return;
	}
	buffer_add(out, "\"", 1);
	while (i < size) {
		size_t length;

		if (is_plain(bytes[i])) {
			i++;
			continue;
		}
		length = utf8_length(bytes + i, size - i);
		if (length > 1 || bytes[i] == 0x7f) {
			i += length;
			continue;
		}
		buffer_add(out, bytes + begin, i - begin);
		if (length)
			add_escaped(out, (unsigned char)bytes[i]);
		else
			buffer_text(out, "\xef\xbf\xbd");
		begin = ++i;
	}
	buffer_add(out, bytes + begin, size - begin);
	buffer_add(out, "\"", 1);
}

static void begin(struct json_writer *json, const char *name)
{
	const size_t length = name ? strlen(name) : 0;
	char *end, *at;

	if (buffer_reserve(json->out, length + 4, &end))
		return;
	at = end;
	if (json->needs_comma)
		*at++ = ',';
	json->needs_comma = true;
	if (name) {
		*at++ = '"';
		at = mempcpy(at, name, length);
		*at++ = '"';
		*at++ = ':';
	}
	json->out->size += (size_t)(at - end);
}

void put_open(struct json_writer *json, const char *name, char bracket)
{
	begin(json, name);
	buffer_add(json->out, &bracket, 1);
	json->needs_comma = false;
}

void put_close(struct json_writer *json, char bracket)
{
	buffer_add(json->out, &bracket, 1);
	json->needs_comma = true;
}

void put_bytes(struct json_writer *json, const char *name, const char *bytes, size_t size)
{
	begin(json, name);
	add_string(json->out, bytes, size);
}

void put_text(struct json_writer *json, const char *name, const char *text)
{
	put_bytes(json, name, text, strlen(text));
}

void put_text_or_null(struct json_writer *json, const char *name, const char *text)
{
	if (text)
		put_text(json, name, text);
	else
		put_null(json, name);
}

static void add_integer(struct buffer *out, int64_t value)
{
	char digits[24], *at = digits + sizeof digits;
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		*--at = '-';
	buffer_add(out, at, (size_t)(digits + sizeof digits - at));
}

void put_integer(struct json_writer *json, const char *name, int64_t value)
{
	begin(json, name);
	add_integer(json->out, value);
}

void put_real(struct json_writer *json, const char *name, double value)
{
	if (!isfinite(value)) {
		put_null(json, name);
		return;
	}
	begin(json, name);
	/* Most are durations in ns. As %.12g prints them, but many times as fast. */
	if (value == floor(value) && fabs(value) < 1e12 && !(value == 0 && signbit(value)))
		add_integer(json->out, (int64_t)value);
	else
		buffer_print(json->out, "%.12g", value);
}

void put_bool(struct json_writer *json, const char *name, bool value)
{
	begin(json, name);
	buffer_text(json->out, value ? "true" : "false");
}

void put_null(struct json_writer *json, const char *name)
{
	begin(json, name);
	buffer_text(json->out, "null");
}

void put_pair(struct json_writer *json, const char *name, size_t name_size, const char *text,
              size_t text_size)
{
	put_bytes(json, NULL, name, name_size);
	buffer_add(json->out, ":", 1);
	add_string(json->out, text, text_size);
}
