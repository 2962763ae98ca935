/* SPDX-License-Identifier: MIT */
/* Tests of line tables: line programs of all versions, right and odd ones, made by hand. */
#include "code/line_table.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "line_program.h"
#include "suite.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static int decode(const struct program *program, struct line_table *table, size_t budget)
{
	const struct line_input input = {
		.bytes = program->bytes,
		.size = program->size,
		.texts = program->texts,
		.line_texts = program->line_texts,
		.relocations = program->relocations,
		.relocation_count = program->relocation_count,
	};
	const size_t before = budget;
	int err = line_table_init(table, &input, &budget);

	if (err)
		ck_assert_uint_eq(budget, before);
	return err;
}

#define TEXT(s) s, sizeof(s) - 1

struct version {
	int version;
	bool is_64;
	const char *lists;
	size_t size;
	const char *first, *second; /* paths of files 1 and 2 */
};

static const struct version versions[] = {
	{ 2, false, TEXT("/d/bin/../e\0rel\0\0a.cu\0\1\0\0../b.cu\0\2\0\0\0"), "/d/e/a.cu",
	  "b.cu" },
	{ 3, true, TEXT("/d//./e/\0..\0\0a.cu\0\1\0\0b.cu\0\2\0\0\0"), "/d/e/a.cu", "../b.cu" },
	{ 4, false, TEXT("/d\0\0/x/y/../../../a.cu\0\1\0\0b.cu\0\0\0\0\0"), "/a.cu", "b.cu" },
	/* path: string; directories / and sub; files with a directory of udata */
	{ 5, false, TEXT("\1\1\x08\2/c\0sub\0\2\1\x08\2\x0f\3z\0\0a.cu\0\1b.cu\0\0"), "/c/sub/a.cu",
	  "/c/b.cu" },
	/* path: line_strp and strp, with an MD5, a block and data1 */
	{ 5, true,
	  TEXT("\1\1\x1f\1\3\0\0\0\0\0\0\0\4\1\x0e\2\x0b\5\x1e\x90\x40\x09\3"
	       "\1\0\0\0\0\0\0\0\0"
	       "0123456789abcdef\0"
	       "\1\0\0\0\0\0\0\0\0"
	       "0123456789abcdef\1x"
	       "\6\0\0\0\0\0\0\0\0"
	       "0123456789abcdef\0"),
	  "/m/a.cu", "/m/b.cu" },
};

START_TEST(reads_all_versions)
{
	const struct version *version = &versions[_i];
	struct program program = {
		.is_64 = version->is_64,
		.texts = { TEXT("\0a.cu\0b.cu\0") },
		.line_texts = { TEXT("xx\0/m\0") },
	};
	const struct line_row *row;
	struct line_table table;

	begin_unit(&program, version->version, version->lists, version->size);
	set_address(&program, 5, 0x20);
	put_bytes(&program, TEXT("\x03\x09\x01")); /* line 10, copy */
	put_bytes(&program, TEXT("\x04\x02\xf4")); /* file 2, +16, +5 lines */
	put_bytes(&program,
	          TEXT("\x06\x03\x7c\x08\x09\x10\x00\x01")); /* not a statement, -4, +17+16 */
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	put_number(&program, 0, 4); /* padding */
	ck_assert_int_eq(decode(&program, &table, 1 << 20), 0);
	ck_assert_uint_eq(table.row_count, 3);
	row = line_table_row(&table, 5, 0x20);
	ck_assert_uint_eq(row->line, 10);
	ck_assert_str_eq(table.files[row->file], version->first);
	row = line_table_row(&table, 5, 0x30);
	ck_assert_uint_eq(row->line, 15);
	ck_assert_str_eq(table.files[row->file], version->second);
	row = line_table_row(&table, 5, 0x51);
	ck_assert_uint_eq(row->line, 11);
	ck_assert_ptr_eq(line_table_row(&table, 5, 0x60), row);
	ck_assert_ptr_null(line_table_row(&table, 5, 0x61));
	ck_assert_ptr_null(line_table_row(&table, 5, 0x1f));
	ck_assert_ptr_null(line_table_row(&table, 4, 0x30));
	ck_assert_ptr_null(line_table_row(&table, 6, 0x30));
	line_table_release(&table);

	for (size_t size = 1; size < program.size - 4; size++) { /* cut anywhere */
		struct program cut = program;

		cut.size = size;
		ck_assert_int_eq(decode(&cut, &table, 1 << 20), -EINVAL);
	}
}
END_TEST

/* A program of one sequence in section 5, with OPCODES before its end. */
static int decode_opcodes(const char *opcodes, size_t size, struct line_table *table)
{
	struct program program = { 0 };

	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 5, 0);
	put_bytes(&program, opcodes, size);
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	return decode(&program, table, 1 << 20);
}

