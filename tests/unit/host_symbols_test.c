/* SPDX-License-Identifier: MIT */
/* Tests of names in libraries of which the loader takes one version for each processor. */
#include "code/host_symbols.h"

#include <check.h>
#include <string.h>

#include "config.h"
#include "suite.h"

#ifdef HAVE_LIBDW
#include <dlfcn.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <unistd.h>

enum { ID_BYTES = 64 };

/* The build id of the file at PATH, in hexadecimal. */
static void read_build_id(char id[2 * ID_BYTES + 1], const char *path)
{
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	const void *bits;
	ssize_t bytes;
	Elf *elf;

	ck_assert_int_ge(file, 0);
	elf_version(EV_CURRENT);
	elf = elf_begin(file, ELF_C_READ, NULL);
	ck_assert_ptr_nonnull(elf);
	bytes = dwelf_elf_gnu_build_id(elf, &bits);
	ck_assert(bytes > 0 && bytes <= ID_BYTES);
	for (ssize_t i = 0; i < bytes; i++)
		sprintf(id + 2 * i, "%02x", ((const unsigned char *)bits)[i]);
	elf_end(elf);
	close(file);
}

/* LIBRARY's name for what NAME is called in it, DISTANCE bytes further. */
static void check_name(const char *library, const char *name, int distance)
{
	void *handle = dlopen(library, RTLD_NOW);
	const char *code = handle ? dlsym(handle, name) : NULL;
	struct host_symbol item = { 0 };
	struct host_symbols *symbols;
	char id[2 * ID_BYTES + 1];
	struct link_map *map;

	ck_assert_ptr_nonnull(code);
	ck_assert_int_eq(dlinfo(handle, RTLD_DI_LINKMAP, &map), 0);
	read_build_id(id, map->l_name);
	symbols = host_symbols_open(map->l_name, id);
	ck_assert_ptr_nonnull(symbols);
	item.address = code - (const char *)map->l_addr + distance;
	ck_assert_int_eq(host_symbols_functions(symbols, &item, 1), 0);
	ck_assert_ptr_nonnull(item.function);
	ck_assert_msg(strncmp(item.function, name, strlen(name)) == 0 &&
	                      strchr("@", item.function[strlen(name)]),
	              "%s at %s + %d", item.function, name, distance);
	host_symbols_close(symbols);
	dlclose(handle);
}

/* Under the names that most use: others are bcmp() and sinf64(). */
START_TEST(versions_for_processors_have_names)
{
	check_name("libc.so.6", "memset", 0);
	check_name("libc.so.6", "memset", 4);
	check_name("libc.so.6", "memcmp", 4);
	check_name("libc.so.6", "strlen", 4);
	check_name("libm.so.6", "sin", 4);
	check_name("libm.so.6", "sin", 100);
}
END_TEST

START_TEST(others_keep_theirs)
{
	check_name("libc.so.6", "qsort_r", 4);
	check_name("libc.so.6", "random", 4);
}
END_TEST
#endif

int main(void)
{
	Suite *suite = suite_create("host symbols");
	TCase *all = tcase_create("host symbols");

#ifdef HAVE_LIBDW
	tcase_add_test(all, versions_for_processors_have_names);
	tcase_add_test(all, others_keep_theirs);
#endif
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
