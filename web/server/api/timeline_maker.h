/* SPDX-License-Identifier: MIT */
/* The process that makes the index of a trace's timeline: this program, as cmd_timeline.c. */
#ifndef WARPWISE_SERVER_TIMELINE_MAKER_H
#define WARPWISE_SERVER_TIMELINE_MAKER_H

#include <sys/types.h>

/* Its exit status where the trace takes more memory than it may. */
enum { TIMELINE_MAKER_TOO_LARGE = 4 };

/* Starts it for the trace at PATH, which it removes; the index goes to OUT_FD. 0 or -errno. */
int timeline_maker_start(char *path, int out_fd, pid_t *child);

#endif
