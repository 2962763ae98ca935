/* SPDX-License-Identifier: MIT */
/*
 * Kernels of Thrust and CUB that are made with a functor of the program's: what they do to each
 * element is the program's own code, though the library wrote the kernel and launches it. Any
 * thread, one at a time.
 */
#ifndef WARPWISE_RULES_FUNCTORS_H
#define WARPWISE_RULES_FUNCTORS_H

#include "kernel/kernel_profile.h"

/*
 * Into PERCENTS, one for each of the trace's functions: how much of the time of a library's kernel
 * that has a type of the program's among its template's arguments is in lines of the program's own
 * files; 0: it is no such kernel, too little of it is, or its lines are not known. Returns 0 or
 * -ENOMEM.
 */
int functors_find(double *percents, const struct trace *trace,
                  const struct kernel_profiles *profiles);

/* Whether the readable name FUNCTION of a kernel has a type among its template's arguments that is
 * neither the language's nor of Thrust, CUB and the CUDA Toolkit. */
bool functor_is_named(const char *function);

/* Whether the source FILE is one that a functor of the program's may be in: no library's header. */
bool functor_is_file(const char *file);

#endif
