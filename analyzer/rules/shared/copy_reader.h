/* SPDX-License-Identifier: MIT */
/* What reads what a series of copies wrote: the kernel that most of them are before. Any thread. */
#ifndef WARPWISE_RULES_COPY_READER_H
#define WARPWISE_RULES_COPY_READER_H

#include <stdint.h>

#include "trace/trace.h"

/* All 0 at first. */
struct copy_reader {
	uint32_t function;
	int64_t count; /* of copies */
	int64_t votes; /* so many of them more are before it than before others */
};

/* What may read COPY: what its stream does next, but for memory sets of less, which libraries put
 * before their kernels. NEXT: by operation, that of its stream. NONE: nothing. */
uint32_t copy_reader_next(const struct trace *trace, const uint32_t *next, uint32_t copy);

/* One more copy of the series is before the operation NEXT, or NONE. */
void copy_reader_vote(struct copy_reader *reader, const struct trace *trace, uint32_t next);

/* The function that most of the copies are before; NONE: there is none. */
uint32_t copy_reader_of(const struct copy_reader *reader);

#endif
