/* SPDX-License-Identifier: MIT */
/*
 * Whether perf events may be asked for, and the process's own memory copied by process_vm_readv()
 * and its like, which says of an address that it is gone where a load would end the program. A
 * filter of system calls (seccomp) can end the whole process for the question, as systemd's do to a
 * service that is not meant to ask. So where there is a filter a child asks first. A copy of the
 * process: no memory is shared, the program's handlers do not run in it, and the program cannot see
 * it by wait() or SIGCHLD.
 */
#ifndef WARPWISE_PERF_PERMIT_H
#define WARPWISE_PERF_PERMIT_H

#include <stdbool.h>

/* In the thread that starts the writer thread, before that. */
void perf_permit_begin(void);

/* Before each question, on the thread that asks, once the one above is done. False also where a
 * filter was added since. */
bool perf_permit(void);

#endif
