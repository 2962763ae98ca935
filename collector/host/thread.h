/* SPDX-License-Identifier: MIT */
/* Threads of the collector's own in the traced program. */
#ifndef WARPWISE_THREAD_H
#define WARPWISE_THREAD_H

/*
 * Starts a thread called NAME that runs RUN(NULL); nobody joins it. It gets none of the program's
 * signals, and a stack of a usual size whatever the program's default is. Returns 0 or -errno.
 */
int thread_start(const char *name, void *(*run)(void *unused));

/* How many of these threads run. */
int thread_count(void);

#endif
