/* SPDX-License-Identifier: MIT */
/* Tests of what is loaded, beside the loader's own list, and while another thread loads. */
#include "host/loaded.h"

#include <check.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stacks/binary_file.h"
#include "suite.h"

enum {
	LIBRARIES_MAX = 256,
	PATH_BYTES = 64,
	BLOCK_BYTES = 1 << 14,
	QUICK = 58, /* libraries; glibc has room for 62 blocks more than at the program's start */
	ALL = 66,   /* the others are slow */
};

/* ---- beside the loader's list ---- */

static struct {
	struct binary_file file;
	char name[256];
} found[LIBRARIES_MAX];
static int found_count;

static int take(const struct loaded_file *file, void *unused)
{
	(void)unused;
	ck_assert_int_lt(found_count, LIBRARIES_MAX);
	binary_file_read(&found[found_count].file, file);
	snprintf(found[found_count].name, sizeof found->name, "%s", loaded_name(file));
	found_count++;
	return 0;
}

static void look(void)
{
	found_count = 0;
	ck_assert_int_eq(loaded_each(take, NULL), 0);
}

/* The one that ADDRESS is in; NULL: none. */
static const struct binary_file *find(uintptr_t address)
{
	for (int i = 0; i < found_count; i++)
		if (address >= found[i].file.place.start && address < found[i].file.place.end)
			return &found[i].file;
	return NULL;
}

static int compare(struct dl_phdr_info *library, size_t size, void *count)
{
	const struct binary_file *file = NULL;
	uintptr_t index = 0;

	(void)size;
	for (int i = 0; i < library->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &library->dlpi_phdr[i];

		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X))
			file = find(library->dlpi_addr + segment->p_vaddr);
		if (segment->p_type == PT_GNU_EH_FRAME)
			index = library->dlpi_addr + segment->p_vaddr;
	}
	ck_assert_msg(file, "%s is not found", library->dlpi_name);
	ck_assert_uint_eq(file->load_address, library->dlpi_addr);
	ck_assert_uint_eq(file->place.index, index);
	++*(int *)count;
	return 0;
}

START_TEST(what_the_loader_has_is_found)
{
	int count = 0;

	look();
	dl_iterate_phdr(compare, &count);
	ck_assert_int_ge(count, 4); /* the program, libc, the loader, the kernel's */
}
END_TEST

/* The linker's note, at its place in memory. */
static int find_note(struct dl_phdr_info *library, size_t size, void *text)
{
	(void)size;
	for (int i = 0; i < library->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &library->dlpi_phdr[i];
		const unsigned char *note =
		        (const unsigned char *)library->dlpi_addr + segment->p_vaddr;

		if (segment->p_type == PT_NOTE &&
		    ((const ElfW(Nhdr) *)note)->n_type == NT_GNU_BUILD_ID)
			for (unsigned at = 0; at < ((const ElfW(Nhdr) *)note)->n_descsz; at++)
				snprintf((char *)text + 2 * at, 3, "%02x", note[16 + at]);
	}
	return 1; /* the program is the first */
}

/* Of the program from its memory, of libc from its file. */
START_TEST(build_ids_are_read)
{
	char own[2 * BUILD_ID_BYTES_MAX + 1] = "";
	void *library = dlsym(RTLD_DEFAULT, "getpid");

	look();
	dl_iterate_phdr(find_note, own);
	ck_assert_str_eq(find((uintptr_t)find_note)->build_id, own);
	ck_assert_uint_eq(strlen(find((uintptr_t)library)->build_id), 40);
}
END_TEST

static void copy(const char *from, const char *to)
{
	const int in = open(from, O_RDONLY), out = open(to, O_CREAT | O_WRONLY | O_TRUNC, 0700);
	char block[BLOCK_BYTES];
	ssize_t bytes;

	ck_assert_int_ge(in, 0);
	ck_assert_int_ge(out, 0);
	while ((bytes = read(in, block, sizeof block)) > 0)
		ck_assert_int_eq(write(out, block, (size_t)bytes), bytes);
	close(in);
	close(out);
}

static char folder[] = "/tmp/loaded_test.XXXXXX";

static void slow_path(char path[PATH_BYTES], int i)
{
	snprintf(path, PATH_BYTES, "%s/%d.so", folder, i);
}

