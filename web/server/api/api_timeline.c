/* SPDX-License-Identifier: MIT */
/*
 * A stored trace as the timeline that the page draws. A trace comes from elsewhere, and analysing
 * it takes time and memory: a process of its own does that (cmd_timeline.c), within limits of its
 * own, so that nothing a trace does can end the server. On a worker.
 */
#include "server/api/api.h"

#include <config.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd.h"

static atomic_int drawings;

/* The file FD, which has no name, gets one in DIRECTORY: SQLite opens files by name. */
static int name_file(int fd, const char *directory, char path[PATH_MAX])
{
	char secret[SECRET_MAX], from[32];

	secret_make("", secret);
	snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
	if (snprintf(path, PATH_MAX, "%s/drawn-%s.db", directory, secret) >= PATH_MAX)
		return -ENAMETOOLONG;
	return linkat(AT_FDCWD, from, AT_FDCWD, path, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

/* With the signals as a program begins with them: the server blocks some. */
static int spawn(char *const arguments[], int out_fd, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int err;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	err = posix_spawn_file_actions_adddup2(&actions, out_fd, STDOUT_FILENO);
	if (!err)
		err = posix_spawn(child, "/proc/self/exe", &actions, &attributes, arguments,
		                  environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return -err;
}

/* *STATUS is that of waitpid(). */
static int draw(char *path, int out_fd, int *status)
{
	char program[] = "warpwise-dashboard", verb[] = "timeline", remove[] = "--remove";
	char *const arguments[] = { program, verb, remove, path, NULL };
	pid_t child = -1;
	int err = spawn(arguments, out_fd, &child);

	if (err)
		return err;
	while (waitpid(child, status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

static void reply_drawn(struct request *request, int out_fd, int status)
{
	struct stat file;

	if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_UNUSABLE) {
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "not-a-trace",
		              "this file is damaged, or no trace of a version that is known here");
	} else if (!WIFEXITED(status) || WEXITSTATUS(status) || fstat(out_fd, &file)) {
		reply_problem(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "too-large-to-draw",
		              "drawing this trace takes more than %d s or %d MiB; `warpwise "
		              "analyze --format html` has no such limits",
		              LIMIT_DRAWING_S, LIMIT_DRAWING_MB);
	} else {
		reply_empty(request, MHD_HTTP_OK);
		request->reply.type = "application/octet-stream";
		request->reply.is_file = true;
		request->reply.fd = out_fd;
		request->reply.constant_size = (size_t)file.st_size;
		/* Causes and shares are numbers of this version's legend. */
		reply_header(request, "X-Warpwise-Version", "%s", PACKAGE_VERSION);
		reply_header(request, "Cache-Control", "private, max-age=600");
	}
}

static int draw_file(struct request *request, int trace_fd)
{
	const char *directory = request->server->options.directory;
	char path[PATH_MAX];
	int out_fd = -1, status = 0, err = name_file(trace_fd, directory, path);

	if (err)
		return err;
	out_fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (out_fd < 0)
		err = -errno;
	else
		err = draw(path, out_fd, &status);
	unlink(path);
	if (!err)
		reply_drawn(request, out_fd, status);
	if (out_fd >= 0 && !request->reply.is_file)
		close(out_fd);
	return err;
}

int trace_timeline(struct request *request, struct store_connection *db)
{
	int fd = -1, err = 0;

	if (atomic_fetch_add(&drawings, 1) >= LIMIT_DRAWINGS)
		reply_problem(request, MHD_HTTP_SERVICE_UNAVAILABLE, "overloaded",
		              "another trace is being drawn");
	else
		err = trace_unpack(request, db, LIMIT_DRAWN_BYTES, &fd);
	if (fd >= 0) {
		err = draw_file(request, fd);
		close(fd);
	}
	atomic_fetch_sub(&drawings, 1);
	return err;
}
