/* SPDX-License-Identifier: MIT */
/* Tables of numbers read from their pages: the same as SQLite reads, whatever the file holds. */
#include "trace/number_table.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "suite.h"

enum { ROWS = 3000, FEW_ROWS = 90, SMALL_PAGE = 512 };

#define COLUMNS "b, id, c, a"

static char path[] = "/tmp/warpwise-number-table-XXXXXX";
static sqlite3 *db;

static void run_sql(const char *sql)
{
	char *message = NULL;

	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s: %s", sql,
	              message);
}

/* An empty table t in a file with pages of PAGE_BYTES. */
static void make_table(int page_bytes)
{
	char sql[64];

	ck_assert_int_eq(truncate(path, 0), 0);
	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	snprintf(sql, sizeof sql, "PRAGMA page_size = %d", page_bytes);
	run_sql(sql);
	run_sql("CREATE TABLE other (id INTEGER PRIMARY KEY);"
	        "CREATE TABLE t (a INTEGER, id INTEGER PRIMARY KEY, skipped, b INTEGER,"
	        " sum INTEGER AS (a + b), c INTEGER, kept INTEGER AS (a) STORED)");
}

/* Numbers of every width, and NULL, with gaps between the ids. */
static void fill_table(int rows)
{
	char sql[512];

	snprintf(sql, sizeof sql,
	         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d),"
	         " v AS (SELECT i, (1 << (i * 7 %% 63)) - (i * 5 %% 3) AS x FROM n)"
	         " INSERT INTO t (id, a, skipped, b, c)"
	         " SELECT i * 3 - 500, nullif(x, 1), iif(i %% 4, printf('%%.*c', i %% 50, 'x'), "
	         "1.5),"
	         " ~x, nullif(i %% 5, 2) FROM v;"
	         "DELETE FROM t WHERE id %% 7 = 0;"
	         "INSERT INTO t (id, a, b) VALUES (9223372036854775807, -9223372036854775808, "
	         "9223372036854775807)",
	         rows);
	run_sql(sql);
}

/* ---- what is read ---- */

struct expected {
	sqlite3_stmt *rows;
	int64_t taken, other_types;
};

static int take_equal(void *context, const struct number_row *row)
{
	struct expected *expected = context;

	ck_assert_int_eq(sqlite3_step(expected->rows), SQLITE_ROW);
	for (int i = 0; i < sqlite3_column_count(expected->rows); i++) {
		const int type = sqlite3_column_type(expected->rows, i);

		ck_assert_int_eq(row->nulls >> i & 1, type == SQLITE_NULL);
		ck_assert_int_eq(row->values[i], sqlite3_column_int64(expected->rows, i));
	}
	ck_assert(!row->has_other_type);
	expected->taken++;
	return 0;
}

static int count_rows(void *context, const struct number_row *row)
{
	struct expected *expected = context;

	expected->taken++;
	expected->other_types += row->has_other_type;
	return 0;
}

static int count_all(struct expected *counted, const char **damage)
{
	*counted = (struct expected){ 0 };
	*damage = NULL;
	return number_table_read(db, "t", COLUMNS, count_rows, counted, damage);
}

START_TEST(reads_what_sqlite_reads)
{
	static const int page_bytes[] = { SMALL_PAGE, 4096, 65536 };
	struct expected expected = { 0 };
	const char *damage = NULL;

	make_table(page_bytes[_i]);
	fill_table(ROWS);
	run_sql("BEGIN");
	ck_assert_int_eq(
	        sqlite3_prepare_v2(db, "SELECT " COLUMNS " FROM t", -1, &expected.rows, NULL),
	        SQLITE_OK);
	ck_assert_int_eq(number_table_read(db, "t", COLUMNS, take_equal, &expected, &damage), 0);
	ck_assert_int_eq(sqlite3_step(expected.rows), SQLITE_DONE);
	ck_assert_int_gt(expected.taken, ROWS / 2);
	sqlite3_finalize(expected.rows);
	sqlite3_close(db);
}
END_TEST

START_TEST(a_row_may_lack_its_last_columns)
{
	struct expected expected = { 0 };
	const char *damage = NULL;

	make_table(4096);
	run_sql("CREATE TABLE u (id INTEGER PRIMARY KEY, a INTEGER);"
	        "INSERT INTO u VALUES (1, 7), (2, 8); ALTER TABLE u ADD COLUMN b INTEGER;"
	        "INSERT INTO u VALUES (3, 9, 10)");
	ck_assert_int_eq(sqlite3_prepare_v2(db, "SELECT id, a, b FROM u", -1, &expected.rows, NULL),
	                 SQLITE_OK);
	ck_assert_int_eq(number_table_read(db, "u", "id, a, b", take_equal, &expected, &damage), 0);
	ck_assert_int_eq(expected.taken, 3);
	sqlite3_finalize(expected.rows);
	sqlite3_close(db);
}
END_TEST

static int stop(void *context, const struct number_row *row)
{
	(void)row;
	return ++*(int *)context == 3 ? -ECANCELED : 0;
}

START_TEST(stops_when_told)
{
	const char *damage = NULL;
	int taken = 0;

	make_table(SMALL_PAGE);
	fill_table(FEW_ROWS);
	ck_assert_int_eq(number_table_read(db, "t", COLUMNS, stop, &taken, &damage), -ECANCELED);
	ck_assert_int_eq(taken, 3);
	ck_assert_ptr_null(damage);
	sqlite3_close(db);
}
END_TEST

/* ---- what takes SQL ---- */

