/* SPDX-License-Identifier: MIT */
/*
 * Bytes that grow, up to a limit. A failure (limit or memory) is kept: later additions do nothing,
 * so that a writer asks once, at its end.
 */
#ifndef WARPWISE_SERVER_BUFFER_H
#define WARPWISE_SERVER_BUFFER_H

#include <stdbool.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer {
	char *bytes; /* not ended by a NUL; NULL while empty */
	size_t size, room;
	size_t limit; /* of size; 0: BUFFER_LIMIT */
	int err;      /* 0, -E2BIG or -ENOMEM */
};

enum { BUFFER_LIMIT = 256 << 20 };

/* An empty struct buffer is { 0 }. */
void buffer_release(struct buffer *buffer);

/* Makes room for SIZE more bytes; *BYTES is where they go. Returns the buffer's err. */
int buffer_reserve(struct buffer *buffer, size_t size, char **bytes);

void buffer_add(struct buffer *buffer, const void *bytes, size_t size);
void buffer_text(struct buffer *buffer, const char *text);
void buffer_print(struct buffer *buffer, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

/* The bytes with a NUL behind them, which size does not count; NULL when the buffer failed. */
char *buffer_string(struct buffer *buffer);

#endif
