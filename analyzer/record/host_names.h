/* SPDX-License-Identifier: MIT */
/* Names for the host's own code in a trace, for machines that do not have the program. */
#ifndef WARPWISE_HOST_NAMES_H
#define WARPWISE_HOST_NAMES_H

#include <sys/types.h>

/*
 * Writes into the traces that the file LIST names from byte FROM on, whose programs have ended,
 * what the native code of the program's own is that their samples met: the binaries are read where
 * they are. A trace that has none, or that cannot be written, stays as it is.
 */
void host_names_write(const char *list, off_t from);

#endif
