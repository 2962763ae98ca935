/* SPDX-License-Identifier: MIT */
/* The kernel that somebody names on the command line. Main thread only. */
#ifndef WARPWISE_KERNEL_CHOICE_H
#define WARPWISE_KERNEL_CHOICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

enum kernel_match {
	KERNEL_OTHER,
	KERNEL_IN_PART, /* the text is a part of its name */
	KERNEL_CUT,     /* its name cut to a width, as reports print it */
	KERNEL_SHORT,   /* its name without return type and parameters */
	KERNEL_WHOLE,   /* its name, mangled or not */
};

/* How well TEXT names FUNCTION, or -ENOMEM. */
int kernel_match(const struct trace *trace, uint32_t function, const char *text);

/* The launches of one kernel: of all functions that have its name. Begins as { 0 }. */
struct kernel_choice {
	char *name, *cut; /* demangled, and as reports print it; NULL: none was chosen */
	bool *is_of;      /* by function */
	int64_t launches;
	int64_t recorded_ns; /* their durations, added up */
};

/*
 * The kernel that TEXT names best, among those that TRACE has launches of. Returns 0, -ENOMEM, or
 * STATUS_USAGE after it was said that there is none or more than one, and which ones there are.
 * Release it in any case.
 */
int kernel_choose(struct kernel_choice *choice, const struct trace *trace, const char *text);
void kernel_choice_release(struct kernel_choice *choice);

/* Whether OPERATION is a launch of the kernel that was chosen. */
static inline bool kernel_is_chosen(const struct kernel_choice *choice, const struct trace *trace,
                                    uint32_t operation)
{
	return choice->name && trace->operations.type[operation] == OPERATION_KERNEL &&
	       choice->is_of[operation_function(trace, operation)];
}

#endif
