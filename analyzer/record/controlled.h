/* SPDX-License-Identifier: MIT */
/*
 * Running programs that are recorded, or wait dormant, for `warpwise ctl`: found by process id, and
 * asked through the page that collector/host/command_page.h describes. Main thread only.
 */
#ifndef WARPWISE_CONTROLLED_H
#define WARPWISE_CONTROLLED_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "collector/host/command_page.h"

enum { CONTROLLED_ERROR_MAX = 512 };

/* Begins as { 0 }. */
struct controlled {
	pid_t pid; /* as we see it */
	int fd;
	struct command_page *page; /* NULL: it is not open */
};

/*
 * Reaches the process PID. Returns 0; -ENOENT where it is not recorded; or -ESRCH, -EPERM (it is
 * another user's) and the like. ERROR says why, after "process 12 ".
 */
int controlled_open(struct controlled *process, pid_t pid, char error[CONTROLLED_ERROR_MAX]);
void controlled_close(struct controlled *process);

/*
 * Lets it obey, after others that ask it at the same time. DURATION_NS: of a start, 0 without.
 * Returns 0 with the answer in the page; -ESRCH: it has ended; -ETIMEDOUT: it does not answer; or
 * -errno where it did not obey.
 */
int controlled_ask(struct controlled *process, enum command command, int64_t duration_ns,
                   char error[CONTROLLED_ERROR_MAX]);

/* Where its trace is for us; "": it has none yet. */
void controlled_trace(const struct controlled *process, char path[PATH_MAX]);

/* What the program is called, as /proc has it: "?" where that cannot be seen. */
void controlled_name(pid_t pid, char *name, size_t size);

/* A list of process ids. Begins as { 0 }. */
struct pid_list {
	pid_t *items;
	size_t count;
};

/*
 * Adds those of our processes that can be reached, ABOVE and what it started alone where that is
 * not 0; in order. Pages that processes left behind when they were killed are removed. Returns 0
 * or -ENOMEM.
 */
int controlled_find(struct pid_list *list, pid_t above);
void pid_list_release(struct pid_list *list);

#endif
