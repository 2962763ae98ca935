/* SPDX-License-Identifier: MIT */
/* Tests of which launches are due, with a plan and without, and which of them come first. */
#include "counters/launch_shapes.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/log.h"
#include "host/recording.h"
#include "suite.h"

struct recording recording;
static char said[256];

void log_line(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(said, sizeof said, format, arguments);
	va_end(arguments);
}

static struct launch launch_of(const char *function)
{
	return (struct launch){
		.function = function,
		.handle = (CUfunction)(uintptr_t)function[0],
		.grid = { 8, 1, 1 },
		.block = { 256, 1, 1 },
	};
}

static struct launch_shape *shape_of(const char *function)
{
	const struct launch launch = launch_of(function);

	return launch_shape_of(&launch);
}

/* The next launch of FUNCTION, in CONTEXT; returns its ordinal if it is due, else 0. */
static int64_t next(const char *function, uintptr_t context)
{
	struct launch launch = launch_of(function);
	struct launch_shape *shape;
	int64_t ordinal;

	launch.context = (CUcontext)context;
	shape = launch_shape_of(&launch);
	ordinal = launch_shape_count(shape, &launch);
	if (!launch_shape_is_due(shape, ordinal))
		return 0;
	atomic_fetch_add(&shape->tries, 1);
	launch_shape_measured(shape, ordinal);
	return ordinal;
}

/* The ordinals of those that are due of COUNT launches, as text. */
static const char *due(const char *function, uintptr_t context, int count)
{
	static char text[256];
	size_t length = 0;

	text[0] = '\0';
	for (int i = 0; i < count; i++) {
		const int64_t ordinal = next(function, context);

		if (ordinal)
			length += (size_t)snprintf(text + length, sizeof text - length, "%lld ",
			                           (long long)ordinal);
	}
	return text;
}

static size_t reserved(const char *function, int64_t ordinal)
{
	return launch_shape_need(shape_of(function), ordinal).reserved;
}

static bool is_urgent(const char *function, int64_t ordinal)
{
	return launch_shape_need(shape_of(function), ordinal).is_urgent;
}

/* Of the first and last of three FUNCTIONS any launch will do, of the other one 5 and 9. Each test
 * has functions of its own, since some run in one process. */
static void plan(const char *functions)
{
	static struct launch_plan made;
	char path[] = "/tmp/warpwise-plan-XXXXXX";
	const int fd = mkstemp(path);

	made = (struct launch_plan){ .count = 3 };
	for (size_t i = 0; i < made.count; i++) {
		const char function[] = { functions[i], '\0' };
		const struct launch_key key = {
			.function = function,
			.grid = { 8, 1, 1 },
			.block = { 256, 1, 1 },
		};

		made.shapes[i].key = launch_key_hash(&key);
		made.shapes[i].function = launch_function_hash(i == 2 ? "other" : "one");
		made.shapes[i].longest_ns = 1;
		made.shapes[i].launches = 100;
	}
	made.shapes[1].count = 2;
	made.shapes[1].ordinals[0] = 9;
	made.shapes[1].ordinals[1] = 5;
	ck_assert_int_eq(launch_plan_write(&made, path), 0);
	close(fd);
	launch_shapes_plan(path);
	unlink(path);
	ck_assert_str_eq(said, "");
}

static void start(int64_t first)
{
	recording.settings.number[SETTING_ID_metrics_launches] = first;
}

START_TEST(without_a_plan)
{
	start(3);
	ck_assert_str_eq(due("x", 0, 200), "1 2 3 24 192 ");
	ck_assert_str_eq(due("x", 2, 200), "201 202 203 ");
	ck_assert_uint_eq(reserved("y", 1), 0);
	ck_assert(!is_urgent("y", 1) && is_urgent("y", 2) && !is_urgent("x", 2));
	ck_assert_double_eq(launch_shape_function_part(shape_of("x")), 1);
}
END_TEST

START_TEST(what_comes_first)
{
	static const char *const functions[] = { "a", "b", "c", "d" };

	start(3);
	plan("abc");
	for (int i = 0; i < 4; i++) { /* the first launches of all, none of which is measured */
		const struct launch launch = launch_of(functions[i]);

		launch_shape_count(shape_of(functions[i]), &launch);
	}
	/* Launch 1 of b does not stand for its time. */
	ck_assert(is_urgent("a", 1) && !is_urgent("b", 1) && is_urgent("c", 1));
	ck_assert(is_urgent("b", 5) && !is_urgent("d", 1) && is_urgent("d", 2));
	ck_assert_uint_eq(reserved("a", 1), 0);
	ck_assert_uint_eq(reserved("b", 1), 3);
	ck_assert_uint_eq(reserved("b", 5), 1);
	ck_assert_uint_eq(reserved("c", 1), 2);
	ck_assert_uint_eq(reserved("d", 1), 3);
	ck_assert_int_eq(next("a", 0), 2);
	ck_assert_uint_eq(reserved("a", 3), 2); /* the others have none yet */
	ck_assert_uint_eq(reserved("c", 1), 1);
	ck_assert_uint_eq(reserved("c", 100), 1); /* there is none after it */
	ck_assert_uint_eq(reserved("d", 1), 1);
	for (int i = 2; i <= 10; i++) { /* the launches that b waited for go by */
		const struct launch launch = launch_of("b");

		ck_assert_uint_eq(reserved("d", 1), 1);
		launch_shape_count(shape_of("b"), &launch);
	}
	ck_assert_uint_eq(reserved("d", 1), 0);
}
END_TEST

START_TEST(what_is_due)
{
	start(3);
	plan("efg");
	ck_assert_str_eq(due("f", 1, 200), "1 5 9 ");
	ck_assert_str_eq(due("g", 1, 50), "1 2 3 24 ");
	ck_assert_str_eq(due("h", 1, 50), "1 2 3 24 ");
	ck_assert_str_eq(due("f", 2, 2), "201 ");
}
END_TEST

START_TEST(many_are_asked_for)
{
	start(7);
	plan("ijk");
	ck_assert_str_eq(due("j", 1, 20), "1 2 3 4 5 9 ");
}
END_TEST

/* Two of three shapes, which take the same time, are of one function. */
START_TEST(part_of_a_function)
{
	start(3);
	plan("lmn");
	due("l", 0, 1); /* launched once */
	due("n", 0, 1);
	ck_assert_double_eq_tol(launch_shape_function_part(shape_of("l")), 2 / 3.0, 1e-9);
	ck_assert_double_eq_tol(launch_shape_function_part(shape_of("n")), 1 / 3.0, 1e-9);
	ck_assert_double_eq(launch_shape_function_part(shape_of("o")), 0);
}
END_TEST

START_TEST(a_broken_plan)
{
	start(3);
	launch_shapes_plan("/nonexistent");
	ck_assert_str_eq(said, "cannot read the plan of what to measure, the first launches are "
	                       "measured: WARPWISE_METRICS_PLAN=\"/nonexistent\": No such file or "
	                       "directory");
	ck_assert_str_eq(due("z", 1, 200), "1 2 3 24 192 ");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("launch shapes");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, without_a_plan);
	tcase_add_test(cases, what_comes_first);
	tcase_add_test(cases, what_is_due);
	tcase_add_test(cases, many_are_asked_for);
	tcase_add_test(cases, part_of_a_function);
	tcase_add_test(cases, a_broken_plan);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
