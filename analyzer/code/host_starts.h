/* SPDX-License-Identifier: MIT */
/*
 * The start of a framework's runtime among samples of the host: it comes with the first array that
 * a program puts on the GPU, under whatever line that is. Any thread.
 */
#ifndef WARPWISE_HOST_STARTS_H
#define WARPWISE_HOST_STARTS_H

#include <stdbool.h>

#include "trace/trace.h"

/* Which stacks are of JAX's start alone, by stack; the caller's to free. NULL without memory. */
bool *host_starts_of_stacks(const struct trace *trace);

#endif
