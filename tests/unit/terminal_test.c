/* SPDX-License-Identifier: MIT */
/* Units, cleaning and cutting of text, wrapping, JSON strings, tables: everything that output is
 * made of. */
#include "base/terminal.h"
#include "print/table.h"
#include "suite.h"

#include <check.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* ---- units ---- */

static const struct {
	const char *(*format)(char text[FORMAT_MAX], int64_t value);
	int64_t value;
	const char *text;
} integers[] = {
	{ format_duration, 0, "0 ns" },
	{ format_duration, 1, "1 ns" },
	{ format_duration, 999, "999 ns" },
	{ format_duration, 1000, "1.000 us" },
	{ format_duration, 12345, "12.35 us" },
	{ format_duration, 9999499, "9.999 ms" },
	{ format_duration, 9999500, "10.00 ms" },
	{ format_duration, 999949, "999.9 us" },
	{ format_duration, 999960, "1.000 ms" },
	{ format_duration, 1234567890, "1.235 s" },
	{ format_duration, 86400000000000, "86,400 s" },
	{ format_duration, -1500, "-1.500 us" },
	{ format_duration, INT64_MAX, "9,223,372,037 s" },
	{ format_duration, INT64_MIN, "-9,223,372,037 s" },
	{ format_bytes, 0, "0 B" },
	{ format_bytes, 1023, "1023 B" },
	{ format_bytes, 1024, "1.00 KiB" },
	{ format_bytes, 1536, "1.50 KiB" },
	{ format_bytes, 1048575, "1.00 MiB" },
	{ format_bytes, INT64_C(139) << 30, "139 GiB" },
	{ format_bytes, INT64_MAX, "8192 PiB" },
	{ format_count, 0, "0" },
	{ format_count, 999, "999" },
	{ format_count, 1000, "1,000" },
	{ format_count, 1234567, "1,234,567" },
	{ format_count, -1000, "-1,000" },
	{ format_count, INT64_MIN, "-9,223,372,036,854,775,808" },
};

START_TEST(integer_units)
{
	ck_assert_str_eq(integers[_i].format(FORMAT, integers[_i].value), integers[_i].text);
}
END_TEST

static const struct {
	const char *(*format)(char text[FORMAT_MAX], double value);
	double value;
	const char *text;
} reals[] = {
	{ format_rate, 0, "0 B/s" },
	{ format_rate, 12.34e9, "12.3 GB/s" },
	{ format_rate, 999.9e6, "1.00 GB/s" },
	{ format_rate, 4.8e12, "4.80 TB/s" },
	{ format_rate, NAN, "-" },
	{ format_percent, 0, "0.0 %" },
	{ format_percent, 0.01, "<0.1 %" },
	{ format_percent, 12.34, "12.3 %" },
	{ format_percent, 100, "100.0 %" },
	{ format_percent, INFINITY, "-" },
	{ format_change_percent, 12.34, "+12.3 %" },
	{ format_change_percent, 0.04, "+<0.1 %" },
	{ format_change_percent, 0, "0.0 %" },
	{ format_change_percent, -0.04, "-<0.1 %" },
	{ format_change_percent, -0.06, "-0.1 %" },
	{ format_change_percent, NAN, "-" },
	{ format_real, 0, "0" },
	{ format_real, 0.012345, "0.0123" },
	{ format_real, 1, "1.00" },
	{ format_real, 12.345, "12.3" },
	{ format_real, 999.4, "999" },
	{ format_real, 1234.5, "1,235" },
	{ format_real, 1e300, "1e+300" },
	{ format_real, NAN, "-" },
};

START_TEST(real_units)
{
	ck_assert_str_eq(reals[_i].format(FORMAT, reals[_i].value), reals[_i].text);
}
END_TEST

static const struct {
	int64_t before, after;
	const char *text;
} speedups[] = {
	{ 100, 80, "1.25 times" },    { 100, 125, "0.80 times" },  { 100, 1, "100.00 times" },
	{ 101, 1, "over 100 times" }, { 5, 0, "over 100 times" },  { 0, 0, "1.000 times" },
	{ 1000, 997, "1.003 times" }, { 100, 105, "0.952 times" },
};

START_TEST(speedup)
{
	ck_assert_str_eq(format_speedup(FORMAT, speedups[_i].before, speedups[_i].after),
	                 speedups[_i].text);
}
END_TEST

/* ---- text ---- */

static const struct {
	const char *text;
	int columns;
	const char *clean;
} texts[] = {
	{ "", 0, "" },
	{ "abc", 0, "abc" },
	{ "abc", 3, "abc" },
	{ "abcdefgh", 5, "ab…gh" },
	{ "abcdefgh", 1, "a" },
	{ "abcdefgh", 2, "a…" },
	{ "a\033[31mb\n\t\x7f", 0, "a?[31mb???" },
	{ "\xff\xc0\x80\xe2\x82", 0, "?????" },
	{ "\xed\xa0\x80", 0, "???" }, /* a surrogate */
	{ "a\xe2\x80\xae"
	  "b",
	  0, "a?b" }, /* right-to-left override */
	{ "äöü", 0, "äöü" },
	{ "漢字漢字", 5, "漢…字" }, /* two columns each */
	{ "漢字漢字", 4, "漢…" },
	{ "e\xcc\x81"
	  "bcdef",
	  4,
	  "e\xcc\x81"
	  "b…f" }, /* an accent goes with its letter */
};

