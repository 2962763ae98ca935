/* SPDX-License-Identifier: MIT */
/* Thinning: every span is in a box of its lane, what is long stays what it is, the limit is
 * kept. */
#include "report/fine_boxes.h"

#include <check.h>
#include <stdlib.h>

#include "report/fine_timeline.h"
#include "suite.h"

enum { SPANS = 20000, LANES = 7, LONG_NS = 100000 };

struct spans {
	int64_t start_ns[SPANS], end_ns[SPANS];
	uint32_t lane[SPANS], box_of[SPANS];
};

static int random_below(unsigned *state, int limit)
{
	*state = *state * 1664525 + 1013904223;
	return (int)((*state >> 8) % (unsigned)limit);
}

/* Short spans one after the other in each lane, some long ones among them. */
static struct spans *make_spans(int64_t *wall_ns)
{
	struct spans *spans = calloc(1, sizeof *spans);
	int64_t now_ns[LANES] = { 0 };
	unsigned state = 1;

	ck_assert_ptr_nonnull(spans);
	*wall_ns = 0;
	for (int i = 0; i < SPANS; i++) {
		int lane = random_below(&state, LANES);
		int64_t length_ns = random_below(&state, 500) ? random_below(&state, 900) : LONG_NS;

		spans->lane[i] = (uint32_t)lane;
		spans->start_ns[i] = now_ns[lane] + random_below(&state, 300);
		spans->end_ns[i] = now_ns[lane] = spans->start_ns[i] + length_ns;
		*wall_ns = now_ns[lane] > *wall_ns ? now_ns[lane] : *wall_ns;
	}
	return spans;
}

static size_t thin(struct spans *spans, int64_t wall_ns, size_t limit, int64_t *resolution_ns)
{
	size_t boxes;

	ck_assert_int_eq(fine_boxes(&(struct fine_input){ .count = SPANS,
	                                                  .start_ns = spans->start_ns,
	                                                  .end_ns = spans->end_ns,
	                                                  .stride_bytes = sizeof(int64_t),
	                                                  .lane = spans->lane,
	                                                  .lanes = LANES,
	                                                  .wall_ns = wall_ns },
	                            limit, spans->box_of, &boxes, resolution_ns),
	                 0);
	return boxes;
}

START_TEST(leaves_few_alone)
{
	int64_t wall_ns, resolution_ns;
	struct spans *spans = make_spans(&wall_ns);

	ck_assert_uint_eq(thin(spans, wall_ns, SPANS, &resolution_ns), SPANS);
	ck_assert_int_eq(resolution_ns, 0);
	for (uint32_t i = 0; i < SPANS; i++)
		ck_assert_uint_eq(spans->box_of[i], i);
	free(spans);
}
END_TEST

START_TEST(keeps_to_the_limit)
{
	int64_t wall_ns, resolution_ns;
	struct spans *spans = make_spans(&wall_ns);
	static const size_t limits[] = { SPANS - 1, SPANS / 3, 500, LANES, 1 };

	for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
		size_t boxes = thin(spans, wall_ns, limits[k], &resolution_ns), seen = 0;

		ck_assert_uint_le(boxes, limits[k] > LANES ? limits[k] : LANES);
		ck_assert_int_gt(resolution_ns, 0);
		for (size_t i = 0; i < SPANS; i++) { /* numbered in order of their first span */
			ck_assert_uint_le(spans->box_of[i], seen);
			seen += spans->box_of[i] == seen;
		}
		ck_assert_uint_eq(seen, boxes);
	}
	free(spans);
}
END_TEST

START_TEST(keeps_what_is_long)
{
	int64_t wall_ns, resolution_ns;
	struct spans *spans = make_spans(&wall_ns);
	size_t boxes = thin(spans, wall_ns, SPANS / 4, &resolution_ns);
	uint32_t *count = calloc(boxes, sizeof *count), *lane = calloc(boxes, sizeof *lane);

	ck_assert_int_lt(resolution_ns, LONG_NS);
	ck_assert(count && lane);
	for (size_t i = 0; i < SPANS; i++) {
		if (!count[spans->box_of[i]]++)
			lane[spans->box_of[i]] = spans->lane[i];
		ck_assert_uint_eq(lane[spans->box_of[i]], spans->lane[i]);
	}
	for (size_t i = 0; i < SPANS; i++)
		if (spans->end_ns[i] - spans->start_ns[i] >= resolution_ns)
			ck_assert_uint_eq(count[spans->box_of[i]], 1);
	free(count);
	free(lane);
	free(spans);
}
END_TEST

START_TEST(finds_depths)
{
	int64_t until_ns[2 * FINE_DEPTHS];

	for (size_t i = 0; i < sizeof until_ns / sizeof *until_ns; i++)
		until_ns[i] = INT64_MIN;
	ck_assert_uint_eq(fine_depth(until_ns, 1, 0, 100), 0);
	ck_assert_uint_eq(fine_depth(until_ns, 1, 10, 50), 1); /* within */
	ck_assert_uint_eq(fine_depth(until_ns, 1, 20, 30), 2);
	ck_assert_uint_eq(fine_depth(until_ns, 1, 50, 60), 1); /* after the second */
	ck_assert_uint_eq(fine_depth(until_ns, 0, 20, 30), 0); /* another thread */
	ck_assert_uint_eq(fine_depth(until_ns, 1, 100, 110), 0);
	for (int i = 0; i < 3 * FINE_DEPTHS; i++) /* deeper ones share the last */
		ck_assert_uint_lt(fine_depth(until_ns, 0, 20, 30), FINE_DEPTHS);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("fine_boxes");
	TCase *tests = tcase_create("fine_boxes");

	suite_add_tcase(suite, tests);
	tcase_add_test(tests, leaves_few_alone);
	tcase_add_test(tests, keeps_to_the_limit);
	tcase_add_test(tests, keeps_what_is_long);
	tcase_add_test(tests, finds_depths);
	return run_suite(suite);
}
