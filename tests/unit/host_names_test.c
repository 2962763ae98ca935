/* SPDX-License-Identifier: MIT */
/* Tests of how long libraries are read for. */
#include "record/host_names.h"

#include <check.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "suite.h"
#include "trace_fixture.h"

enum { LIST_BYTES = TRACE_PATH_BYTES + 16 };

/* A program's frame, two of a library, one in no file. */
static const char frames[] =
        "INSERT INTO host_binary VALUES (1, '/home/me/app', 'ab', 0), (2, '/lib/libm.so.6', 'cd', "
        "0);"
        "INSERT INTO host_frame (id, host_binary_id, address) VALUES (1, 1, 4096), (2, 2, 4096), "
        "(3, 2, 8192), (4, NULL, 4096)";

/* What the trace says of functions that were not looked up: -1 if it says nothing. */
static int left_out(int most_ms)
{
	char list[LIST_BYTES];
	sqlite3_stmt *statement;
	FILE *file;
	sqlite3 *db;
	int count = -1;

	trace_fixture_make(frames);
	snprintf(list, sizeof list, "%s.list", trace_path);
	file = fopen(list, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "%s\n", trace_path);
	fclose(file);
	host_names_write(list, 0, most_ms);
	unlink(list);
	ck_assert_int_eq(sqlite3_open(trace_path, &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(db,
	                                    "SELECT count FROM diagnostic WHERE code = "
	                                    "'unread-names' AND subject = 'host'",
	                                    -1, &statement, NULL),
	                 SQLITE_OK);
	if (sqlite3_step(statement) == SQLITE_ROW)
		count = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return count;
}

START_TEST(frames_of_libraries_that_there_was_no_time_for_are_noted)
{
	ck_assert_int_eq(left_out(0), 2);
}
END_TEST

START_TEST(with_time_nothing_is_left_out)
{
	ck_assert_int_eq(left_out(1000000), -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("host names");
	TCase *all = tcase_create("host names");
	int status;

	if (!trace_fixture_init())
		return EXIT_FAILURE;
	tcase_add_test(all, frames_of_libraries_that_there_was_no_time_for_are_noted);
	tcase_add_test(all, with_time_nothing_is_left_out);
	suite_add_tcase(suite, all);
	status = run_suite(suite);
	trace_fixture_release();
	return status;
}
