/* SPDX-License-Identifier: MIT */
/* Bytes that grow. Any thread, each buffer by one at a time. */
#include "server/base/buffer.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_release(struct buffer *buffer)
{
	free(buffer->bytes);
	*buffer = (struct buffer){ .limit = buffer->limit };
}

int buffer_reserve(struct buffer *buffer, size_t size, char **bytes)
{
	const size_t limit = buffer->limit ? buffer->limit : BUFFER_LIMIT;
	size_t room = buffer->room ? buffer->room : 256;
	char *grown;

	if (!buffer->err && size > limit - buffer->size)
		buffer->err = -E2BIG;
	if (buffer->err)
		return buffer->err;
	while (room < buffer->size + size + 1) /* one more for buffer_string()'s NUL */
		room *= 2;
	if (room != buffer->room) {
		grown = realloc(buffer->bytes, room);
		if (!grown)
			return buffer->err = -ENOMEM;
		buffer->bytes = grown;
		buffer->room = room;
	}
	*bytes = buffer->bytes + buffer->size;
	return 0;
}

void buffer_add(struct buffer *buffer, const void *bytes, size_t size)
{
	char *end;

	if (!size || buffer_reserve(buffer, size, &end))
		return;
	memcpy(end, bytes, size);
	buffer->size += size;
}

void buffer_text(struct buffer *buffer, const char *text)
{
	buffer_add(buffer, text, strlen(text));
}

enum { USUAL = 120 }; /* bytes that most formats print at most */

void buffer_print(struct buffer *buffer, const char *format, ...)
{
	va_list arguments;
	char *end;
	int size;

	if (buffer_reserve(buffer, USUAL, &end))
		return;
	va_start(arguments, format);
	size = vsnprintf(end, USUAL + 1, format, arguments);
	va_end(arguments);
	if (size > USUAL && !buffer_reserve(buffer, (size_t)size, &end)) {
		va_start(arguments, format);
		vsnprintf(end, (size_t)size + 1, format, arguments);
		va_end(arguments);
	}
	if (size > 0 && !buffer->err)
		buffer->size += (size_t)size;
}

char *buffer_string(struct buffer *buffer)
{
	char *end;

	if (buffer_reserve(buffer, 0, &end))
		return NULL;
	*end = '\0';
	return buffer->bytes;
}