START_TEST(clean_text)
{
	char *clean = text_clean(texts[_i].text, texts[_i].columns);

	ck_assert_str_eq(clean, texts[_i].clean);
	if (texts[_i].columns)
		ck_assert_int_le(text_width(clean), texts[_i].columns);
	free(clean);
}
END_TEST

START_TEST(clean_text_without_utf8)
{
	char *clean;

	setlocale(LC_CTYPE, "C");
	clean = text_clean("äbcdefgh", 6);
	ck_assert_str_eq(clean, "?b...h");
	free(clean);
	setlocale(LC_CTYPE, "C.UTF-8");
}
END_TEST

/* What PRINT writes, as new text. */
static char *printed(void (*print)(FILE *stream, const void *data), const void *data)
{
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);

	print(stream, data);
	fclose(stream);
	return text;
}

static const struct wrapped {
	const char *text;
	int indent, width, used;
	const char *lines;
} wraps[] = {
	{ "one two three", 0, 80, 0, "one two three\n" },
	{ "one two three", 0, 7, 0, "one two\nthree\n" },
	{ "one two three", 2, 9, 0, "  one two\n  three\n" },
	{ "one two", 4, 80, 2, "  one two\n" },
	{ "averyveryverylongword x", 0, 5, 0, "averyveryverylongword\nx\n" },
	{ "one\n\ntwo", 0, 80, 0, "one\n\ntwo\n" },
	{ "run\n ./a b c d e f", 2, 8, 0, "  run\n   ./a b c d e f\n" },
	{ "", 0, 80, 0, "" },
};

static void print_wrapped(FILE *stream, const void *data)
{
	const struct wrapped *wrapped = data;

	text_wrap_from(stream, wrapped->text, wrapped->indent, wrapped->width, wrapped->used);
}

static const struct {
	const char *pattern, *text;
	bool is_match;
} matches[] = {
	{ "", "", true },
	{ "", "a", false },
	{ "abc", "abc", true },
	{ "abc", "abcd", false },
	{ "abcd", "abc", false },
	{ "abc*", "abc", true },
	{ "*bc", "abcbc", true },
	{ "*bc", "abcb", false },
	{ "*a*b*", "xxbaxb", true },
	{ "*a*b*", "xxbax", false },
	{ "_Z[0-9]*_sgemm*", "_Z5volta_sgemm_32", true },
	{ "_Z[0-9]*_sgemm*", "_ZNvolta_sgemm_32", false },
	{ "*[0-9]x", "1y23x", true },
	{ "a[0-9]", "a", false },
};

START_TEST(matching_text)
{
	ck_assert_int_eq(text_matches(matches[_i].pattern, matches[_i].text), matches[_i].is_match);
}
END_TEST

START_TEST(file_names)
{
	ck_assert_str_eq(text_file_name("/a/b.c"), "b.c");
	ck_assert_str_eq(text_file_name("b.c"), "b.c");
	ck_assert_str_eq(text_file_name("/a/"), "");
	ck_assert_ptr_null(text_file_name(NULL));
}
END_TEST

START_TEST(wrapped_text)
{
	char *text = printed(print_wrapped, &wraps[_i]);

	ck_assert_str_eq(text, wraps[_i].lines);
	free(text);
}
END_TEST

static void print_json(FILE *stream, const void *data)
{
	text_print_json(stream, data);
}

START_TEST(json_text)
{
	char *text = printed(print_json, "a\"b\\c\n\t\033ä\xff");

	ck_assert_str_eq(text, "\"a\\\"b\\\\c\\n\\t\\u001bä\\ufffd\"");
	free(text);
}
END_TEST

/* ---- the terminal ---- */

START_TEST(width_of_no_terminal)
{
	FILE *file = tmpfile();

	unsetenv("COLUMNS");
	ck_assert_int_eq(terminal_width(file), 0);
	ck_assert_int_eq(terminal_text_width(file), 80);
	setenv("COLUMNS", "120", 1);
	ck_assert_int_eq(terminal_width(file), 120);
	ck_assert_int_eq(terminal_text_width(file), 100);
	setenv("COLUMNS", "10", 1);
	ck_assert_int_eq(terminal_text_width(file), 40);
	setenv("COLUMNS", "-3", 1);
	ck_assert_int_eq(terminal_width(file), 0);
	setenv("COLUMNS", "999999999999999999999", 1);
	ck_assert_int_eq(terminal_width(file), 0);
	unsetenv("COLUMNS");
	ck_assert_str_eq(color_begin(file, COLOR_BAD), "");
	terminal_init(COLOR_ALWAYS);
	ck_assert_str_eq(color_begin(file, COLOR_BAD), "\033[31m");
	terminal_init(COLOR_AUTO);
	setlocale(LC_CTYPE, "C.UTF-8");
	fclose(file);
}
END_TEST

