/* SPDX-License-Identifier: MIT */
/* Kernels that the program did not write itself. */
#ifndef WARPWISE_KERNEL_LIBRARY_H
#define WARPWISE_KERNEL_LIBRARY_H

#include <stdbool.h>

#include "trace/trace.h"

/*
 * The library whose code and launch the kernel NAME (mangled) is, as far as its name tells:
 * "cuDNN". NULL: none that is known. The names are those seen in recordings of PyTorch 2.11 with
 * CUDA 13.0, and the namespaces of CUB, Thrust and NCCL, whose source is public.
 */
const char *kernel_library(const char *name);

/*
 * Whether the kernel NAME (mangled) is NCCL's: it exchanges data with other GPUs, and waits for
 * them while it runs. Its blocks are NCCL's channels, so that neither its launch nor its counters
 * and samples say what a change to them would win. The names are those that NCCL's sources
 * generate: ncclDevKernel_ (ncclKernel_ in old versions), and ncclSymDevKernel_ or
 * ncclSymkDevKernel_ for symmetric memory.
 */
bool kernel_communicates(const char *name);

/* By function: kernel_communicates(). NULL without memory; free it. */
bool *kernels_communicating(const struct trace *trace);

#endif
