/* SPDX-License-Identifier: MIT */
/*
 * Work that falls into parts which know nothing of one another, done on all processors. What a part
 * makes is its own, so that the result does not depend on how many threads there were.
 */
#ifndef WARPWISE_PARALLEL_H
#define WARPWISE_PARALLEL_H

#include <stddef.h>

/*
 * Calls WORK(CONTEXT, number) once for each number below COUNT, on this thread and on others, and
 * returns when all calls have. There are as many threads as the process may use processors, but
 * only a few, since parts may need much memory; where none can be started, this one does it all.
 */
void parallel_run(size_t count, void (*work)(void *context, size_t number), void *context);

#endif
