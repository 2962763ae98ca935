/* SPDX-License-Identifier: MIT */
/* Which code of a program comes from the headers of libraries, and was compiled with it. Any
 * thread. */
#ifndef WARPWISE_LIBRARY_CODE_H
#define WARPWISE_LIBRARY_CODE_H

#include <stdbool.h>

/* Whether the source FILE is a header of the compiler, of the system or of the CUDA Toolkit, or
 * what nvcc writes for itself. */
bool library_code_is_file(const char *file);

/* Whether the function MANGLED belongs to the standard library of C++, or to Thrust, CUB or
 * libcu++. */
bool library_code_is_function(const char *mangled);

/* Whether it is a function of Thrust, or FILE a header of its. */
bool library_code_is_thrust_function(const char *mangled);
bool library_code_is_thrust_file(const char *file);

/*
 * The CUDA runtime that nvcc links into a program unless told otherwise: its API has C's names, and
 * the functions below it those of its archive (CUDA 13.0: libcudart_static_ and 40 digits); and
 * what nvcc makes of a launch, a function of its own for each kernel.
 */
bool library_code_is_runtime(const char *mangled);

/*
 * Whether FUNCTION of the Python FILE hands a library's calls on and does nothing itself: what it
 * is called by tells more. PyTorch goes through such code at each operation, once a device or a
 * mode is set for all of them.
 */
bool library_code_passes_on(const char *file, const char *function);

#endif
