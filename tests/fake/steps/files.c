/* SPDX-License-Identifier: MIT */
/* The files that a program opens and closes, and its current folder. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "step.h"

static void step_chdir(const char *value)
{
	if (chdir(value))
		perror(value);
}

/* No more file descriptors than these. */
static void step_files(const char *value)
{
	struct rlimit limit = { (rlim_t)atol(value), (rlim_t)atol(value) };

	setrlimit(RLIMIT_NOFILE, &limit);
}

static void step_close(const char *value)
{
	close(atoi(value));
}

static void step_close_from(const char *value)
{
	closefrom(atoi(value));
}

static struct {
	int fd;
	ino_t inode;
} opened[64]; /* by step_open() */
static int opened_count;

/* Opens a file of the program's own, which gets the lowest free number, and leaves it open. */
static void step_open(const char *value)
{
	int fd = open(value, O_CREAT | O_RDWR | O_TRUNC, 0666);
	struct stat st;

	if (fd < 0 || write(fd, "mine\n", 5) != 5)
		perror(value);
	if (fd >= 0 && opened_count < 64 && fstat(fd, &st) == 0) {
		opened[opened_count].fd = fd;
		opened[opened_count++].inode = st.st_ino;
	}
}

/* Writes into the file of that name how many of these are as they were left, and the first number.
 */
static void step_opened(const char *value)
{
	FILE *file = fopen(value, "we");
	int count = 0;
	struct stat st;

	for (int i = 0; i < opened_count; i++)
		count += fstat(opened[i].fd, &st) == 0 && st.st_ino == opened[i].inode &&
		         st.st_size == 5 && lseek(opened[i].fd, 0, SEEK_CUR) == 5;
	if (file) {
		fprintf(file, "%d from %d on\n", count, opened[0].fd);
		fclose(file);
	}
}

/* So many files, many-1, many-2 ..., all open. */
static void step_open_many(const char *value)
{
	char name[32];

	for (int i = 1; i <= atoi(value); i++) {
		snprintf(name, sizeof name, "many-%d", i);
		step_open(name);
	}
}

static void step_remove(const char *value)
{
	unlink(value);
}

/* Writes to stderr, a pipe, until there is no more room. */
static void step_fill_stderr(const char *value)
{
	const int flags = fcntl(STDERR_FILENO, F_GETFL);

	(void)value;
	fcntl(STDERR_FILENO, F_SETFL, flags | O_NONBLOCK);
	while (write(STDERR_FILENO, "x", 1) == 1)
		;
	fcntl(STDERR_FILENO, F_SETFL, flags);
}

const struct step file_steps[] = {
	{ "chdir", step_chdir },
	{ "files", step_files },
	{ "close", step_close },
	{ "close-from", step_close_from },
	{ "open", step_open },
	{ "open-many", step_open_many },
	{ "opened", step_opened },
	{ "remove", step_remove },
	{ "fill-stderr", step_fill_stderr },
	{ .name = NULL },
};
