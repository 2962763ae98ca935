/* SPDX-License-Identifier: MIT */
/* Standard files and SIGCHLD. */
#include "base/inherited.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <unistd.h>

enum { STANDARD_FILES = 3 };

static bool was_closed[STANDARD_FILES], was_ignored;

void inherited_mend(void)
{
	for (int fd = 0; fd < STANDARD_FILES; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
			was_closed[fd] = open("/dev/null", O_RDONLY) == fd;
	was_ignored = signal(SIGCHLD, SIG_DFL) == SIG_IGN;
}

void inherited_restore(void)
{
	for (int fd = 0; fd < STANDARD_FILES; fd++)
		if (was_closed[fd])
			close(fd);
	if (was_ignored)
		signal(SIGCHLD, SIG_IGN);
}
