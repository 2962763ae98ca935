/* SPDX-License-Identifier: MIT */
/* Kernels that a library launches, by the stacks of their launches: where names do not tell. Any
 * thread. */
#ifndef WARPWISE_RULES_LAUNCH_LIBRARIES_H
#define WARPWISE_RULES_LAUNCH_LIBRARIES_H

#include "kernel/kernel_library.h"

/*
 * Into LIBRARIES, one for each of TRACE's functions: the library in whose binary all of its
 * launches were made whose stack is known; NULL: it is none that is known, or nobody knows. Returns
 * 0 or -ENOMEM.
 */
int launch_libraries_find(const struct library **libraries, const struct trace *trace);

#endif
