/* SPDX-License-Identifier: MIT */
/* Tests of which launches are chosen to be measured, and of the file that says so. */
#include "record/chosen_launches.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite.h"
#include "trace_fixture.h"

/* COUNT launches of SHAPE, of which number i from 1 on takes NS; the later ones arrive first. */
#define LAUNCHES(shape, count, ns)                                                                \
	"INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, " \
	"channel_id, graph_id) WITH n(i) AS (SELECT " #count " UNION ALL SELECT i - 1 FROM n "    \
	"WHERE i > 1) SELECT 1000 * i, " ns ", 1, " #shape ", 1000 + i, 8, NULL FROM n;"

/* A shape like shape 4 but for what cannot be told when it is launched, and one of other blocks. */
#define SHAPES                                                                                    \
	"DELETE FROM kernel;"                                                                     \
	"INSERT INTO launch_shape VALUES (5, 10, 2,3,4, 32,2,1, 0,0,0, 40, 100, 200, 999, NULL, " \
	"1, 8, 1), (6, 10, 9,3,4, 32,2,1, 0,0,0, 40, 100, 200, 300, NULL, 1, 8, 1);"

static struct launch_plan plan;

static const struct launch_plan_shape *shape_of(uint32_t grid_x)
{
	const struct launch_key key = {
		.function = "_Z1fv",
		.grid = { grid_x, 3, 4 },
		.block = { 32, 2, 1 },
		.dynamic_shared_bytes = 200,
	};

	return launch_plan_find(&plan, launch_key_hash(&key));
}

static uint32_t rank_of(uint32_t grid_x)
{
	return shape_of(grid_x)->rank;
}

/* The launches that are named for GRID_X blocks and more, as text. */
static const char *planned(uint32_t grid_x)
{
	static char text[256];
	const struct launch_plan_shape *shape = shape_of(grid_x);
	size_t length = 0;

	text[0] = '\0';
	for (uint32_t i = 0; shape && i < shape->count; i++)
		length += (size_t)snprintf(text + length, sizeof text - length, "%s%lld",
		                           i ? " " : "", (long long)shape->ordinals[i]);
	return text;
}

static void find(const char *sql, int64_t first)
{
	char *path = trace_path;
	const struct trace_list traces = { .paths = &path, .count = 1 };

	trace_fixture_make(sql);
	ck_assert_int_eq(chosen_launches_find(&plan, &traces, first), 0);
	launch_plan_sort(&plan);
	unlink(trace_path);
}

START_TEST(equal_launches)
{
	find(SHAPES LAUNCHES(4, 500, "1000 + i % 7") LAUNCHES(6, 500, "2000"), 3);
	ck_assert_uint_eq(plan.count, 2); /* in order of time */
	ck_assert_str_eq(planned(2), "");
	ck_assert_uint_eq(rank_of(2), 1);
	ck_assert_uint_eq(rank_of(9), 0);
	find("DELETE FROM kernel", 3);
	ck_assert_uint_eq(plan.count, 0);
	find(SHAPES LAUNCHES(4, 3, "1000 * i * i"), 3); /* all are measured anyway */
	ck_assert_str_eq(planned(2), "");
}
END_TEST

START_TEST(later_ones_take_the_time)
{
	/* Not those far along: they are short, too. */
	find(SHAPES LAUNCHES(4, 900, "CASE WHEN i > 600 THEN 400000 ELSE 2000 END"), 3);
	ck_assert_str_eq(planned(2), "601 602 603");
	find(SHAPES LAUNCHES(4, 900, "CASE WHEN i > 600 THEN 400000 ELSE 2000 END"), 1);
	ck_assert_str_eq(planned(2), "601");
	find(SHAPES LAUNCHES(4, 900, "CASE WHEN i > 600 THEN 400000 ELSE 2000 END"), 20);
	ck_assert_str_eq(planned(2), "601 602 603 604 605 606 607 608");
}
END_TEST

START_TEST(each_part_of_the_time)
{
	/* 1275 us: a sixth of them are over after launch 20, a half after 36, five sixths after 46.
	 * The first with about as long a time are chosen. */
	find(SHAPES LAUNCHES(4, 50, "1000 * i"), 1);
	ck_assert_str_eq(planned(2), "35");
	find(SHAPES LAUNCHES(4, 50, "1000 * i"), 2);
	ck_assert_str_eq(planned(2), "24 42");
}
END_TEST

/* Whatever else the trace tells of a launch shape, the next run cannot. Nodes of graphs are not
 * counted, launches without times are. */
START_TEST(ordinals)
{
	find(SHAPES LAUNCHES(4, 900, "CASE WHEN i > 600 THEN 400000 ELSE 2000 END") LAUNCHES(
	             6, 10,
	             "20000") "UPDATE kernel SET launch_shape_id = 5 WHERE id % 2 AND "
	                      "launch_shape_id = 4;"
	                      "UPDATE kernel SET duration_ns = NULL WHERE correlation_id = 1601;"
	                      "UPDATE kernel SET graph_id = 1 WHERE correlation_id IN (1003, "
	                      "1100);",
	     3);
	ck_assert_str_eq(planned(2), "600 601 602");
	ck_assert_str_eq(planned(9), "");
	/* What takes 1 % of the time is left alone. */
	find(SHAPES LAUNCHES(4, 900, "100000") LAUNCHES(6, 100, "CASE WHEN i > 50 THEN 9000 END"),
	     3);
	ck_assert_uint_eq(plan.count, 1);
	ck_assert_str_eq(planned(2), "");
}
END_TEST

