/* SPDX-License-Identifier: MIT */
/*
 * Tests of machine code as text: recorded listings of nvdisasm are taken apart, hostile ones do no
 * harm, and a program in its place that fails, hangs or floods is ended.
 */
#include "code/sass.h"

#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "code/nvdisasm.h"
#include "source_fixture.h"
#include "suite.h"

static struct sass parse(const char *listing, const char *kernel, uint32_t first, uint32_t end)
{
	struct sass sass;

	ck_assert_int_eq(sass_parse(&sass, listing, strlen(listing),
	                            &(struct sass_range){ kernel, first, end }),
	                 0);
	return sass;
}

static struct sass parse_file(const char *name, const char *kernel)
{
	char *listing = source_file_bytes(name, NULL);
	struct sass sass = parse(listing, kernel, 0, UINT32_MAX);

	free(listing);
	return sass;
}

START_TEST(reads_a_kernel)
{
	struct sass sass = parse_file("tests/source/sass/uncoalesced.txt", "_Z6gatherPKiPi");

	ck_assert_uint_eq(sass.count, 0x130 / 16); /* without what fills the section */
	for (size_t i = 0; i < sass.count; i++)
		ck_assert_uint_eq(sass.items[i].offset_bytes, 16 * i);
	ck_assert_str_eq(sass_text(&sass, 0xe0), "LDG.E R3, desc[UR4][R2.64]");
	ck_assert_str_eq(sass_text(&sass, 0x120), "BRA 0x0120");
	ck_assert_ptr_null(sass_text(&sass, 0xe8));
	ck_assert_ptr_null(sass_text(&sass, 0x130));
	sass_release(&sass);
}
END_TEST

START_TEST(keeps_kernels_apart)
{
	struct sass sass = parse_file("tests/source/sass/uncoalesced.txt", "_Z4busyl");

	ck_assert_uint_gt(sass.count, 0);
	for (size_t i = 0; i < sass.count; i++)
		ck_assert_ptr_null(strstr(sass.items[i].text, "LDG"));
	sass_release(&sass);
	sass = parse_file("tests/source/sass/uncoalesced.txt", "_Z4busy");
	ck_assert_uint_eq(sass.count, 0);
	sass_release(&sass);
}
END_TEST

START_TEST(resolves_labels_and_calls)
{
	struct sass sass = parse_file("tests/source/sass/calls.txt", "_Z4kernIdLi5EEvPT_i");

	ck_assert_str_eq(sass_text(&sass, 0x130),
	                 "CALL.REL.NOINC _INTERNAL_9b4c85d4_6_dev_cu_4e5f3b8b::other");
	ck_assert_str_eq(sass_text(&sass, 0xd70), "CALL.REL.NOINC deep");
	/* .L_x_2 and .L_x_0 stand before these. */
	ck_assert_str_eq(sass_text(&sass, 0x1e0), "@!P0 BRA 0x0c60");
	ck_assert_str_eq(sass_text(&sass, 0x180), "@!P0 BRA 0x0d10");
	ck_assert_str_eq(sass_text(&sass, 0xd20), "RET.REL.NODEC R6 kern<double, 5>");
	sass_release(&sass);
}
END_TEST

START_TEST(counts_from_the_function)
{
	struct sass sass = parse(".text.k:\n /*0000*/ A ;\n.L_1:\n /*0010*/ B `(.L_1) ;\n"
	                         " /*0020*/ BRA `(.L_1) ;\n /*0030*/ C `(.L_0) ;\n",
	                         "k", 0x10, 0x30);

	ck_assert_uint_eq(sass.count, 2);
	ck_assert_uint_eq(sass.items[0].offset_bytes, 0);
	ck_assert_str_eq(sass.items[0].text, "B 0x0000");
	ck_assert_str_eq(sass.items[1].text, "BRA 0x0000");
	sass_release(&sass);
}
END_TEST

static const char *const hostile[] = {
	"",
	"\n\n:",
	".text.k:",
	".text.k:\n/*",
	".text.k:\n/**/ A",
	".text.k:\n/*fffffffff*/ A",
	".text.k:\n/*0000*/",
	".text.k:\n/*0000*/ ;",
	".text.k:\n.L:\n.L:\n:\n/*0000*/ `(",
	".text.k:\n/*0000*/ `()`(.L)`($)`($$)`(_Z)",
	".text.k:\n/*0010*/ A\n/*0000*/ B\n/*0010*/ C",
};

START_TEST(takes_anything)
{
	struct sass sass = parse(hostile[_i], "k", 0, UINT32_MAX);

	for (size_t i = 0; i < sass.count; i++)
		ck_assert_uint_lt(strlen(sass.items[i].text), SASS_TEXT_MAX);
	sass_release(&sass);
}
END_TEST

