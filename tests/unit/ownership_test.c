/* SPDX-License-Identifier: MIT */
/*
 * Tests of ownership: what it is, and under threads that take, give and doom the same thing as fast
 * as they can. With ThreadSanitizer the plain fields below show that there is one owner at a time.
 */
#include "host/ownership.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

enum { FREE, IDLE, BUSY, OWNED = OWNED_IN(BUSY) };
enum { THREADS = 8, ROUNDS = 20000 };

START_TEST(is_taken_once)
{
	struct ownership o = { FREE };

	ck_assert_int_eq(ownership_state(&o), FREE);
	ck_assert(!ownership_take(&o, IDLE, BUSY, OWNED, 60000)); /* at once: it is nobody's */
	ck_assert(ownership_take(&o, FREE, BUSY, OWNED, 0));
	ck_assert(!ownership_take(&o, FREE, BUSY, OWNED, 0));
	ck_assert(!ownership_take(&o, IDLE, BUSY, OWNED, 1));
	ck_assert(ownership_give(&o, IDLE));
	ck_assert_int_eq(ownership_state(&o), IDLE);
	ck_assert(ownership_take(&o, IDLE, BUSY, OWNED, 0));
}
END_TEST

START_TEST(the_owner_hears_of_the_doom_once)
{
	struct ownership o = { FREE };

	ck_assert(!ownership_doom(&o, OWNED));
	ck_assert(ownership_take(&o, FREE, BUSY, OWNED, 0));
	ck_assert(ownership_doom(&o, OWNED));
	ck_assert(ownership_doom(&o, OWNED));
	ck_assert_int_eq(ownership_state(&o), BUSY);
	ck_assert(!ownership_give(&o, IDLE));
	ck_assert_int_eq(ownership_state(&o), BUSY);
	ck_assert(ownership_give(&o, FREE));
	ck_assert_int_eq(ownership_state(&o), FREE);
}
END_TEST

static struct ownership contended = { FREE };
static int64_t owners, burials;     /* the owner's */
static atomic_int_least64_t graves; /* what is left to do */
static atomic_int_least64_t dooms;

static void *contend(void *number)
{
	for (int i = 0; i < ROUNDS; i++) {
		if (i % 7 == (int)(intptr_t)number % 7) {
			atomic_fetch_add(&graves, 1);
			if (ownership_doom(&contended, OWNED)) {
				atomic_fetch_add(&dooms, 1);
				continue;
			}
			atomic_fetch_sub(&graves, 1);
		}
		if (!ownership_take(&contended, FREE, BUSY, OWNED, i % 3))
			continue;
		owners++;
		sched_yield(); /* others come meanwhile */
		while (!ownership_give(&contended, FREE))
			burials += atomic_exchange(&graves, 0);
	}
	return number;
}

START_TEST(threads)
{
	pthread_t thread[THREADS];

	for (intptr_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, contend, (void *)i), 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	ck_assert_int_eq(ownership_state(&contended), FREE);
	ck_assert_int_gt(owners, 0);
	/* Each that was doomed was seen to; what was not doomed took its grave back. */
	ck_assert_int_gt(atomic_load(&dooms), 0);
	ck_assert_int_eq(burials + atomic_load(&graves), atomic_load(&dooms));
	ck_assert_int_le(atomic_load(&graves), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ownership");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, is_taken_once);
	tcase_add_test(cases, the_owner_hears_of_the_doom_once);
	tcase_add_test(cases, threads);
	tcase_set_timeout(cases, 600);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
