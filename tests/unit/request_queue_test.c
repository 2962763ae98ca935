/* SPDX-License-Identifier: MIT */
/* Tests of the queue of requests: order, limit, and that none is lost when it stops. */
#include "server/http/queue.h"

#include <check.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "server/http/request.h"
#include "suite.h"

enum { REQUESTS = 8, EACH = 5000, ADDERS = 4, TAKERS = 3 };

START_TEST(first_in_first_out)
{
	struct request_queue *queue = request_queue_new(REQUESTS);
	static struct request requests[REQUESTS];
	struct request *chain;

	for (int i = 0; i < REQUESTS; i++)
		ck_assert(request_queue_add(queue, &requests[i]));
	ck_assert_int_eq(request_queue_count(queue), REQUESTS);
	chain = request_queue_take(queue, 1);
	ck_assert_ptr_eq(chain, &requests[0]);
	ck_assert_ptr_null(chain->next);
	ck_assert(request_queue_add(queue, &requests[0]));
	chain = request_queue_take(queue, 3);
	for (int i = 1; i <= 3; i++, chain = chain->next)
		ck_assert_ptr_eq(chain, &requests[i]);
	ck_assert_ptr_null(chain);
	chain = request_queue_take(queue, 100);
	for (int i = 4; i < REQUESTS; i++, chain = chain->next)
		ck_assert_ptr_eq(chain, &requests[i]);
	ck_assert_ptr_eq(chain, &requests[0]);
	ck_assert_ptr_null(chain->next);
	ck_assert_int_eq(request_queue_count(queue), 0);
	request_queue_free(queue);
}
END_TEST

START_TEST(no_more_than_its_limit)
{
	struct request_queue *queue = request_queue_new(2);
	static struct request requests[3];

	ck_assert(request_queue_add(queue, &requests[0]));
	ck_assert(request_queue_add(queue, &requests[1]));
	ck_assert(!request_queue_add(queue, &requests[2]));
	ck_assert_ptr_eq(request_queue_take(queue, 1), &requests[0]);
	ck_assert(request_queue_add(queue, &requests[2]));
	request_queue_free(queue);
}
END_TEST

START_TEST(what_waits_when_it_stops_is_taken)
{
	struct request_queue *queue = request_queue_new(REQUESTS);
	static struct request requests[2];

	ck_assert(request_queue_add(queue, &requests[0]));
	request_queue_stop(queue);
	ck_assert(!request_queue_add(queue, &requests[1]));
	ck_assert_ptr_eq(request_queue_take(queue, 1), &requests[0]);
	ck_assert_ptr_null(request_queue_take(queue, 1));
	ck_assert_ptr_null(request_queue_take(queue, 1)); /* for each who waits */
	request_queue_free(queue);
}
END_TEST

static struct request_queue *shared;
static struct request many[ADDERS * EACH];
static _Atomic int added, taken[ADDERS * EACH];

static void *add_all(void *data)
{
	struct request *mine = data;

	for (int i = 0; i < EACH; i++)
		if (request_queue_add(shared, &mine[i]))
			atomic_fetch_add(&added, 1);
	return NULL;
}

static void *take_all(void *data)
{
	struct request *chain;
	int *count = data;

	while ((chain = request_queue_take(shared, 7)) != NULL)
		for (; chain; chain = chain->next, ++*count)
			atomic_fetch_add(&taken[chain - many], 1);
	return NULL;
}

/* Stopped while requests still come: each that was let in is taken, once. */
START_TEST(many_threads)
{
	pthread_t adders[ADDERS], takers[TAKERS];
	int counts[TAKERS] = { 0 }, all = 0;

	shared = request_queue_new(ADDERS * EACH);
	for (int i = 0; i < TAKERS; i++)
		ck_assert_int_eq(pthread_create(&takers[i], NULL, take_all, &counts[i]), 0);
	for (int i = 0; i < ADDERS; i++)
		ck_assert_int_eq(pthread_create(&adders[i], NULL, add_all, &many[i * EACH]), 0);
	pthread_join(adders[0], NULL);
	request_queue_stop(shared);
	for (int i = 1; i < ADDERS; i++)
		pthread_join(adders[i], NULL);
	for (int i = 0; i < TAKERS; i++) {
		pthread_join(takers[i], NULL);
		all += counts[i];
	}
	ck_assert_int_ge(atomic_load(&added), EACH);
	ck_assert_int_eq(all, atomic_load(&added));
	for (int i = 0; i < ADDERS * EACH; i++)
		ck_assert_int_le(taken[i], 1);
	ck_assert_int_eq(request_queue_count(shared), 0);
	request_queue_free(shared);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("request_queue");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, first_in_first_out);
	tcase_add_test(cases, no_more_than_its_limit);
	tcase_add_test(cases, what_waits_when_it_stops_is_taken);
	tcase_add_test(cases, many_threads);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