START_TEST(cuts_long_texts)
{
	static char listing[100000];
	char *at = stpcpy(listing, ".text.k:\n /*0000*/ ");
	struct sass sass;

	memset(at, 'x', sizeof listing - 1000);
	strcpy(at + 50000, " `(.L_0) ;\n");
	sass = parse(listing, "k", 0, 16);
	ck_assert_uint_eq(sass.count, 1);
	ck_assert_uint_eq(strlen(sass.items[0].text), SASS_TEXT_MAX - 1);
	sass_release(&sass);
}
END_TEST

/* ---- running it ---- */

static const struct stand_in {
	const char *script;
	int err;
	const char *listing; /* NULL: not looked at */
} stand_ins[] = {
	{ "cat \"$2\"", 0, "a cubin" },
	{ "echo \"$1 $2 $3\"", 0, "-c /proc/self/fd/3 \n" },
	{ "cat; echo end", 0, "end\n" },                           /* no input but the cubin */
	{ "env | grep -c WARPWISE_TEST_SECRET; true", 0, "0\n" },  /* no environment */
	{ "echo x 2>&- >\"$0.out\" && echo written", -EIO, NULL }, /* no file */
	{ "echo half; exit 3", -EIO, NULL },
	{ "kill -SEGV $$", -EIO, NULL },
	{ "exec sleep 100", -ETIMEDOUT, NULL },
	{ "exec >&-; exec sleep 100", -ETIMEDOUT, NULL }, /* said all, and goes on */
	{ "exec yes", -EFBIG, NULL },
};

START_TEST(ends_it_whatever_it_does)
{
	const struct stand_in *stand_in = &stand_ins[_i];
	char folder[] = "/tmp/warpwise-sass-XXXXXX", path[64], made[80], *listing;
	const int64_t second_ns = 1000000000;
	const struct nvdisasm_code code = { .cubin = "a cubin", .size = strlen("a cubin") };
	const int64_t wait_ns = stand_in->err == -ETIMEDOUT ? second_ns / 5 : 60 * second_ns;
	size_t size;
	FILE *file;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/nvdisasm", folder);
	snprintf(made, sizeof made, "%s.out", path);
	file = fopen(path, "w");
	fprintf(file, "#!/bin/sh\n%s\n", stand_in->script);
	fchmod(fileno(file), 0700);
	fclose(file);
	setenv("WARPWISE_TEST_SECRET", "x", 1);
	ck_assert_int_eq(nvdisasm_run(path, &code, monotonic_ns() + wait_ns, &listing, &size),
	                 stand_in->err);
	if (stand_in->listing) {
		ck_assert_uint_eq(size, strlen(stand_in->listing));
		ck_assert_mem_eq(listing, stand_in->listing, size);
	}
	free(listing);
	unlink(path);
	unlink(made);
	ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

START_TEST(says_what_is_not_there)
{
	const struct nvdisasm_code code = { .cubin = "", .symbol = 7 };
	char *listing;
	size_t size;

	ck_assert_int_eq(
	        nvdisasm_run("/nonexistent", &code, monotonic_ns() + 1000000000, &listing, &size),
	        -EIO);
	ck_assert_ptr_null(listing);
}
END_TEST

/* Where it is looked for: whole paths alone, and none where none is wanted. */
START_TEST(finds_it)
{
	char program[PATH_MAX], folder[] = "/tmp/warpwise-sass-XXXXXX", path[64];
	FILE *file;

	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/nvdisasm", folder);
	file = fopen(path, "w");
	fchmod(fileno(file), 0700);
	fclose(file);
	ck_assert_int_eq(chdir(folder), 0);
	unsetenv("WARPWISE_NVDISASM");
	setenv("PATH", folder, 1);
	nvdisasm_find(program);
	ck_assert_str_eq(program, path);
	setenv("PATH", ".::/nonexistent", 1);
	nvdisasm_find(program);
	ck_assert_str_ne(program, path);
	ck_assert(!*program || *program == '/');
	setenv("WARPWISE_NVDISASM", "/some/nvdisasm", 1);
	nvdisasm_find(program);
	ck_assert_str_eq(program, "/some/nvdisasm");
	setenv("WARPWISE_NVDISASM", "", 1);
	nvdisasm_find(program);
	ck_assert_str_eq(program, "");
	unlink(path);
	rmdir(folder);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("sass");
	TCase *tcase = tcase_create("sass");

	tcase_set_timeout(tcase, 600);
	tcase_add_test(tcase, reads_a_kernel);
	tcase_add_test(tcase, keeps_kernels_apart);
	tcase_add_test(tcase, resolves_labels_and_calls);
	tcase_add_test(tcase, counts_from_the_function);
	tcase_add_loop_test(tcase, takes_anything, 0, sizeof hostile / sizeof *hostile);
	tcase_add_test(tcase, cuts_long_texts);
	tcase_add_loop_test(tcase, ends_it_whatever_it_does, 0,
	                    sizeof stand_ins / sizeof *stand_ins);
	tcase_add_test(tcase, says_what_is_not_there);
	tcase_add_test(tcase, finds_it);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
