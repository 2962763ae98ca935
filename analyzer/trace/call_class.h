/* SPDX-License-Identifier: MIT */
/* What a call of the CUDA runtime or driver API does, told from its name. */
#ifndef WARPWISE_CALL_CLASS_H
#define WARPWISE_CALL_CLASS_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/trace.h"

/* The class of NAME, with or without CUPTI's version suffix; CALL_OTHER for what is in no row of
 * the table. */
enum call_class call_class_of(const char *name);

/* What CALL of TRACE does. */
static inline enum call_class call_class(const struct trace *trace, uint32_t call)
{
	return trace->call_names[trace->calls.name[call]].class;
}

/*
 * The median duration of the calls of CLASS, at most the first million of them, or of a few the
 * shortest; 0 if there is none.
 * Returns 0 or -ENOMEM.
 */
int calls_usual_ns(int64_t *usual_ns, const struct trace *trace, enum call_class class);

/*
 * Whether one of CUDA's libraries starts between BEFORE and CALL, which its thread makes one behind
 * the other: two loads. It unpacks code and chooses kernels there, before
 * the program's call of it returns.
 */
bool calls_start_library(const struct trace *trace, uint32_t before, uint32_t call);

/* cuXxx, not cudaXxx. */
bool call_is_driver(const char *name);

/*
 * Length of NAME without the suffix that CUPTI adds for its own use: cudaLaunchKernel_v7000 is
 * cudaLaunchKernel. _v2, _ptsz and _ptds are part of a function's name and stay.
 */
size_t call_name_length(const char *name);

#endif
