/* SPDX-License-Identifier: MIT */
/* UTF-8 as Unicode defines it: no surrogates, no overlong forms, nothing above U+10FFFF. */
#ifndef WARPWISE_SERVER_UTF8_H
#define WARPWISE_SERVER_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of the character that BYTES begin with, 1 to 4; 0: they do not begin with one. */
size_t utf8_length(const char *bytes, size_t size);

/* All of it is UTF-8 without control characters (below U+0020, and U+007F). */
bool utf8_is_plain(const char *bytes, size_t size);

/* Writes CHARACTER to OUT and returns its length. */
size_t utf8_encode(uint32_t character, char out[4]);

#endif