static void make_libraries(int count)
{
	char path[PATH_BYTES];

	ck_assert_ptr_nonnull(mkdtemp(folder));
	for (int i = 0; i < count; i++) {
		slow_path(path, i);
		copy(i < QUICK ? "tests/unit/quick_library.so" : "tests/unit/slow_library.so",
		     path);
	}
}

static void remove_libraries(int count)
{
	char path[PATH_BYTES];

	for (int i = 0; i < count; i++) {
		slow_path(path, i);
		unlink(path);
	}
	rmdir(folder);
	memcpy(folder + sizeof folder - sizeof "XXXXXX", "XXXXXX", sizeof "XXXXXX");
}

static const struct binary_file *named(const char *name)
{
	for (int i = 0; i < found_count; i++)
		if (strcmp(found[i].name, name) == 0)
			return &found[i].file;
	return NULL;
}

/* Its code still runs; another file may have its name by now. */
START_TEST(a_file_that_is_gone_has_its_mappings)
{
	char path[PATH_BYTES];
	void *library;

	make_libraries(1);
	slow_path(path, 0);
	library = dlopen(path, RTLD_NOW);
	ck_assert_ptr_nonnull(library);
	look();
	ck_assert_uint_eq(strlen(named("0.so")->build_id), 40);
	remove_libraries(1);
	look();
	ck_assert_str_eq(named("0.so")->build_id, "");
	ck_assert_ptr_eq(find((uintptr_t)dlsym(library, "slow_library_answer")), named("0.so"));
	dlclose(library);
	look();
	ck_assert_ptr_null(named("0.so"));
}
END_TEST

START_TEST(a_change_is_noticed)
{
	const struct loaded_count before = loaded_count();
	char path[PATH_BYTES];
	void *library;

	make_libraries(1);
	slow_path(path, 0);
	library = dlopen(path, RTLD_NOW);
	ck_assert_uint_eq(loaded_count().added, before.added + 1);
	dlclose(library);
	ck_assert_uint_eq(loaded_count().gone, before.gone + 1);
	remove_libraries(1);
}
END_TEST

/* ---- while another thread loads ---- */

#ifndef __SANITIZE_ADDRESS__

static atomic_bool is_over;

static int ignore(struct dl_phdr_info *library, size_t size, void *data)
{
	(void)library, (void)size, (void)data;
	return 0;
}

static int ignore_file(const struct loaded_file *file, void *read)
{
	binary_file_read(read, file);
	return 0;
}

static void *go_through_list(void *unused)
{
	while (!atomic_load(&is_over))
		dl_iterate_phdr(ignore, NULL);
	return unused;
}

static void *go_through_files(void *unused)
{
	struct binary_file read;

	while (!atomic_load(&is_over)) {
		loaded_count();
		loaded_each(ignore_file, &read);
	}
	return unused;
}

/* How a process ends that loads slow libraries while a thread of it does LOOKING. The thread has to
 * know of many blocks itself, and so begins when the quick ones are there. */
static int end_of(void *(*looking)(void *))
{
	const pid_t child = fork();
	pthread_t thread;
	char path[PATH_BYTES];
	int status;

	for (int i = 0; i < ALL && child == 0; i++) {
		slow_path(path, i);
		if ((i == QUICK && pthread_create(&thread, NULL, looking, NULL)) ||
		    !dlopen(path, RTLD_NOW))
			_exit(2);
	}
	if (child == 0) {
		atomic_store(&is_over, true);
		pthread_join(thread, NULL);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return status;
}

/* Should the list be safe with this libc, the test cannot fail, and says so. */
START_TEST(looking_is_safe_while_another_thread_loads)
{
	int status;

	make_libraries(ALL);
	status = end_of(go_through_list);
	if (!WIFSIGNALED(status))
		printf("# the loader's list does not end the process here: status %d\n", status);
	status = end_of(go_through_files);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), 0);
	remove_libraries(ALL);
}
END_TEST

#endif

int main(void)
{
	Suite *suite = suite_create("loaded");
	TCase *cases = tcase_create("all");

	tcase_set_timeout(cases, 60);
	tcase_add_test(cases, what_the_loader_has_is_found);
	tcase_add_test(cases, build_ids_are_read);
	tcase_add_test(cases, a_file_that_is_gone_has_its_mappings);
	tcase_add_test(cases, a_change_is_noticed);
#ifndef __SANITIZE_ADDRESS__
	tcase_add_test(cases, looking_is_safe_while_another_thread_loads);
#endif
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
