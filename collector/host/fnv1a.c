/* SPDX-License-Identifier: MIT */
#include "host/fnv1a.h"

uint64_t fnv1a(const void *bytes, size_t size)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (const unsigned char *at = bytes; size--; at++)
		hash = (hash ^ *at) * 0x100000001b3;
	return hash;
}
