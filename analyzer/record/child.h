/* SPDX-License-Identifier: MIT */
/*
 * The program that is recorded: started, and waited for. Signals that are sent to us alone are
 * passed on to it; what a terminal sends, it gets itself. Main thread only.
 */
#ifndef WARPWISE_CHILD_H
#define WARPWISE_CHILD_H

#include <sys/types.h>

enum { CHILD_SIGNALLED = 128 }; /* what shells add to the signal's number */

/*
 * Starts argv; PREPARE(DATA) is called in the child before, for its environment, and returns 0 or
 * -errno. Returns 0 with its pid in *PID once it runs, or -errno where it could not be started.
 */
int child_start(char **argv, int (*prepare)(const void *data), const void *data, pid_t *pid);

/* Waits for it and returns its status as shells do; says so when a signal ended it. PROGRAM: its
 * name in that line. */
int child_wait(pid_t pid, const char *program);

/* The status that the program that was waited for last exited with; 0: that, or a signal ended it.
 */
int child_exit_status(void);

/* The signal that ended the program that was waited for last; 0: none did. */
int child_end_signal(void);

/* The signal that wants all to end, and not only the program; 0: none came. */
int child_stop_signal(void);

#endif
