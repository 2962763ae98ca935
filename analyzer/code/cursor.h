/* SPDX-License-Identifier: MIT */
/*
 * A place in bytes that somebody else wrote, which never leaves them: what is read behind the end
 * is 0 and marks the cursor as failed. Numbers are little-endian. Inline: a line program is read
 * byte by byte.
 */
#ifndef WARPWISE_CURSOR_H
#define WARPWISE_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
	const uint8_t *at, *end;
	bool is_failed;
};

static inline size_t cursor_left(const struct cursor *cursor)
{
	return (size_t)(cursor->end - cursor->at);
}

static inline const uint8_t *cursor_take(struct cursor *cursor, uint64_t bytes)
{
	const uint8_t *at = cursor->at;

	if (bytes > cursor_left(cursor)) {
		cursor->is_failed = true;
		cursor->at = cursor->end;
		return NULL;
	}
	cursor->at += bytes;
	return at;
}

/* A little-endian number of BYTES bytes, 8 at most. */
static inline uint64_t cursor_number(struct cursor *cursor, unsigned bytes)
{
	const uint8_t *at = cursor_take(cursor, bytes);
	uint64_t number = 0;

	for (unsigned i = 0; at && i < bytes; i++)
		number |= (uint64_t)at[i] << (8 * i);
	return number;
}

/* LEB128; bits beyond the 64th are dropped. */
static inline uint64_t cursor_leb(struct cursor *cursor, bool is_signed)
{
	uint64_t number = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)cursor_number(cursor, 1);
		if (shift < 64)
			number |= (uint64_t)(byte & 0x7f) << shift;
		shift += shift < 64 ? 7 : 0;
	} while (byte & 0x80);
	if (is_signed && shift < 64 && byte & 0x40)
		number |= ~UINT64_C(0) << shift;
	return number;
}

static inline uint64_t cursor_uleb(struct cursor *cursor)
{
	return cursor_leb(cursor, false);
}

/* A text with its 0, or "" and a failed cursor. */
static inline const char *cursor_text(struct cursor *cursor)
{
	const uint8_t *at = cursor->at;
	const uint8_t *nul = cursor_left(cursor) ? memchr(at, 0, cursor_left(cursor)) : NULL;

	if (!nul) {
		cursor->is_failed = true;
		cursor->at = cursor->end;
		return "";
	}
	cursor->at = nul + 1;
	return (const char *)at;
}

#endif
