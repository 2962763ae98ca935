/* SPDX-License-Identifier: MIT */
/* Tests of the cache of replies: what is found, what goes first, and that what is in use stays. */
#include "server/base/cache.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "suite.h"

enum { ROOM = 4, BYTES = 1000, AGE_NS = 100, NUMBERS = 64 };

static _Atomic int freed[NUMBERS];
static int values[NUMBERS];

static void note_freed(void *value)
{
	atomic_fetch_add(&freed[(int *)value - values], 1);
}

static struct cache *new_cache(void)
{
	const struct cache_limits limits = { .count = ROOM, .bytes = BYTES, .age_ns = AGE_NS };

	memset(freed, 0, sizeof freed);
	return cache_new(&limits, note_freed);
}

/* All in one chain: their beginnings are the same. */
static const unsigned char *key(int number)
{
	static _Thread_local unsigned char bytes[HASH_SIZE];

	bytes[HASH_SIZE - 1] = (unsigned char)number;
	return bytes;
}

static bool put(struct cache *cache, int number, size_t size_bytes, int64_t now_ns)
{
	struct cached *cached = cache_put(cache, key(number), &values[number], size_bytes, now_ns);

	cached_release(cached);
	return cached;
}

static bool has(struct cache *cache, int number, int64_t now_ns)
{
	struct cached *cached = cache_find(cache, key(number), now_ns);

	if (cached)
		ck_assert_ptr_eq(cached_value(cached), &values[number]);
	cached_release(cached);
	return cached;
}

START_TEST(what_was_put_in_is_found)
{
	struct cache *cache = new_cache();

	ck_assert(!has(cache, 1, 0));
	ck_assert(put(cache, 1, 10, 0));
	ck_assert(put(cache, 2, 10, 0));
	ck_assert(has(cache, 1, 0) && has(cache, 2, 0) && !has(cache, 3, 0));
	ck_assert_int_eq(freed[1] + freed[2], 0);
	cache_free(cache);
	ck_assert_int_eq(freed[1], 1);
	ck_assert_int_eq(freed[2], 1);
}
END_TEST

START_TEST(the_oldest_goes_where_there_are_too_many)
{
	struct cache *cache = new_cache();

	for (int i = 0; i <= ROOM; i++)
		ck_assert(put(cache, i, 1, i));
	ck_assert(!has(cache, 0, ROOM));
	ck_assert_int_eq(freed[0], 1);
	for (int i = 1; i <= ROOM; i++)
		ck_assert(has(cache, i, ROOM));
	cache_free(cache);
}
END_TEST

START_TEST(the_oldest_go_where_all_are_too_large)
{
	struct cache *cache = new_cache();

	ck_assert(put(cache, 1, 400, 0));
	ck_assert(put(cache, 2, 400, 0));
	ck_assert(put(cache, 3, 700, 0));
	ck_assert(!has(cache, 1, 0) && !has(cache, 2, 0) && has(cache, 3, 0));
	ck_assert(put(cache, 4, 300, 0));
	ck_assert(has(cache, 3, 0) && has(cache, 4, 0));
	cache_free(cache);
}
END_TEST

START_TEST(what_is_too_large_stays_the_callers)
{
	struct cache *cache = new_cache();

	ck_assert(put(cache, 1, 10, 0));
	ck_assert(!put(cache, 2, BYTES + 1, 0));
	ck_assert(has(cache, 1, 0) && !has(cache, 2, 0));
	cache_free(cache);
	ck_assert_int_eq(freed[2], 0);
}
END_TEST

START_TEST(what_is_too_old_is_not_found)
{
	struct cache *cache = new_cache();

	ck_assert(put(cache, 1, 10, 0));
	ck_assert(has(cache, 1, AGE_NS));
	ck_assert(!has(cache, 1, AGE_NS + 1));
	ck_assert(put(cache, 2, 10, AGE_NS + 1)); /* and it makes room */
	ck_assert_int_eq(freed[1], 1);
	cache_free(cache);
}
END_TEST

START_TEST(the_same_key_again)
{
	struct cache *cache = new_cache();

	ck_assert(put(cache, 1, 10, 0));
	cached_release(cache_put(cache, key(1), &values[9], 10, 0));
	ck_assert_int_eq(freed[1], 1);
	for (int i = 2; i <= ROOM; i++) /* it counts once */
		ck_assert(put(cache, i, 10, 0));
	ck_assert_int_eq(freed[9], 0);
	cache_free(cache);
	ck_assert_int_eq(freed[9], 1);
}
END_TEST

START_TEST(what_is_in_use_lives_on)
{
	struct cache *cache = new_cache();
	struct cached *first, *second;

	ck_assert(put(cache, 1, 10, 0));
	first = cache_find(cache, key(1), 0);
	second = cache_find(cache, key(1), 0);
	cache_free(cache);
	ck_assert_int_eq(freed[1], 0);
	cached_release(first);
	ck_assert_int_eq(freed[1], 0);
	ck_assert_ptr_eq(cached_value(second), &values[1]);
	cached_release(second);
	ck_assert_int_eq(freed[1], 1);
}
END_TEST

enum { THREADS = 4, ROUNDS = 20000 };

static void *use(void *data)
{
	struct cache *cache = data;

	for (int i = 0; i < ROUNDS; i++) {
		struct cached *cached = cache_find(cache, key(i % 7), 0);

		if (!cached)
			cached = cache_put(cache, key(i % 7), &values[i % 7], 300, 0);
		ck_assert_ptr_eq(cached_value(cached), &values[i % 7]);
		cached_release(cached);
	}
	return NULL;
}

START_TEST(many_threads)
{
	struct cache *cache = new_cache();
	pthread_t threads[THREADS];
	int all = 0;

	for (int i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&threads[i], NULL, use, cache), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 7; i++)
		all += has(cache, i, 0);
	ck_assert_int_eq(all, BYTES / 300);
	cache_free(cache);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cache");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, what_was_put_in_is_found);
	tcase_add_test(cases, the_oldest_goes_where_there_are_too_many);
	tcase_add_test(cases, the_oldest_go_where_all_are_too_large);
	tcase_add_test(cases, what_is_too_large_stays_the_callers);
	tcase_add_test(cases, what_is_too_old_is_not_found);
	tcase_add_test(cases, the_same_key_again);
	tcase_add_test(cases, what_is_in_use_lives_on);
	tcase_add_test(cases, many_threads);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
