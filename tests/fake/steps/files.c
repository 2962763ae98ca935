/* SPDX-License-Identifier: MIT */
/* The files that a program opens and closes, and its current folder. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
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

/* Opens a file of the program's own, which gets the lowest free number, and leaves it open. */
static void step_open(const char *value)
{
	int fd = open(value, O_CREAT | O_RDWR | O_TRUNC, 0666);

	if (fd < 0 || write(fd, "mine\n", 5) != 5)
		perror(value);
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
	{ "chdir", step_chdir },   { "files", step_files },
	{ "close", step_close },   { "close-from", step_close_from },
	{ "open", step_open },     { "open-many", step_open_many },
	{ "remove", step_remove }, { "fill-stderr", step_fill_stderr },
	{ .name = NULL },
};
