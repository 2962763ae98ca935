/* SPDX-License-Identifier: MIT */
/*
 * Chains of entries whose keys have the same beginning, and a list of all in the order of their
 * age: since all live equally long, its first is the next to go, whatever the reason.
 */
#include "server/base/cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct cached {
	_Atomic int users; /* the cache is one of them */
	unsigned char key[HASH_SIZE];
	void *value;
	size_t size_bytes;
	int64_t put_ns;
	void (*free_value)(void *value);
	struct cached *chain;         /* the next of the same beginning */
	struct cached *older, *newer; /* by age */
};

struct cache {
	pthread_mutex_t lock;
	struct cache_limits limits;
	void (*free_value)(void *value);
	size_t count, bytes;
	struct cached *oldest, *newest;
	struct cached *chains[]; /* limits.count of them */
};

struct cache *cache_new(const struct cache_limits *limits, void (*free_value)(void *value))
{
	struct cache *cache = calloc(1, sizeof *cache + limits->count * sizeof(struct cached *));

	if (!cache)
		return NULL;
	pthread_mutex_init(&cache->lock, NULL);
	cache->limits = *limits;
	cache->free_value = free_value;
	return cache;
}

void cached_release(struct cached *cached)
{
	if (!cached || atomic_fetch_sub(&cached->users, 1) > 1)
		return;
	cached->free_value(cached->value);
	free(cached);
}

void *cached_value(const struct cached *cached)
{
	return cached->value;
}

/* ---- with the lock held ---- */

/* Where the entry of KEY hangs, or would. */
static struct cached **place_of(struct cache *cache, const unsigned char key[HASH_SIZE])
{
	uint32_t begin;
	struct cached **place;

	memcpy(&begin, key, sizeof begin);
	place = &cache->chains[begin % cache->limits.count];
	while (*place && memcmp((*place)->key, key, HASH_SIZE) != 0)
		place = &(*place)->chain;
	return place;
}

/* Into the chain DROPPED, for release_all() once the lock is free. */
static void drop(struct cache *cache, struct cached *cached, struct cached **dropped)
{
	*place_of(cache, cached->key) = cached->chain;
	*(cached->older ? &cached->older->newer : &cache->oldest) = cached->newer;
	*(cached->newer ? &cached->newer->older : &cache->newest) = cached->older;
	cache->count--;
	cache->bytes -= cached->size_bytes;
	cached->chain = *dropped;
	*dropped = cached;
}

static bool is_too_old(const struct cache *cache, const struct cached *cached, int64_t now_ns)
{
	return now_ns - cached->put_ns > cache->limits.age_ns;
}

static struct cached *add(struct cache *cache, struct cached *cached)
{
	struct cached *before = *place_of(cache, cached->key), *dropped = NULL, **place;

	if (before)
		drop(cache, before, &dropped);
	while (cache->oldest && (cache->count == cache->limits.count ||
	                         cache->bytes + cached->size_bytes > cache->limits.bytes ||
	                         is_too_old(cache, cache->oldest, cached->put_ns)))
		drop(cache, cache->oldest, &dropped);
	place = place_of(cache, cached->key);
	*place = cached;
	cached->older = cache->newest;
	*(cache->newest ? &cache->newest->newer : &cache->oldest) = cached;
	cache->newest = cached;
	cache->count++;
	cache->bytes += cached->size_bytes;
	return dropped;
}

/* ---- for all ---- */

static void release_all(struct cached *dropped)
{
	while (dropped) {
		struct cached *next = dropped->chain;

		cached_release(dropped);
		dropped = next;
	}
}

void cache_free(struct cache *cache)
{
	struct cached *dropped = NULL;

	if (!cache)
		return;
	while (cache->oldest)
		drop(cache, cache->oldest, &dropped);
	release_all(dropped);
	pthread_mutex_destroy(&cache->lock);
	free(cache);
}

struct cached *cache_find(struct cache *cache, const unsigned char key[HASH_SIZE], int64_t now_ns)
{
	struct cached *cached;

	pthread_mutex_lock(&cache->lock);
	cached = *place_of(cache, key);
	if (cached && is_too_old(cache, cached, now_ns))
		cached = NULL;
	if (cached)
		atomic_fetch_add(&cached->users, 1);
	pthread_mutex_unlock(&cache->lock);
	return cached;
}

struct cached *cache_put(struct cache *cache, const unsigned char key[HASH_SIZE], void *value,
                         size_t size_bytes, int64_t now_ns)
{
	struct cached *cached =
	        size_bytes <= cache->limits.bytes ? calloc(1, sizeof *cached) : NULL;
	struct cached *dropped;

	if (!cached)
		return NULL;
	cached->users = 2; /* the cache and the caller */
	memcpy(cached->key, key, HASH_SIZE);
	cached->value = value;
	cached->size_bytes = size_bytes;
	cached->put_ns = now_ns;
	cached->free_value = cache->free_value;
	pthread_mutex_lock(&cache->lock);
	dropped = add(cache, cached);
	pthread_mutex_unlock(&cache->lock);
	release_all(dropped);
	return cached;
}
