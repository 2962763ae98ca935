/* SPDX-License-Identifier: MIT */
/* Finds the kernel that most copies are before. Any thread. */
#include "rules/shared/copy_reader.h"

#include "rules/shared/constants.h"
#include "rules/shared/copies.h"

uint32_t copy_reader_next(const struct trace *trace, const uint32_t *next, uint32_t copy)
{
	uint32_t i = next[copy];

	for (int k = 0; k < SETS_MAX && i != NONE && trace->operations.type[i] == OPERATION_FILL &&
	                operation_transfer(trace, i)->size_bytes < copy_bytes(trace, copy);
	     k++)
		i = next[i];
	return i;
}

void copy_reader_vote(struct copy_reader *reader, const struct trace *trace, uint32_t next)
{
	const bool is_kernel = next != NONE && trace->operations.type[next] == OPERATION_KERNEL;
	const uint32_t function = is_kernel ? operation_function(trace, next) : NONE;

	reader->count++;
	if (!reader->votes)
		reader->function = function;
	reader->votes += function == reader->function ? 1 : -1;
}

uint32_t copy_reader_of(const struct copy_reader *reader)
{
	return 2 * reader->votes >= reader->count ? reader->function : NONE;
}
