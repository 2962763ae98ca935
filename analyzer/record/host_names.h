/* SPDX-License-Identifier: MIT */
/* Names for the host's own code in a trace, for machines that do not have the program. */
#ifndef WARPWISE_HOST_NAMES_H
#define WARPWISE_HOST_NAMES_H

#include <sys/types.h>

/* For the libraries of one trace. PyTorch's take less than 0.2 s from a disk, but may come over a
 * network. */
enum { HOST_NAMES_MOST_MS = 2000 };

/*
 * Writes into the traces that the file LIST names from byte FROM on, whose programs have ended,
 * what the native code is that their samples met: of the program's own functions and lines, of
 * libraries the functions, as far as MOST_MS suffice. What is left out then is noted in the trace.
 * The binaries are read where they are. A trace that has none, or that cannot be written, stays as
 * it is.
 */
void host_names_write(const char *list, off_t from, int most_ms);

#endif
