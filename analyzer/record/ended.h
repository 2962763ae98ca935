/* SPDX-License-Identifier: MIT */
/* Notes in traces that a signal ended the recording. */
#ifndef WARPWISE_ENDED_H
#define WARPWISE_ENDED_H

#include <sys/types.h>

/*
 * Writes into the traces that the file LIST names from byte FROM on which signal ended them: into
 * all of them the one that wanted all to end, or else into that of process PID, the program, which
 * has ended, the one that ended it, or the status that it exited with. A trace that cannot be written stays as it is, and so does a
 * log beside it. Without a signal, and with status 0, it does nothing.
 */
void ended_write(const char *list, off_t from, pid_t pid);

#endif
