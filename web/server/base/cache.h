/* SPDX-License-Identifier: MIT */
/*
 * Values that are kept for a while under keys that are hashes. What was put in first goes first:
 * when it is too old, or when all together are too many or too large. A value that was found lives
 * until whoever found it gives it back, also when the cache has dropped it by then. Any thread.
 */
#ifndef WARPWISE_SERVER_CACHE_H
#define WARPWISE_SERVER_CACHE_H

#include <stdint.h>

#include "server/base/secret.h"

struct cache;
struct cached; /* a value that was found */

struct cache_limits {
	size_t count, bytes;
	int64_t age_ns;
};

/* FREE_VALUE is called for each value in the end, on the thread of its last user. NULL without
 * memory. */
struct cache *cache_new(const struct cache_limits *limits, void (*free_value)(void *value));
void cache_free(struct cache *cache); /* NULL: nothing */

/* NULL: there is none that is young enough at NOW_NS (clock_monotonic_ns()). */
struct cached *cache_find(struct cache *cache, const unsigned char key[HASH_SIZE], int64_t now_ns);

void *cached_value(const struct cached *cached);
void cached_release(struct cached *cached); /* NULL: nothing */

/*
 * Takes VALUE over, in place of what had KEY before, and gives it back as if it had been found.
 * NULL: it stays the caller's, since it is larger than all may be together, or without memory.
 */
struct cached *cache_put(struct cache *cache, const unsigned char key[HASH_SIZE], void *value,
                         size_t size_bytes, int64_t now_ns);

#endif
