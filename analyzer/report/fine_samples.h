/* SPDX-License-Identifier: MIT */
/*
 * Where the host's threads were over time, by samples of their stacks: the innermost function of
 * the program's own, or where none is the program's what a library's was called for. A sample of
 * Python stands for the time since threads were sampled before, one of native code for a period of
 * its thread's running time just before: where the thread did not run there is nothing. Neighbours
 * in one function are one. Any thread.
 */
#ifndef WARPWISE_FINE_SAMPLES_H
#define WARPWISE_FINE_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

#include "code/host_code.h"

struct fine_sample {
	int64_t start_ns, end_ns;
	uint32_t thread;
	uint32_t function; /* the frame of the trace that stands for all of its function */
};

/* *SAMPLES, new memory for the caller to free, in order of start; HOST may be NULL: then there are
 * none. Returns 0 or -ENOMEM. */
int fine_samples_make(struct fine_sample **samples, size_t *count, const struct host_code *host);

/* What a function is called: "collate() data.py". */
enum { FINE_SAMPLE_TEXT = 512 };
void fine_sample_text(char text[FINE_SAMPLE_TEXT], const struct host_place *place);

#endif
