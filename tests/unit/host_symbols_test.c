/* SPDX-License-Identifier: MIT */
/* Tests of names in libraries of which the loader takes one version for each processor, and of
 * lines of what is inlined. */
#include "code/host_symbols.h"

#include <check.h>
#include <string.h>

#include "config.h"
#include "suite.h"

#ifdef HAVE_LIBDW
#include <dlfcn.h>
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ID_BYTES = 64 };

/* ---- what compilers make of launches, and of calls of functions in headers ---- */

static void *returns_to;

__attribute__((noinline)) static void call(void)
{
	returns_to = __builtin_return_address(0);
}

#define INLINED  static inline __attribute__((always_inline)) void
#define FUNCTION __attribute__((noinline)) static void

/* Of a kernel. */
INLINED __device_stub__Z6kernelPf(float *numbers)
{
	call();
	*numbers = 1;
}

INLINED _Z6kernelPf(float *numbers)
{
	__device_stub__Z6kernelPf(numbers);
}

FUNCTION launch(float *numbers)
{
	_Z6kernelPf(numbers);
	*numbers += 1;
}

enum { LAUNCH_LINE = __LINE__ - 4 };

/* Of a template: the names of its functions in the debug information say nothing of each other. */
INLINED __wrapper__device_stub_fill(float *numbers)
{
	__device_stub__Z6kernelPf(numbers);
}

INLINED fill(float *numbers)
{
	__wrapper__device_stub_fill(numbers);
}

FUNCTION launch_fill(float *numbers)
{
	fill(numbers);
	*numbers += 1;
}

enum { FILL_LINE = __LINE__ - 4 };

/* A function of the program's own that another one has inlined is where the call is. */
INLINED help(float *numbers)
{
	call();
	*numbers += 1;
}

FUNCTION call_helper(float *numbers)
{
	help(numbers);
	*numbers += 1;
}

enum { HELPER_LINE = __LINE__ - 10 };

#line 100 "/usr/include/c++/12/vector"
INLINED push(float *numbers)
{
	call();
	*numbers += 1;
}
#line 97 "tests/unit/host_symbols_test.c"

FUNCTION call_header(float *numbers)
{
	push(numbers);
	*numbers += 1;
}

enum { HEADER_CALL_LINE = __LINE__ - 4 };

#line 200 "/usr/local/cuda/include/cccl/cub/util_device.cuh"
INLINED sync_stream(float *numbers)
{
	call();
	*numbers += 1;
}
#line 300 "/usr/local/cuda/include/cccl/thrust/system/cuda/detail/util.h"
INLINED sort_all(float *numbers)
{
	sync_stream(numbers);
	*numbers += 1;
}
#line 119 "tests/unit/host_symbols_test.c"

FUNCTION call_thrust(float *numbers)
{
	sort_all(numbers);
	*numbers += 1;
}

enum { THRUST_CALL_LINE = __LINE__ - 4 };

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

/* Whether the call in FUNCTION is in LINE of this file, and whether Thrust makes it. */
static void check_maker(void (*function)(float *), int line, bool is_in_thrust)
{
	struct host_symbol item = { 0 };
	struct host_symbols *symbols;
	char id[2 * ID_BYTES + 1], path[PATH_MAX];
	float number = 0;
	Dl_info here;

	function(&number);
	ck_assert(dladdr(returns_to, &here) && realpath("/proc/self/exe", path));
	read_build_id(id, path);
	symbols = host_symbols_open(path, id);
	ck_assert_ptr_nonnull(symbols);
	item.address = (char *)returns_to - (char *)here.dli_fbase - 1;
	host_symbols_line(symbols, &item);
	ck_assert_ptr_nonnull(item.file);
	ck_assert_msg(strstr(item.file, "host_symbols_test.c") && item.line == line,
	              "%s:%d instead of %d", item.file, item.line, line);
	ck_assert_int_eq(item.is_in_thrust, is_in_thrust);
	host_symbols_close(symbols);
}

static void check_line(void (*function)(float *), int line)
{
	check_maker(function, line, false);
}

START_TEST(launches_are_where_the_program_launches)
{
	check_line(launch, LAUNCH_LINE);
	check_line(launch_fill, FILL_LINE);
}
END_TEST

START_TEST(calls_in_headers_are_where_the_program_calls_them)
{
	check_line(call_header, HEADER_CALL_LINE);
	check_maker(call_thrust, THRUST_CALL_LINE, true);
}
END_TEST

START_TEST(calls_in_inlined_code_of_the_program_stay_there)
{
	check_line(call_helper, HELPER_LINE);
}
END_TEST

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
	tcase_add_test(all, launches_are_where_the_program_launches);
	tcase_add_test(all, calls_in_headers_are_where_the_program_calls_them);
	tcase_add_test(all, calls_in_inlined_code_of_the_program_stay_there);
#endif
	suite_add_tcase(suite, all);
	return run_suite(suite);
}
