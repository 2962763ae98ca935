/* SPDX-License-Identifier: MIT */
/* Growing arrays, and the search in sorted ones. */
#include <check.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/array.h"
#include "suite.h"

START_TEST(keeps_what_was_added)
{
	struct row {
		uint32_t a;
		char b;
	} *rows = NULL;
	size_t count = 0;

	for (uint32_t i = 0; i < 5000; i++) {
		struct row *row = ARRAY_ADD(&rows, &count);

		ck_assert_ptr_nonnull(row);
		*row = (struct row){ i, (char)i };
	}
	ck_assert_uint_eq(count, 5000);
	for (uint32_t i = 0; i < count; i++) {
		ck_assert_uint_eq(rows[i].a, i);
		ck_assert_int_eq(rows[i].b, (char)i);
	}
	free(rows);
}
END_TEST

START_TEST(may_get_shorter)
{
	uint64_t *items = NULL;
	size_t count = 0;

	for (uint64_t i = 0; i < 200; i++)
		*ARRAY_ADD(&items, &count) = i;
	count = 16;
	for (uint64_t i = 16; i < 40; i++)
		*ARRAY_ADD(&items, &count) = i;
	for (uint64_t i = 0; i < count; i++)
		ck_assert_uint_eq(items[i], i);
	free(items);
}
END_TEST

START_TEST(keeps_its_room_when_emptied)
{
	uint64_t *items = NULL;
	size_t count = 0;

	*ARRAY_ADD(&items, &count) = 1;
	for (int i = 0; i < 100; i++) {
		uint64_t *before = items;

		count = 0;
		ck_assert_ptr_eq(ARRAY_ADD(&items, &count), before);
	}
	count = 0;
	for (uint64_t i = 0; i < 40; i++)
		*ARRAY_ADD(&items, &count) = i;
	for (uint64_t i = 0; i < count; i++)
		ck_assert_uint_eq(items[i], i);
	free(items);
}
END_TEST

START_TEST(has_room_for_columns)
{
	uint8_t *narrow = NULL;
	int64_t *wide = NULL;

	for (size_t count = 0; count < 100; count++) {
		ck_assert_int_eq(ARRAY_ROOM(&narrow, count), 0);
		ck_assert_int_eq(ARRAY_ROOM(&wide, count), 0);
		narrow[count] = (uint8_t)count;
		wide[count] = (int64_t)count;
	}
	ck_assert_uint_eq(narrow[99], 99);
	ck_assert_int_eq(wide[99], 99);
	free(narrow);
	free(wide);
}
END_TEST

START_TEST(does_not_overflow)
{
	char *items = malloc(ARRAY_FIRST), *before = items;

	ck_assert_ptr_nonnull(items);
	items[15] = 'x';
	/* 32 items of that size are 0 bytes modulo 2^64. */
	ck_assert_int_eq(array_grow(&items, 16, SIZE_MAX / 32 + 1), -ENOMEM);
	ck_assert_int_eq(array_grow(&items, ARRAY_MAX, 1), -ENOMEM);
	ck_assert_ptr_eq(items, before);
	ck_assert_int_eq(items[15], 'x');
	free(items);
}
END_TEST

START_TEST(keeps_within_a_budget)
{
	size_t budget_bytes = 16 * sizeof(int64_t) + 15 * sizeof(int64_t), count = 0;
	int64_t *items = NULL;
	int err = 0;

	for (int64_t i = 0; i < 16; i++)
		*ARRAY_ADD_WITHIN(&budget_bytes, &items, &count, &err) = i;
	ck_assert_uint_eq(budget_bytes, 15 * sizeof(int64_t)); /* what it took is the room */
	ck_assert_ptr_null(ARRAY_ADD_WITHIN(&budget_bytes, &items, &count, &err));
	ck_assert_int_eq(err, -EFBIG);
	ck_assert_uint_eq(count, 16);
	ck_assert_int_eq(items[15], 15);
	budget_bytes += sizeof(int64_t);
	ck_assert_ptr_nonnull(ARRAY_ADD_WITHIN(&budget_bytes, &items, &count, &err));
	ck_assert_uint_eq(budget_bytes, 0);
	free(items);
}
END_TEST

static bool is_less(const void *item, const void *key)
{
	return *(const int *)item < *(const int *)key;
}

static bool is_less_or_equal(const void *item, const void *key)
{
	return *(const int *)item <= *(const int *)key;
}

/* Against counting, in arrays of all lengths with gaps and equal items: 0 0 2 2 4 4 ... */
START_TEST(finds_the_place)
{
	int items[20];

	for (int i = 0; i < 20; i++)
		items[i] = i / 2 * 2;
	for (size_t count = 0; count <= 20; count++)
		for (int key = -1; key <= 21; key++) {
			size_t less = 0, not_more = 0;

			for (size_t i = 0; i < count; i++) {
				less += items[i] < key;
				not_more += items[i] <= key;
			}
			ck_assert_uint_eq(lower_bound(&key, items, count, sizeof *items, is_less),
			                  less);
			ck_assert_uint_eq(
			        lower_bound(&key, items, count, sizeof *items, is_less_or_equal),
			        not_more);
		}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("array");
	TCase *tests = tcase_create("array");

	tcase_add_test(tests, keeps_what_was_added);
	tcase_add_test(tests, may_get_shorter);
	tcase_add_test(tests, keeps_its_room_when_emptied);
	tcase_add_test(tests, has_room_for_columns);
	tcase_add_test(tests, does_not_overflow);
	tcase_add_test(tests, keeps_within_a_budget);
	tcase_add_test(tests, finds_the_place);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