static const struct {
	const char *what, *opcodes;
	size_t size;
	int result;
	size_t rows;
} odd_programs[] = {
	{ "no rows", TEXT(""), 0, 0 },
	{ "an unknown extended opcode", TEXT("\x01\x00\x03\xc0\x01\x02"), 0, 1 },
	{ "an empty extended opcode", TEXT("\x01\x00\x00"), 0, 1 },
	{ "operands that end early", TEXT("\x01\x00\x02\x90\x01"), -EINVAL, 0 },
	{ "an extended opcode over the end", TEXT("\x01\x00\x7f\x90\x01"), -EINVAL, 0 },
	{ "an address of four bytes", TEXT("\x01\x00\x05\x02\0\0\0\0"), -EINVAL, 0 },
	{ "a step back", TEXT("\x02\x10\x01\x02\xf0\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"),
	  -EINVAL, 0 },
	{ "a row behind the section", TEXT("\x02\x81\x20\x01"), -EINVAL, 0 },
	{ "an end behind the section", TEXT("\x01\x02\x81\x20"), -EINVAL, 0 },
	{ "a number of 91 bits",
	  TEXT("\x01\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"), 0, 1 },
	{ "columns and basic blocks", TEXT("\x05\xff\x01\x07\x01"), 0, 1 },
	{ "an unknown file", TEXT("\x04\x09\x01\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"),
	  0, 2 },
	{ "a file of its own", TEXT("\x00\x09\x03\x62.cu\0\1\0\0\x04\x02\x01"), 0, 1 },
	{ "a call by a row that follows", TEXT("\x00\x03\x90\x02\x00\x01\x01"), 0, 2 },
};

START_TEST(takes_or_rejects_odd_programs)
{
	struct line_table table;
	int err = decode_opcodes(odd_programs[_i].opcodes, odd_programs[_i].size, &table);

	ck_assert_msg(err == odd_programs[_i].result, "%s: %d", odd_programs[_i].what, err);
	ck_assert_uint_eq(table.row_count, odd_programs[_i].rows);
	for (size_t i = 0; i < table.row_count; i++) {
		ck_assert(table.rows[i].file == LINE_NONE || table.rows[i].file < table.file_count);
		ck_assert(table.rows[i].caller == LINE_NONE || table.rows[i].caller < i);
	}
	line_table_release(&table);
}
END_TEST

START_TEST(keeps_within_the_budget)
{
	struct program program = { 0 };
	struct line_table table;
	size_t least = 0;

	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 5, 0);
	for (int i = 0; i < 1000; i++)
		put_number(&program, 1, 1);
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	while (decode(&program, &table, least) == -EFBIG)
		least += 64;
	ck_assert_uint_ge(least, 1000 * sizeof(struct line_row));
	ck_assert_uint_le(least, 3000 * sizeof(struct line_row));
	ck_assert_uint_eq(table.row_count, 1000);
	line_table_release(&table);
}
END_TEST

START_TEST(drops_what_lies_nowhere)
{
	struct program program = { 0 };
	struct line_table table;

	begin_unit(&program, 2, one_file, sizeof one_file);
	set_address(&program, 7, 0x40);
	put_bytes(&program, "\x01", 1);
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
	put_bytes(&program, "\x00\x09\x02\0\0\0\0\0\0\0\0\x01", 12); /* no relocation */
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
	set_address(&program, 3, 0);
	put_bytes(&program, "\x01", 1);
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
	set_address(&program, 7, 0);
	put_bytes(&program, "\x01", 1);
	put_bytes(&program, end_at_16, sizeof end_at_16 - 1);
	end_unit(&program);
	ck_assert_int_eq(decode(&program, &table, 1 << 20), 0);
	ck_assert_uint_eq(table.sequence_count, 3);
	ck_assert_uint_eq(table.unplaced_count, 1);
	ck_assert_uint_eq(table.sequences[0].section, 3);
	ck_assert_uint_eq(table.sequences[1].first_offset, 0);
	ck_assert_uint_eq(table.sequences[2].first_offset, 0x40);
	ck_assert_ptr_null(line_table_row(&table, 7, 0x10)); /* between the two */
	ck_assert_ptr_nonnull(line_table_row(&table, 7, 0x4f));
	line_table_release(&table);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("line table");
	TCase *tcase = tcase_create("line table");

	tcase_add_loop_test(tcase, reads_all_versions, 0, ARRAY_SIZE(versions));
	tcase_add_loop_test(tcase, takes_or_rejects_odd_programs, 0, ARRAY_SIZE(odd_programs));
	tcase_add_test(tcase, keeps_within_the_budget);
	tcase_add_test(tcase, drops_what_lies_nowhere);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
