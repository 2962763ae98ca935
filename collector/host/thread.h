/* SPDX-License-Identifier: MIT */
/* Threads of the collector's own in the traced program. */
#ifndef WARPWISE_THREAD_H
#define WARPWISE_THREAD_H

/*
 * Starts a thread called NAME that runs RUN(NULL); nobody joins it. It gets none of the program's
 * signals, a stack of a usual size whatever the program's default is, the ordinary priority, and
 * the C locale. Returns 0 or -errno.
 */
int thread_start(const char *name, void *(*run)(void *unused));

/* How many of these threads run. */
int thread_count(void);

/*
 * What the kernel says that the process's thread ID does: 'R' it runs, or would if there were a
 * core for it, 'D' it waits for a disk, 'S' it sleeps ...; 0: unknown. Async-signal-safe.
 */
char thread_state(int id);

#endif
