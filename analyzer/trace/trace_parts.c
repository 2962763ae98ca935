/* SPDX-License-Identifier: MIT */
/* Work over a whole trace in parts. Any thread. */
#include "trace/trace_parts.h"

#include "base/parallel.h"

/* Calls and operations of a run that is replayed in a few milliseconds: a thread takes one tenth.
 */
enum { THREADED_STEPS = 20000 };

void trace_run_parts(const struct trace *trace, size_t count,
                     void (*work)(void *context, size_t number), void *context)
{
	if (trace->operations.count + trace->calls.count >= THREADED_STEPS) {
		parallel_run(count, work, context);
		return;
	}
	for (size_t number = 0; number < count; number++)
		work(context, number);
}
