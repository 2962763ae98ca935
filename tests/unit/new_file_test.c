/* SPDX-License-Identifier: MIT */
/* Tests of files that are made and opened in somebody else's process. linkat(), stat() and
 * getrlimit() are the test's own. */
#include "schema/new_file.h"

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "schema/descriptor.h"
#include "schema/trace_file.h"
#include "suite.h"

static bool gives_no_name; /* the file system, to a file that has none */

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
	if (!gives_no_name)
		return (int)syscall(SYS_linkat, from_folder, from, to_folder, to, flags);
	errno = EPERM;
	return -1;
}

static char folder[] = "/tmp/new-file-XXXXXX";
static char first[64], second[64];
static int number = -1; /* that the next file gets; the program closes it, and opens its own */

static bool is_made_up, is_gone; /* what a path leads to */

int stat(const char *path, struct stat *there)
{
	const int result = fstatat(AT_FDCWD, path, there, 0);

	there->st_ino += is_made_up;
	return is_gone ? -1 : result;
}

/* Is called when a file has been made, and before it gets another number. */
int getrlimit(__rlimit_resource_t what, struct rlimit *limit)
{
	if (number >= 0) {
		close(number);
		ck_assert_int_eq(open(second, O_CREAT | O_RDWR, 0600), number);
		number = -1;
	}
	return (int)syscall(SYS_prlimit64, 0, what, NULL, limit);
}

/* Returns the number. */
static int meddle(void)
{
	number = dup(STDERR_FILENO);
	close(number);
	return number;
}

/* Whether FD is SECOND, as the program made it. */
static bool is_untouched(int fd)
{
	struct stat opened, there;

	return fstat(fd, &opened) == 0 && stat(second, &there) == 0 &&
	       opened.st_ino == there.st_ino && opened.st_size == 0;
}

static void begin(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(first, sizeof first, "%s/first", folder);
	snprintf(second, sizeof second, "%s/second", folder);
	gives_no_name = false;
}

static void end(void)
{
	unlink(first);
	unlink(second);
	rmdir(folder);
	snprintf(folder, sizeof folder, "/tmp/new-file-XXXXXX");
}

static bool is_there(const char *path)
{
	return access(path, F_OK) == 0;
}

START_TEST(one_that_is_there_stays)
{
	struct new_file file;

	ck_assert_int_eq(new_file_open(&file, first), 0);
	ck_assert_int_eq(new_file_publish(&file), 0);
	ck_assert(is_there(first));
	new_file_close(&file);
	ck_assert_int_eq(new_file_open(&file, first), -EEXIST);
	ck_assert_int_eq(new_file_open_named(&file, first), -EEXIST);
	ck_assert_int_eq(file.fd, -1);
}
END_TEST

START_TEST(one_that_cannot_be_finished_goes)
{
	struct new_file file;

	ck_assert_int_eq(new_file_open_named(&file, first), 0);
	ck_assert(is_there(first));
	new_file_withdraw(&file);
	ck_assert(!is_there(first));
	new_file_close(&file);
}
END_TEST

/* The program closed it, and its own file has the number now. */
START_TEST(a_number_that_is_another_file_is_left_alone)
{
	struct new_file file;
	int mine;

	ck_assert_int_eq(new_file_open_named(&file, first), 0);
	mine = file.fd;
	ck_assert_int_eq(dup2(STDERR_FILENO, mine), mine);
	ck_assert(!new_file_is_ours(&file));
	ck_assert(file.is_lost);
	ck_assert_int_eq(new_file_publish(&file), -EBADF);
	new_file_close(&file);
	ck_assert_int_ge(fcntl(mine, F_GETFD), 0);
	close(mine);
}
END_TEST

START_TEST(a_number_that_is_another_file_at_once_is_left_alone)
{
	struct new_file file;
	int mine = meddle();

	ck_assert_int_eq(new_file_open_named(&file, first), -EBADF);
	ck_assert_int_eq(file.fd, -1);
	ck_assert(is_untouched(mine));
	close(mine);
	unlink(first);
	unlink(second);
	/* Another try is made, with a name. */
	mine = meddle();
	ck_assert_int_eq(new_file_open(&file, first), 0);
	ck_assert_int_eq(write(file.fd, "x", 1), 1);
	ck_assert(new_file_is_ours(&file));
	ck_assert(is_untouched(mine));
	close(mine);
	new_file_close(&file);
}
END_TEST

