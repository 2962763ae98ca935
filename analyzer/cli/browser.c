/* SPDX-License-Identifier: MIT */
#include "cli/browser.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cmd.h"

extern char **environ;

const char *browser_new_file(void)
{
	static char path[PATH_MAX];
	static const char suffix[] = ".html";
	const char *folder = getenv("TMPDIR");
	int fd;

	snprintf(path, sizeof path, "%s/warpwise-XXXXXX%s", folder && *folder ? folder : "/tmp",
	         suffix);
	fd = mkstemps(path, sizeof suffix - 1);
	if (fd < 0) {
		cmd_error("cannot write: path=\"%s\": %s", path, strerror(errno));
		return NULL;
	}
	close(fd);
	return path;
}

int browser_open(const char *path)
{
	char program[] = "xdg-open", file[PATH_MAX];
	char *arguments[] = { program, file, NULL };
	int status = 0, err;
	pid_t pid;

	if (!realpath(path, file)) {
		cmd_error("cannot open: path=\"%s\": %s", path, strerror(errno));
		return STATUS_FAILED;
	}
	err = posix_spawnp(&pid, program, NULL, NULL, arguments, environ);
	if (err) {
		cmd_error("cannot open the page: %s: %s: open it yourself: %s", program,
		          strerror(err), file);
		return STATUS_FAILED;
	}
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status == 0)
		return 0;
	cmd_error("%s could not open the page: open it yourself: %s", program, file);
	return STATUS_FAILED;
}
