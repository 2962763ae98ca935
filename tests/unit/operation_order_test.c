/* SPDX-License-Identifier: MIT */
/* Tests of the order of operations. */
#include "trace/operation_order.h"

#include <check.h>
#include <stdlib.h>

#include "trace/trace.h"
#include "suite.h"

/* Starts of several kinds: spread, in one heap with an outlier, all equal, sorted. */
START_TEST(sorts_operations)
{
	enum { COUNT = 5000 };
	struct trace_operations o = {
		.count = COUNT,
		.start_ns = malloc(COUNT * sizeof(int64_t)),
		.end_ns = malloc(COUNT * sizeof(int64_t)),
		.stream = malloc(COUNT * sizeof(uint32_t)),
		.call = malloc(COUNT * sizeof(uint32_t)),
		.detail = malloc(COUNT * sizeof(uint32_t)),
		.channel = malloc(COUNT * sizeof(uint16_t)),
		.type = malloc(COUNT),
		.flags = malloc(COUNT),
	};
	unsigned state = 11;

	for (unsigned i = 0; i < COUNT; i++) {
		state = state * 1664525 + 1013904223;
		o.start_ns[i] =
		        _i == 0   ? (int64_t)(state >> 4) - 1000000
		        : _i == 1 ? (i == 7 ? TRACE_TIME_MAX_NS : (int64_t)(state >> 20))
		        : _i == 2 ? 5
		        : _i == 3 ? (int64_t)i
		                  : (i == 9 ? -TRACE_TIME_MAX_NS : (int64_t)i * 3 + (state >> 24));
		o.end_ns[i] = o.start_ns[i] / 2 + TRACE_TIME_MAX_NS / 2 + (state >> 29);
		o.stream[i] = o.call[i] = o.detail[i] = i;
		o.channel[i] = (uint16_t)i;
		o.type[i] = o.flags[i] = (uint8_t)i;
	}
	ck_assert_int_eq(operation_order(&o), 0);
	for (size_t i = 0; i < COUNT; i++) {
		ck_assert(o.call[i] == o.stream[i] && o.detail[i] == o.stream[i]);
		ck_assert(o.channel[i] == (uint16_t)o.stream[i] &&
		          o.type[i] == (uint8_t)o.stream[i]);
		if (i == 0)
			continue;
		ck_assert(o.start_ns[i - 1] <= o.start_ns[i]);
		if (o.start_ns[i - 1] == o.start_ns[i])
			ck_assert(
			        o.end_ns[i - 1] < o.end_ns[i] ||
			        (o.end_ns[i - 1] == o.end_ns[i] && o.stream[i - 1] < o.stream[i]));
	}
	free(o.start_ns);
	free(o.end_ns);
	free(o.stream);
	free(o.call);
	free(o.detail);
	free(o.channel);
	free(o.type);
	free(o.flags);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("operation order");
	TCase *tcase = tcase_create("operation order");

	tcase_add_loop_test(tcase, sorts_operations, 0, 5);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