/* As with files that are made: the program closed ours, and its own has the number. */
START_TEST(what_is_opened_is_what_was_meant)
{
	FILE *stream;
	int mine, opened;

	close(open(first, O_CREAT | O_WRONLY, 0600));
	mine = meddle();
	opened = descriptor_open(first, O_WRONLY | O_APPEND);
	ck_assert_int_gt(opened, mine);
	ck_assert_int_eq(fcntl(mine + 1, F_GETFD), -1);
	ck_assert_int_eq(write(opened, "x", 1), 1);
	close(opened);
	ck_assert(is_untouched(mine));
	close(mine);
	unlink(second);
	mine = meddle();
	stream = descriptor_stream(first);
	ck_assert_int_eq(fgetc(stream), 'x');
	fclose(stream);
	ck_assert(is_untouched(mine));
	close(mine);
	ck_assert_int_eq(descriptor_open("/nonexistent/file", O_RDONLY), -ENOENT);
	ck_assert_ptr_null(descriptor_stream("/nonexistent/file"));
	ck_assert_int_eq(errno, ENOENT);
	stream = descriptor_stream("/proc/self/maps");
	ck_assert_ptr_nonnull(stream);
	fclose(stream);
}
END_TEST

/* In the kernel's words. */
static long table_size(void)
{
	FILE *status = fopen("/proc/self/status", "re");
	char line[256];
	long size = -1;

	while (size < 0 && status && fgets(line, sizeof line, status))
		if (strncmp(line, "FDSize:", 7) == 0)
			size = strtol(line + 7, NULL, 10);
	if (status)
		fclose(status);
	return size;
}

START_TEST(there_is_room_where_descriptors_go)
{
	const int free_one = dup(STDERR_FILENO);
	long size;
	int opened;

	close(free_one);
	errno = EDOM;
	descriptor_make_room();
	ck_assert_int_eq(errno, EDOM);
	size = table_size();
	close(open(first, O_CREAT | O_WRONLY, 0600));
	opened = descriptor_open(first, O_RDONLY);
	ck_assert_int_gt(opened, free_one);
	ck_assert_int_lt(opened, size);
	ck_assert_int_eq(table_size(), size);
	close(opened);
	ck_assert_int_eq(dup(STDERR_FILENO), free_one);
	close(free_one);
}
END_TEST

START_TEST(a_file_that_is_gone_again_leaves_no_descriptor)
{
	const int free_one = dup(STDERR_FILENO);
	FILE *stream;

	close(free_one);
	close(open(first, O_CREAT | O_WRONLY, 0600));
	is_gone = true;
	stream = descriptor_stream(first);
	is_gone = false;
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_gt(fileno(stream), free_one);
	ck_assert_int_eq(fcntl(free_one, F_GETFD), -1);
	fclose(stream);
}
END_TEST

/* What an emulator gives for a file of /proc has another number than the path. */
START_TEST(a_file_that_is_made_up_is_read)
{
	FILE *stream = fopen(first, "we");
	int mine;

	ck_assert_int_eq(fputc('x', stream), 'x');
	fclose(stream);
	is_made_up = true;
	for (int i = 0; i < 2; i++) {
		stream = descriptor_stream(first);
		ck_assert_ptr_nonnull(stream);
		ck_assert_int_eq(fgetc(stream), 'x');
		fclose(stream);
		mine = dup(STDERR_FILENO);
		close(mine);
		ck_assert_int_eq(fcntl(mine, F_GETFD), -1);
	}
	is_made_up = false;
}
END_TEST

/* The last case, since it is remembered: other files of the process have their names at once. */
START_TEST(a_copy_is_made_where_nameless_files_get_no_name)
{
	char error[TRACE_ERROR_MAX];
	struct stat saved, there;
	sqlite3 *db;

	ck_assert_int_eq(trace_file_create(first, &db, error), 0);
	gives_no_name = true;
	ck_assert_int_eq(trace_file_save(db, second, &saved), 0);
	ck_assert_int_eq(stat(second, &there), 0);
	ck_assert_int_eq(there.st_ino, saved.st_ino);
	ck_assert_int_gt(there.st_size, 0);
	ck_assert_int_eq(trace_file_save(db, second, &saved), -EEXIST);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
	ck_assert_int_eq(trace_file_open(second, &db, error), 0);
	sqlite3_close(db);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("new_file");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, begin, end);
	tcase_add_test(tcase, one_that_is_there_stays);
	tcase_add_test(tcase, one_that_cannot_be_finished_goes);
	tcase_add_test(tcase, a_number_that_is_another_file_is_left_alone);
	tcase_add_test(tcase, a_number_that_is_another_file_at_once_is_left_alone);
	tcase_add_test(tcase, what_is_opened_is_what_was_meant);
	tcase_add_test(tcase, there_is_room_where_descriptors_go);
	tcase_add_test(tcase, a_file_that_is_gone_again_leaves_no_descriptor);
	tcase_add_test(tcase, a_file_that_is_made_up_is_read);
	tcase_add_test(tcase, a_copy_is_made_where_nameless_files_get_no_name);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
