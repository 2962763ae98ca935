/* SPDX-License-Identifier: MIT */
/* Kernels that the program did not write itself. */
#ifndef WARPWISE_KERNEL_LIBRARY_H
#define WARPWISE_KERNEL_LIBRARY_H

/*
 * The library whose code and launch the kernel NAME (mangled) is, as far as its name tells:
 * "cuDNN". NULL: none that is known. The names are those seen in recordings of PyTorch 2.11 with
 * CUDA 13.0, and the namespaces of CUB, Thrust and NCCL, whose source is public.
 */
const char *kernel_library(const char *name);

#endif