START_TEST(several_traces)
{
	char first[TRACE_PATH_BYTES + 8], none[] = "/nonexistent";
	char *paths[] = { first, none, trace_path };
	const struct trace_list traces = { .paths = paths, .count = 3 };

	trace_fixture_make(SHAPES LAUNCHES(4, 900, "CASE WHEN i > 600 THEN 400000 ELSE 2000 END"));
	snprintf(first, sizeof first, "%s.first", trace_path);
	ck_assert_int_eq(rename(trace_path, first), 0);
	trace_fixture_make(SHAPES LAUNCHES(4, 900, "CASE WHEN i > 300 THEN 400000 ELSE 2000 END"));
	ck_assert_int_eq(chosen_launches_find(&plan, &traces, 3), 0);
	launch_plan_sort(&plan);
	ck_assert_uint_eq(plan.count, 1);
	ck_assert_str_eq(planned(2), "301 302 303");
	unlink(first);
	unlink(trace_path);
}
END_TEST

/* ---- the file ---- */

static int read_text(const char *text)
{
	char path[TRACE_PATH_BYTES];
	FILE *file;
	int err;

	snprintf(path, sizeof path, "%s/plan", trace_folder);
	file = fopen(path, "w");
	fputs(text, file);
	fclose(file);
	err = launch_plan_read(&plan, path);
	unlink(path);
	return err;
}

#define HEAD "warpwise-launch-plan 3\n"

START_TEST(file)
{
	char path[TRACE_PATH_BYTES];

	find(SHAPES LAUNCHES(4, 900, "CASE WHEN i > 600 THEN 400000 ELSE 2000 END"), 3);
	snprintf(path, sizeof path, "%s/plan", trace_folder);
	ck_assert_int_eq(launch_plan_write(&plan, path), 0);
	plan.count = 0;
	ck_assert_int_eq(launch_plan_read(&plan, path), 0);
	ck_assert_uint_eq(plan.count, 1);
	ck_assert_str_eq(planned(2), "601 602 603");
	ck_assert_int_eq(shape_of(2)->longest_ns, 400000);
	ck_assert_uint_eq(shape_of(2)->function, launch_function_hash("_Z1fv"));
	unlink(path);
	ck_assert_int_eq(launch_plan_read(&plan, path), -ENOENT);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(launch_plan_read(&plan, path), -EINVAL);
	unlink(path);
	ck_assert_int_eq(launch_plan_write(&plan, "/nonexistent/plan"), -ENOENT);
}
END_TEST

START_TEST(broken_files)
{
	static const char *const texts[] = {
		"",
		"warpwise-launch-plan 2\n12ab 1 5 1\n",
		HEAD "\n",
		HEAD "12ab\n",
		HEAD "12ab \n",
		HEAD "12ab c\n",
		HEAD "12ab 5 1\n",
		HEAD "12ab c 5\n",
		HEAD "12ab c 0 1\n",
		HEAD "12ab c 5 0\n",
		HEAD "12ab c 5 -4\n",
		HEAD "12ab c 5 1",
		HEAD "12ab c 5 1 x\n",
		HEAD "12ab c 5 9 1 2 3 4 5 6 7 8 9\n",
		HEAD "12ab c 5 1\n\n",
	};
	char *text = malloc(1 << 17);
	size_t length;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		ck_assert_msg(read_text(texts[i]) == -EINVAL, "%s", texts[i]);
		ck_assert_uint_eq(plan.count, 0);
	}
	ck_assert_int_eq(read_text(HEAD), 0);
	ck_assert_int_eq(read_text(HEAD "f 1 5 9 1\n0e 1 5 9 1 2 3 4 5 6 7 8\na c 6 7\n"), 0);
	ck_assert_uint_eq(plan.count, 3);
	ck_assert_uint_eq(plan.shapes[0].key, 0xa);
	ck_assert_uint_eq(plan.shapes[0].function, 0xc);
	ck_assert_uint_eq(plan.shapes[0].rank, 2);
	ck_assert_uint_eq(plan.shapes[0].count, 0);
	ck_assert_int_eq(plan.shapes[0].longest_ns, 6);
	ck_assert_int_eq(plan.shapes[0].launches, 7);
	ck_assert_uint_eq(plan.shapes[1].count, 8);
	length = (size_t)sprintf(text, HEAD);
	for (int i = 0; i <= LAUNCH_PLAN_SHAPES; i++) /* one too many */
		length += (size_t)sprintf(text + length, "%x 1 5 1\n", i);
	ck_assert_int_eq(read_text(text), -EINVAL);
	ck_assert_uint_eq(plan.count, 0);
	free(text);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("chosen launches");
	TCase *cases = tcase_create("all");
	int failed;

	if (!trace_fixture_init())
		return EXIT_FAILURE;
	tcase_add_test(cases, equal_launches);
	tcase_add_test(cases, later_ones_take_the_time);
	tcase_add_test(cases, each_part_of_the_time);
	tcase_add_test(cases, ordinals);
	tcase_add_test(cases, several_traces);
	tcase_add_test(cases, file);
	tcase_add_test(cases, broken_files);
	suite_add_tcase(suite, cases);
	failed = run_suite(suite);
	trace_fixture_release();
	return failed;
}