START_TEST(leaves_a_file_with_a_log_to_sql)
{
	struct expected counted;
	const char *damage;

	make_table(4096);
	run_sql("PRAGMA journal_mode = WAL");
	fill_table(FEW_ROWS);
	ck_assert_int_eq(count_all(&counted, &damage), -ENOTSUP);
	ck_assert_int_eq(counted.taken, 0);
	sqlite3_close(db);
}
END_TEST

START_TEST(leaves_what_is_no_table_with_an_id_to_sql)
{
	struct expected counted = { 0 };
	const char *damage = NULL;

	make_table(4096);
	run_sql("CREATE TABLE bare (a INTEGER); CREATE VIEW seen AS SELECT * FROM t");
	ck_assert_int_eq(number_table_read(db, "none", "id", count_rows, &counted, &damage),
	                 -ENOTSUP);
	ck_assert_int_eq(number_table_read(db, "bare", "a", count_rows, &counted, &damage),
	                 -ENOTSUP);
	ck_assert_int_eq(number_table_read(db, "seen", "id", count_rows, &counted, &damage),
	                 -ENOTSUP);
	sqlite3_close(db);
}
END_TEST

/* ---- hostile files ---- */

START_TEST(tells_of_other_types)
{
	struct expected counted;
	const char *damage;

	make_table(4096);
	run_sql("INSERT INTO t (id, a, b) VALUES (1, 'text', 1), (2, 1, 2.5), (3, x'00', 1), (4, "
	        "1, 1)");
	ck_assert_int_eq(count_all(&counted, &damage), 0);
	ck_assert_int_eq(counted.taken, 4);
	ck_assert_int_eq(counted.other_types, 3);
	sqlite3_close(db);
}
END_TEST

START_TEST(a_row_that_goes_on_elsewhere_is_damage)
{
	struct expected counted;
	const char *damage;

	make_table(SMALL_PAGE);
	run_sql("INSERT INTO t (id, skipped) VALUES (1, printf('%.*c', 1000, 'x'))");
	ck_assert_int_eq(count_all(&counted, &damage), -EINVAL);
	ck_assert_str_eq(damage, "a row is larger than its table needs");
	sqlite3_close(db);
}
END_TEST

static void write_byte(off_t offset, unsigned char byte)
{
	const int fd = open(path, O_WRONLY);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pwrite(fd, &byte, 1, offset), 1);
	close(fd);
}

/* Where the first page of t begins. */
static off_t table_offset(void)
{
	sqlite3_stmt *stmt;
	off_t page;

	ck_assert_int_eq(sqlite3_prepare_v2(db,
	                                    "SELECT rootpage FROM sqlite_schema WHERE name = 't'",
	                                    -1, &stmt, NULL),
	                 SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(stmt), SQLITE_ROW);
	page = sqlite3_column_int(stmt, 0);
	sqlite3_finalize(stmt);
	return (page - 1) * SMALL_PAGE;
}

/* The first page names itself as the last of those below it. */
START_TEST(pages_that_go_round_are_damage)
{
	struct expected counted;
	const char *damage;
	off_t offset;

	make_table(SMALL_PAGE);
	fill_table(ROWS);
	offset = table_offset();
	write_byte(offset + 11, (unsigned char)(offset / SMALL_PAGE + 1));
	write_byte(offset + 10, 0);
	ck_assert_int_eq(count_all(&counted, &damage), -EINVAL);
	ck_assert_str_eq(damage, "a page is not one of the file, or linked twice");
	sqlite3_close(db);
}
END_TEST

/* Each byte in turn is another: all that is asked is an end, without reading outside a page. */
START_TEST(any_byte_may_be_wrong)
{
	static const unsigned char changes[] = { 0x00, 0xff, 0x81, 0x0d };
	unsigned char *bytes;
	struct stat st;
	off_t begin;
	FILE *file;

	make_table(SMALL_PAGE);
	fill_table(FEW_ROWS);
	begin = table_offset();
	sqlite3_close(db);
	file = fopen(path, "rb");
	ck_assert(file && stat(path, &st) == 0);
	bytes = malloc((size_t)st.st_size);
	ck_assert(bytes && fread(bytes, 1, (size_t)st.st_size, file) == (size_t)st.st_size);
	fclose(file);
	ck_assert_int_gt(st.st_size - begin, (off_t)4 * SMALL_PAGE);
	for (off_t at = begin; at < st.st_size; at++) {
		struct expected counted;
		const char *damage;
		int err;

		write_byte(at, changes[at % 4]);
		ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
		err = count_all(&counted, &damage);
		ck_assert(err == 0 || (err == -EINVAL && damage));
		ck_assert_int_le(counted.taken, st.st_size);
		sqlite3_close(db);
		write_byte(at, bytes[at]);
	}
	free(bytes);
}
END_TEST

int main(void)
{
	const int fd = mkstemp(path);
	Suite *suite = suite_create("number_table");
	TCase *tests = tcase_create("number_table");
	int status;

	if (fd < 0)
		return EXIT_FAILURE;
	close(fd);
	tcase_add_loop_test(tests, reads_what_sqlite_reads, 0, 3);
	tcase_add_test(tests, a_row_may_lack_its_last_columns);
	tcase_add_test(tests, stops_when_told);
	tcase_add_test(tests, leaves_a_file_with_a_log_to_sql);
	tcase_add_test(tests, leaves_what_is_no_table_with_an_id_to_sql);
	tcase_add_test(tests, tells_of_other_types);
	tcase_add_test(tests, a_row_that_goes_on_elsewhere_is_damage);
	tcase_add_test(tests, pages_that_go_round_are_damage);
	tcase_add_test(tests, any_byte_may_be_wrong);
	suite_add_tcase(suite, tests);
	status = run_suite(suite);
	unlink(path);
	return status;
}
