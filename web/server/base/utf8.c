/* SPDX-License-Identifier: MIT */
/* UTF-8. Any thread. */
#include "server/base/utf8.h"

static bool is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

size_t utf8_length(const char *bytes, size_t size)
{
	const unsigned char first = size ? (unsigned char)bytes[0] : 0xff;
	const unsigned char second = size > 1 ? (unsigned char)bytes[1] : 0;

	if (first < 0x80)
		return 1;
	if (first < 0xc2 || first > 0xf4 || size < 2 || !is_continuation(bytes[1]))
		return 0;
	if (first < 0xe0)
		return 2;
	if (size < 3 || !is_continuation(bytes[2]) || (first == 0xe0 && second < 0xa0) ||
	    (first == 0xed && second > 0x9f))
		return 0;
	if (first < 0xf0)
		return 3;
	if (size < 4 || !is_continuation(bytes[3]) || (first == 0xf0 && second < 0x90) ||
	    (first == 0xf4 && second > 0x8f))
		return 0;
	return 4;
}

bool utf8_is_plain(const char *bytes, size_t size)
{
	for (size_t i = 0, length; i < size; i += length) {
		length = utf8_length(bytes + i, size - i);
		if (!length || (unsigned char)bytes[i] < 0x20 || bytes[i] == 0x7f)
			return false;
	}
	return true;
}

size_t utf8_encode(uint32_t character, char out[4])
{
	if (character < 0x80) {
		out[0] = (char)character;
		return 1;
	}
	if (character < 0x800) {
		out[0] = (char)(0xc0 | character >> 6);
		out[1] = (char)(0x80 | (character & 0x3f));
		return 2;
	}
	if (character < 0x10000) {
		out[0] = (char)(0xe0 | character >> 12);
		out[1] = (char)(0x80 | (character >> 6 & 0x3f));
		out[2] = (char)(0x80 | (character & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | character >> 18);
	out[1] = (char)(0x80 | (character >> 12 & 0x3f));
	out[2] = (char)(0x80 | (character >> 6 & 0x3f));
	out[3] = (char)(0x80 | (character & 0x3f));
	return 4;
}
