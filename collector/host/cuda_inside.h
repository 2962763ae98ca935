/* SPDX-License-Identifier: MIT */
/*
 * Whether this process may use CUDA: its executable has code for GPUs in it, or the loader has
 * loaded a library of CUDA's before main(). A program that loads CUDA later by itself is not found.
 */
#ifndef WARPWISE_CUDA_INSIDE_H
#define WARPWISE_CUDA_INSIDE_H

#include <stdbool.h>

/* As the library is loaded. Opens the executable's file, and closes it again. */
bool cuda_is_inside(void);

#endif
