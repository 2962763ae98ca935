/* SPDX-License-Identifier: MIT */
/* Counters that the script plays, for launches while the range profiler is started. Any thread. */
#ifndef WARPWISE_FAKE_RANGE_PROFILER_H
#define WARPWISE_FAKE_RANGE_PROFILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cuda.h>

/* What one statement `counter` says. int64_t: the script's fields. */
struct fake_counter {
	int64_t value; /* hundredths */
	int64_t is_nan;
	const char *function, *metric; /* live as long as the process; function NULL: any */
};

/* From now on a launch of the function counts this. */
void range_profiler_count(const struct fake_counter *counter);

/* A launch, between the client's callbacks. Returns in how many passes it is measured; 0: it is
 * not. */
size_t range_profiler_launched(CUcontext context, const char *function);

/* The client, or the program, has seen that nothing runs. */
void range_profiler_waited(void);

void range_profiler_context_destroyed(CUcontext context);

/* The value of the metric NAME in range INDEX of a counter data image. Returns 0 or -1. */
int range_profiler_value(const uint8_t *image, size_t bytes, size_t index, const char *name,
                         double *value);

#endif
