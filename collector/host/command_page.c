/* SPDX-License-Identifier: MIT */
/* What the collector and `warpwise ctl` have to agree on. Any thread. */
#include "host/command_page.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "descriptor.h"

enum { STARTED_FIELD = 22, AFTER_NAME = 2 /* the field behind the program's name */ };

/* Memory first: who looks at a page must never wait for a disk. */
const char *const command_page_folders[] = { "/dev/shm", "/tmp", NULL };

void command_page_file(char name[COMMAND_FILE_MAX], pid_t pid)
{
	snprintf(name, COMMAND_FILE_MAX, "warpwise-ctl-%ld", (long)pid);
}

uint64_t command_page_started(const char *stat_path)
{
	char text[1024], *at;
	const int fd = descriptor_open(stat_path, O_RDONLY);
	ssize_t length;

	if (fd < 0)
		return 0;
	length = read(fd, text, sizeof text - 1);
	close(fd);
	text[length < 0 ? 0 : length] = '\0';
	at = strrchr(text, ')'); /* a name may have blanks and brackets */
	for (int field = AFTER_NAME; at && field < STARTED_FIELD; field++) {
		at = strchr(at + 1, ' ');
	}
	return at ? strtoull(at, NULL, 10) : 0;
}

void command_page_wait(_Atomic uint32_t *word, uint32_t seen, int64_t ms)
{
	const struct timespec limit = { ms / 1000, ms % 1000 * 1000000 };

	syscall(SYS_futex, word, FUTEX_WAIT, seen, ms < 0 ? NULL : &limit, NULL, 0);
}

void command_page_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
