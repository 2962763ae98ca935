/* SPDX-License-Identifier: MIT */
/* Tests of which binary an address is in, of a process with as many libraries as a test wants. */
#include "stacks/binaries.h"

#include <check.h>
#include <link.h>
#include <stdio.h>

#include "suite.h"

enum { MANY = 16384, PAGE = 4096 };

static size_t libraries;
static unsigned long long changes;
static int64_t further;

/* Stands in for the collector's. */
void counter_add(enum counter counter, int64_t n)
{
	if (counter == COUNTER_further_binaries)
		further += n;
}

bool batch_run(struct batch *batch, sqlite3_stmt *statement)
{
	(void)batch;
	(void)statement;
	return true;
}

/* Stands in for libc's (see tests.am): library I is a page at (I + 1) * PAGE. */
int dl_iterate_phdr(int (*take)(struct dl_phdr_info *, size_t, void *), void *data)
{
	const ElfW(Phdr) segment = { .p_type = PT_LOAD, .p_memsz = PAGE };
	int result = 0;

	for (size_t i = 0; i < libraries && !result; i++) {
		struct dl_phdr_info library = { .dlpi_addr = (i + 1) * PAGE,
			                        .dlpi_name = "library",
			                        .dlpi_phdr = &segment,
			                        .dlpi_phnum = 1,
			                        .dlpi_adds = changes };

		result = take(&library, sizeof library, data);
	}
	return result;
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

int main(void)
{
	Suite *suite = suite_create("binaries");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, what_is_loaded_is_found);
	tcase_add_test(cases, more_than_are_told_apart);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
