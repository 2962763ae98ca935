/* SPDX-License-Identifier: MIT */
/* Tests of which binary an address is in, of a process with as many libraries as a test wants. */
#include "stacks/binaries.h"

#include <check.h>
#include <link.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "suite.h"

enum { MANY = 16384, PAGE = 4096 };

static size_t libraries;
static const ElfW(Phdr) * own_segments; /* of all libraries; NULL: one that is a page */
static ElfW(Half) own_count;
static unsigned long long changes;
static int64_t further;
static int allocations; /* while the loader's lock is held */
static char *row;       /* that was written last, as SQL */

/* Stands in for the collector's. */
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

/* Stands in for libc's (see tests.am): library I is a page at (I + 1) * PAGE. */
int dl_iterate_phdr(int (*take)(struct dl_phdr_info *, size_t, void *), void *data)
{
	const ElfW(Phdr) segment = { .p_type = PT_LOAD, .p_memsz = PAGE };
	size_t allocated_bytes;
	int result = 0;

	for (size_t i = 0; i < libraries && !result; i++) {
		struct dl_phdr_info library = { .dlpi_addr = (i + 1) * PAGE,
			                        .dlpi_name = "library",
			                        .dlpi_phdr = own_segments ? own_segments : &segment,
			                        .dlpi_phnum = own_segments ? own_count : 1,
			                        .dlpi_adds = changes };

		allocated_bytes = mallinfo2().uordblks;
		result = take(&library, sizeof library, data);
		allocations += mallinfo2().uordblks != allocated_bytes;
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

/* The loader's lock is held while it goes through its list: an allocator may wait for it with its
 * own in hand. (Under a sanitizer nothing is seen of that.) */
START_TEST(nothing_is_allocated_under_the_lock)
{
	struct binaries binaries = { 0 };

	allocations = 0;
	look(&binaries, 100);
	look(&binaries, 50);
	look(&binaries, 3000);
	ck_assert_int_eq(allocations, 0);
	ck_assert_uint_eq(binaries.count, 3000);
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

/* A note with the build id "abcd", as a linker makes it. */
static const struct {
	ElfW(Nhdr) head;
	char name[4];
	unsigned char id[4];
} note = { { 4, 4, NT_GNU_BUILD_ID }, "GNU", { 0xab, 0xcd, 0xef, 0x01 } };

static void look_with(struct binaries *binaries, const ElfW(Phdr) * segments, ElfW(Half) count)
{
	own_segments = segments;
	own_count = count;
	look(binaries, 1);
	own_segments = NULL;
}

/* Its library is at PAGE. */
START_TEST(a_note_that_is_loaded_is_read)
{
	const ElfW(Addr) at = (uintptr_t)&note - PAGE;
	const ElfW(Phdr) segments[] = {
		{ .p_type = PT_NOTE, .p_vaddr = at, .p_memsz = sizeof note, .p_align = 4 },
		{ .p_type = PT_LOAD, .p_vaddr = at, .p_memsz = sizeof note },
	};
	struct binaries binaries;
	sqlite3 *db;

	ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db,
	                              "CREATE TABLE host_binary (id, path, build_id, load_address)",
	                              NULL, NULL, NULL),
	                 SQLITE_OK);
	ck_assert_int_eq(binaries_init(&binaries, db), 0);
	look_with(&binaries, segments, 2);
	binaries_write(&binaries, NULL);
	ck_assert_ptr_nonnull(strstr(row, "'abcdef01'"));
	binaries_release(&binaries);
	sqlite3_free(row);
	row = NULL;
	sqlite3_close(db);
}
END_TEST

/* Tools that change files leave some: a note in no segment that the loader maps. */
START_TEST(a_note_that_is_not_loaded_is_not_touched)
{
	const ElfW(Phdr) segments[] = {
		{ .p_type = PT_LOAD, .p_memsz = PAGE },
		{ .p_type = PT_NOTE, .p_vaddr = PAGE, .p_memsz = 32, .p_align = 4 },
		{ .p_type = PT_NOTE, .p_vaddr = PAGE - 16, .p_memsz = 32, .p_align = 4 },
		{ .p_type = PT_NOTE, .p_vaddr = PAGE, .p_memsz = UINT64_MAX, .p_align = 4 },
	};
	struct binaries binaries = { 0 };

	look_with(&binaries, segments, sizeof segments / sizeof *segments);
	ck_assert_uint_eq(binaries.count, 1);
	ck_assert_int_eq(found(&binaries, 0), 0);
	binaries_release(&binaries);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("binaries");
	TCase *cases = tcase_create("all");

	tcase_add_test(cases, what_is_loaded_is_found);
	tcase_add_test(cases, nothing_is_allocated_under_the_lock);
	tcase_add_test(cases, more_than_are_told_apart);
	tcase_add_test(cases, a_note_that_is_loaded_is_read);
	tcase_add_test(cases, a_note_that_is_not_loaded_is_not_touched);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
