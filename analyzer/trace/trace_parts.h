/* SPDX-License-Identifier: MIT */
/* Work over a whole trace in parts which know nothing of one another. */
#ifndef WARPWISE_TRACE_PARTS_H
#define WARPWISE_TRACE_PARTS_H

#include "trace/trace.h"

/* Calls WORK(CONTEXT, number) once for each number below COUNT, which goes through the trace: on
 * several threads where that takes long enough to be worth it. */
void trace_run_parts(const struct trace *trace, size_t count,
                     void (*work)(void *context, size_t number), void *context);

#endif