/* ---- tables ---- */

static const struct table_column columns[] = {
	{ "name", "kernel", TABLE_FUNCTION, 0 },       { "total_ns", "total", TABLE_DURATION, 0 },
	{ "count", "count", TABLE_COUNT, 2 },          { "size_bytes", "size", TABLE_BYTES, 3 },
	{ "time_percent", "share", TABLE_PERCENT, 1 },
};

static struct table *example(void)
{
	struct table *table = table_new(columns, ARRAY_SIZE(columns));

	table_add(table,
	          (struct table_cell[]){ { .text = "void ns::first_kernel_of_all<float, 4>(int)" },
	                                 { .integer = 1500 },
	                                 { .integer = 12345 },
	                                 { .integer = 2048 },
	                                 { .real = 75.5 } });
	table_add(table, (struct table_cell[]){ { .text = "b, \"c\"\n" },
	                                        { .integer = 7 },
	                                        { .is_none = true },
	                                        { .integer = 0 },
	                                        { .real = NAN } });
	return table;
}

struct print {
	const struct table *table;
	enum table_format format;
};

static void print_table(FILE *stream, const void *data)
{
	const struct print *print = data;

	ck_assert_int_eq(table_print(print->table, stream, print->format), 0);
}

static const struct {
	const char *columns; /* the width */
	enum table_format format;
	const char *text;
} tables[] = {
	{ "", TABLE_TEXT,
	  "kernel                                total   count      size   share\n"
	  "ns::first_kernel_of_all<float, 4>  1.500 us  12,345  2.00 KiB  75.5 %\n"
	  "b, \"c\"?                                7 ns       -       0 B       -\n" },
	{ "", TABLE_CSV,
	  "name,total_ns,count,size_bytes,time_percent\n"
	  "\"void ns::first_kernel_of_all<float, 4>(int)\",1500,12345,2048,75.5\n"
	  "\"b, \"\"c\"\"\n\",7,,0,\n" },
	{ "", TABLE_JSON,
	  "[\n"
	  "  {\"name\": \"void ns::first_kernel_of_all<float, 4>(int)\", \"total_ns\": 1500, "
	  "\"count\": 12345, "
	  "\"size_bytes\": 2048, \"time_percent\": 75.5},\n"
	  "  {\"name\": \"b, \\\"c\\\"\\n\", \"total_ns\": 7, \"count\": null, \"size_bytes\": 0, "
	  "\"time_percent\": null}\n"
	  "]\n" },
};

START_TEST(raw_tables)
{
	struct table *table = example();
	struct print print = { table, tables[_i].format };
	char *text = printed(print_table, &print);

	ck_assert_str_eq(text, tables[_i].text);
	free(text);
	table_free(table);
}
END_TEST

/* Nothing is wider than the terminal; columns go in their order, and are named. */
START_TEST(narrow_tables)
{
	struct table *table = example();
	struct print print = { table, TABLE_TEXT };

	for (int width = 30; width <= 120; width++) {
		char number[16], *text, *line, *rest = NULL;

		snprintf(number, sizeof number, "%d", width);
		setenv("COLUMNS", number, 1);
		text = printed(print_table, &print);
		ck_assert_int_eq(strstr(text, "not shown") != NULL, !strstr(text, "size  "));
		for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
			if (strncmp(line, "not shown", 9) != 0)
				ck_assert_msg(text_width(line) <= width, "%d: %s", width, line);
		free(text);
	}
	unsetenv("COLUMNS");
	table_free(table);
}
END_TEST

START_TEST(empty_tables)
{
	static const char *const texts_of_none[] = {
		"", "name,total_ns,count,size_bytes,time_percent\n", "[]\n"
	};
	struct table *table = table_new(columns, ARRAY_SIZE(columns));
	struct print print = { table, (enum table_format)_i };
	char *text = printed(print_table, &print);

	ck_assert_str_eq(text, texts_of_none[_i]);
	free(text);
	table_free(table);
	table_free(NULL);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("terminal");
	TCase *tcase = tcase_create("terminal");

	setlocale(LC_CTYPE, "C.UTF-8");
	tcase_add_loop_test(tcase, integer_units, 0, ARRAY_SIZE(integers));
	tcase_add_loop_test(tcase, real_units, 0, ARRAY_SIZE(reals));
	tcase_add_loop_test(tcase, speedup, 0, ARRAY_SIZE(speedups));
	tcase_add_loop_test(tcase, clean_text, 0, ARRAY_SIZE(texts));
	tcase_add_test(tcase, clean_text_without_utf8);
	tcase_add_loop_test(tcase, matching_text, 0, ARRAY_SIZE(matches));
	tcase_add_loop_test(tcase, wrapped_text, 0, ARRAY_SIZE(wraps));
	tcase_add_test(tcase, file_names);
	tcase_add_test(tcase, json_text);
	tcase_add_test(tcase, width_of_no_terminal);
	tcase_add_loop_test(tcase, raw_tables, 0, ARRAY_SIZE(tables));
	tcase_add_test(tcase, narrow_tables);
	tcase_add_loop_test(tcase, empty_tables, 0, 3);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
