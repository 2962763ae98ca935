/* SPDX-License-Identifier: MIT */
/* Tests of which binary an address is in, of a process with as many libraries as a test wants. */
#include "stacks/binaries.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "suite.h"

enum { MANY = 16384, PAGE = 4096 };

static size_t libraries;
static ino_t inode = 1;
static unsigned long long changes;
static int64_t further;
static int files_read;
static char *row; /* that was written last, as SQL */

/* These stand in for the collector's. */
void counter_add(enum counter counter, int64_t n)
{
	if (counter == COUNTER_further_binaries)
		further += n;
}

bool batch_run(struct batch *batch, sqlite3_stmt *statement)
{
	(void)batch;
	sqlite3_free(row);
	row = sqlite3_expanded_sql(statement);
	return true;
}

struct loaded_count loaded_count(void)
{
	return (struct loaded_count){ .added = changes };
}

/* Library I is a page at (I + 1) * PAGE. */
int loaded_each(int (*see)(const struct loaded_file *file, void *data), void *data)
{
	int result = 0;

	for (size_t i = 0; i < libraries && !result; i++)
		result = see(&(struct loaded_file){ .path = "library",
		                                    .inode = inode,
		                                    .start = (i + 1) * PAGE,
		                                    .end = (i + 2) * PAGE },
		             data);
	return result;
}

void binary_file_read(struct binary_file *read, const struct loaded_file *file)
{
	files_read++;
	*read = (struct binary_file){
		.load_address = file->start,
		.place = { .start = file->start, .end = file->end },
		.build_id = "abcdef01",
	};
}

static void look(struct binaries *binaries, size_t now)
{
	libraries = now;
	changes++;
	binaries_look(binaries);
}

/* The library that has the address in the middle of library I, by number; -1: none. */
static int64_t found(const struct binaries *binaries, size_t i)
{
	return binaries_frame(binaries, (i + 1) * PAGE + PAGE / 2).binary_id - 1;
}

START_TEST(what_is_loaded_is_found)
{
	struct binaries binaries = { 0 };

	look(&binaries, 100);
	ck_assert_int_eq(found(&binaries, 0), 0);
	ck_assert_int_eq(found(&binaries, 99), 99);
	ck_assert_int_eq(found(&binaries, 100), -1);
	look(&binaries, 50);
	ck_assert_int_eq(found(&binaries, 99), -1);
	look(&binaries, 100);
	ck_assert_int_eq(found(&binaries, 99), 99);
	ck_assert_uint_eq(binaries.count, 100);
	ck_assert_int_eq(further, 0);
	binaries_release(&binaries);
}
END_TEST

/* Nor are files read again that are known. */
START_TEST(nothing_is_looked_at_while_nothing_changes)
{
	struct binaries binaries = { 0 };

	look(&binaries, 10);
	files_read = 0;
	libraries = 20;
	binaries_look(&binaries);
	ck_assert_uint_eq(binaries.count, 10);
	look(&binaries, 20);
	ck_assert_uint_eq(binaries.count, 20);
	ck_assert_int_eq(files_read, 10);
	binaries_release(&binaries);
}
END_TEST

/* A program may build a library anew and load it where the old one was. */
START_TEST(another_file_at_the_same_place_is_another_binary)
{
	struct binaries binaries = { 0 };

	look(&binaries, 1);
	inode++;
	look(&binaries, 1);
	ck_assert_uint_eq(binaries.count, 2);
	ck_assert_int_eq(found(&binaries, 0), 1);
	binaries_release(&binaries);
}
END_TEST

/* Those that are known stay so, and the rest is counted. */
START_TEST(more_than_are_told_apart)
{
	struct binaries binaries = { 0 };

	look(&binaries, MANY);
	look(&binaries, MANY + 3);
	ck_assert_int_eq(further, 3);
	ck_assert_int_eq(found(&binaries, 0), 0);
	ck_assert_int_eq(found(&binaries, MANY - 1), MANY - 1);
	ck_assert_int_eq(found(&binaries, MANY), -1);
	binaries_release(&binaries);
}
END_TEST

START_TEST(a_binary_is_a_row)
{
	struct binaries binaries;
	sqlite3 *db;

	ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db,
	                              "CREATE TABLE host_binary (id, path, build_id, load_address)",
	                              NULL, NULL, NULL),
	                 SQLITE_OK);
	ck_assert_int_eq(binaries_init(&binaries, db), 0);
	look(&binaries, 1);
	binaries_write(&binaries, NULL);
	ck_assert_ptr_nonnull(strstr(row, "(1, 'library', 'abcdef01', 4096)"));
	binaries_release(&binaries);
	sqlite3_free(row);
	row = NULL;
	sqlite3_close(db);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("binaries");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, what_is_loaded_is_found);
	tcase_add_test(cases, nothing_is_looked_at_while_nothing_changes);
	tcase_add_test(cases, another_file_at_the_same_place_is_another_binary);
	tcase_add_test(cases, more_than_are_told_apart);
	tcase_add_test(cases, a_binary_is_a_row);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
