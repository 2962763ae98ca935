/* SPDX-License-Identifier: MIT */
/* Tests of finding the text of a source file in another folder. */
#include "code/source_text.h"
#include "suite.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/warpwise-source-text-test-XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

static void remove_file(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	ck_assert_int_eq(remove(path), 0);
}

/* PATH in the folder has TEXT as its first line; NULL: there is none. */
static void expect_text(const char *path, const char *below, const char *text)
{
	struct source_text source;

	ck_assert_int_eq(source_text_init(&source, path, below), 0);
	if (!text) {
		ck_assert_ptr_null(source.path);
		ck_assert_ptr_null(source_text_line(&source, 1));
	} else {
		ck_assert_ptr_nonnull(source.path);
		ck_assert_str_eq(source_text_line(&source, 1), text);
	}
	source_text_release(&source);
}

/* The longest end of a path that a folder has; never anything outside of it. */
START_TEST(finds_sources_in_another_folder)
{
	char inner[PATH_MAX], *deep = malloc(1 << 20);

	snprintf(inner, sizeof inner, "%s/inner", folder);
	ck_assert_int_eq(mkdir(inner, 0700), 0);
	write_file("inner/a.cu", "inner");
	write_file("a.cu", "outer");

	expect_text("/build/app/inner/a.cu", folder, "inner");
	expect_text("/build/app/a.cu", folder, "outer");
	expect_text("app//inner//a.cu", folder, "inner");
	expect_text("../inner/a.cu", folder, "inner");
	expect_text("a.cu", inner, "inner");
	expect_text("/build/app/b.cu", folder, NULL);
	expect_text("/build/inner", folder, NULL); /* a folder */
	expect_text("/build/a.cu", NULL, NULL);
	expect_text("", folder, NULL);
	expect_text("/", folder, NULL);
	expect_text("..", folder, NULL);
	remove_file("inner/a.cu");
	expect_text("/x/../a.cu", inner, NULL);
	expect_text("/x/inner/../a.cu", inner, NULL);

	memset(deep, '/', 1 << 20);
	strcpy(deep + (1 << 20) - 16, "/a.cu");
	expect_text(deep, folder, "outer");
	for (size_t i = 0; i + 2 < (1 << 20) - 16; i += 2)
		memcpy(deep + i, "x/", 2);
	expect_text(deep, folder, "outer");

	free(deep);
	remove_file("a.cu");
	remove_file("inner");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("source text");
	TCase *tcase = tcase_create("source text");
	int status;

	if (!mkdtemp(folder)) {
		perror("mkdtemp");
		return EXIT_FAILURE;
	}
	tcase_add_test(tcase, finds_sources_in_another_folder);
	suite_add_tcase(suite, tcase);
	status = run_suite(suite);
	rmdir(folder);
	return status;
}
