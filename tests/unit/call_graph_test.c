/* SPDX-License-Identifier: MIT */
/* Tests of call graphs: what reaches what, in one cubin and in a linked one, and damaged ones. */
#include "counters/call_graph.h"
#include "counters/wait_code.h"
#include "suite.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct call_target targets[] = {
	{ "malloc", 2 }, { "fre*", 2 }, { "vprintf", 1 }, { 0 }
};

static char *cubin;
static size_t cubin_bytes;

static void load(const char *name)
{
	const char *folder = getenv("srcdir");
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/tests/source/%s", folder ? folder : ".", name);
	file = fopen(path, "rb");
	ck_assert_msg(file != NULL, "cannot open %s", path);
	cubin = malloc(1 << 20);
	ck_assert_ptr_nonnull(cubin);
	cubin_bytes = fread(cubin, 1, 1 << 20, file);
	fclose(file);
}

/* "NAME=MARK " for each into DATA. */
static void list(void *data, const char *name, int mark)
{
	char *text = data;

	snprintf(text + strlen(text), 4096 - strlen(text), "%s=%d ", name, mark);
}

static void count(void *data, const char *name, int mark)
{
	*(size_t *)data += strlen(name) + (size_t)mark;
}

static void count_unmarked(void *data, const char *name)
{
	count(data, name, 1);
}

/* Whether ALL names WORD. */
static void has(const char *all, const char *word)
{
	ck_assert_msg(strstr(all, word) != NULL, "%s is not in: %s", word, all);
}

static void check(const char *name)
{
	char found[4096] = "";

	load(name);
	ck_assert_int_eq(call_graph_each(cubin, cubin_bytes, targets, list, found), 0);
	has(found, "_Z9allocatesPPv=2 ");
	has(found, "_Z7throughPPv=2 ");
	has(found, "_Z6throwsPPv=2 ");
	has(found, "_Z8releasesPPv=2 ");
	has(found, "_Z8indirectPPv=2 ");
	has(found, "_Z4saysv=1 ");
	ck_assert_ptr_null(strstr(found, "_Z5plainPi"));
	ck_assert_ptr_null(strstr(found, "malloc="));
	free(cubin);
}

static void list_unmarked(void *data, const char *name)
{
	list(data, name, 0);
}

/* What cannot wait for anybody: neither itself nor by what it calls. */
START_TEST(quiet)
{
	static const char *const files[] = { "waits_sm_75.cubin", "waits_sm_90.cubin" };
	char found[4096] = "";

	load(files[_i]);
	ck_assert_int_eq(call_graph_each_unmarked(cubin, cubin_bytes, wait_code_is_possible,
	                                          list_unmarked, found),
	                 0);
	has(found, "_Z4sumsPKiPi=0 ");
	has(found, "_Z6sharesPKiPi=0 ");
	ck_assert_ptr_null(strstr(found, "spins"));
	ck_assert_ptr_null(strstr(found, "calls"));
	ck_assert_ptr_null(strstr(found, "looks"));
	ck_assert_ptr_null(strstr(found, "exchanges"));
	ck_assert_ptr_null(strstr(found, "counts"));
	ck_assert_ptr_null(strstr(found, "fences"));
	free(cubin);
}
END_TEST

/* What another module has may do anything: malloc() here. */
START_TEST(elsewhere)
{
	char found[4096] = "";

	load("calls.cubin");
	ck_assert_int_eq(call_graph_each_unmarked(cubin, cubin_bytes, wait_code_is_possible,
	                                          list_unmarked, found),
	                 0);
	has(found, "_Z5plainPi=0 ");
	ck_assert_ptr_null(strstr(found, "allocates"));
	ck_assert_ptr_null(strstr(found, "_Z4saysv"));
	free(cubin);
}
END_TEST

enum { CODES = 64 };

static const uint8_t *asked[CODES];
static size_t asked_count;

static bool is_never_asked_twice(const uint8_t *code, size_t bytes, unsigned sm)
{
	(void)bytes;
	(void)sm;
	for (size_t i = 0; i < asked_count; i++)
		ck_assert_ptr_ne(asked[i], code);
	ck_assert_uint_lt(asked_count, CODES);
	asked[asked_count++] = code;
	return false;
}

/* A section can have many functions, and megabytes of code. */
START_TEST(code_is_looked_at_once)
{
	char found[4096] = "";

	load("calls.cubin");
	ck_assert_int_eq(call_graph_each_unmarked(cubin, cubin_bytes, is_never_asked_twice,
	                                          list_unmarked, found),
	                 0);
	ck_assert_uint_gt(asked_count, 1);
	free(cubin);
}
END_TEST

START_TEST(unknown_code)
{
	static const uint8_t code[16];

	ck_assert(wait_code_is_possible(code, sizeof code, 70)); /* nobody has seen it */
	ck_assert(wait_code_is_possible(code, sizeof code, 130));
	ck_assert(wait_code_is_possible(code, 8, 90));
	ck_assert(!wait_code_is_possible(code, sizeof code, 90));
}
END_TEST

START_TEST(one)
{
	check("calls.cubin");
}
END_TEST

START_TEST(linked)
{
	check("calls_linked.cubin");
}
END_TEST

START_TEST(no_cubin)
{
	char found[4096] = "";

	ck_assert_int_eq(call_graph_each("", 0, targets, list, found), -EINVAL);
	ck_assert_int_eq(
	        call_graph_each("\177ELF and no more than that, which is less than a header", 50,
	                        targets, list, found),
	        -EINVAL);
	ck_assert_str_eq(found, "");
}
END_TEST

/* Whatever is in it, nothing is read beside it, and it ends. */
START_TEST(damaged)
{
	static const char values[] = { 0, 1, 0x7f, -1 };
	size_t seen = 0;

	load("calls_linked.cubin");
	for (size_t i = 0; i < cubin_bytes; i++)
		for (size_t k = 0; k < sizeof values; k++) {
			const char before = cubin[i];

			cubin[i] = values[k];
			call_graph_each(cubin, cubin_bytes, targets, count, &seen);
			call_graph_each_unmarked(cubin, cubin_bytes, wait_code_is_possible,
			                         count_unmarked, &seen);
			cubin[i] = before;
		}
	for (size_t bytes = 0; bytes < cubin_bytes; bytes++) {
		char *part = malloc(bytes ? bytes : 1); /* its end is the end of the memory */

		memcpy(part, cubin, bytes);
		call_graph_each(part, bytes, targets, count, &seen);
		call_graph_each_unmarked(part, bytes, wait_code_is_possible, count_unmarked, &seen);
		free(part);
	}
	ck_assert_uint_gt(seen, 0);
	free(cubin);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("call graphs");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, one);
	tcase_add_test(cases, linked);
	tcase_add_loop_test(cases, quiet, 0, 2);
	tcase_add_test(cases, elsewhere);
	tcase_add_test(cases, code_is_looked_at_once);
	tcase_add_test(cases, unknown_code);
	tcase_add_test(cases, no_cubin);
	tcase_add_test(cases, damaged);
	tcase_set_timeout(cases, 600);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
