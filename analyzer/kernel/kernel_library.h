/* SPDX-License-Identifier: MIT */
/*
 * Kernels that the program did not write itself, by their names, and code that was inlined into its
 * own kernels, by its files: THE TABLES are in kernel_library.c.
 * What their user can change about them stands in the rules' texts, under "Kernels of libraries",
 * by the name of the library's kind.
 */
#ifndef WARPWISE_KERNEL_LIBRARY_H
#define WARPWISE_KERNEL_LIBRARY_H

#include <stdbool.h>

#include "trace/trace.h"

enum library_kind {
	LIBRARY_MATHEMATICS,   /* matrices, convolutions, transforms: cuBLAS, cuDNN ... */
	LIBRARY_VECTORS,       /* sums, products and copies of vectors: nobody chooses a layout */
	LIBRARY_OPERATORS,     /* a kernel for each operation of a framework: PyTorch, CuPy ... */
	LIBRARY_COMPILERS,     /* kernels that a framework's compiler made: XLA, torch.compile */
	LIBRARY_ALGORITHMS,    /* sort, scan, reduce: CUB, Thrust */
	LIBRARY_RANDOM,        /* random numbers: cuRAND's functions for kernels */
	LIBRARY_COMMUNICATION, /* NCCL: it exchanges data with other GPUs and waits for them */
};

struct library {
	const char *pattern; /* of names or of paths, as text_matches() has it */
	const char *name;    /* "cuDNN" */
	enum library_kind kind;
};

/* The library whose code and launch the kernel NAME (mangled) is, as far as its name tells; NULL:
 * none that is known. */
const struct library *kernel_library(const char *name);

/* The same of OPERATION; NULL, too, where that is no kernel, or NONE. */
const struct library *operation_library(const struct trace *trace, uint32_t operation);

/* Whether the kernel NAME (mangled) is one that XLA launches only while it tries variants of others
 * out: no program has work of it. */
bool kernel_is_of_tuner(const char *name);

/* Whether OPERATION is a kernel that Thrust launched: one of its own, or of CUB's that was made for
 * what Thrust hands over. Of most sorts that cannot be told. */
bool operation_is_of_thrust(const struct trace *trace, uint32_t operation);

/* The library whose binary of the host PATH is, and which launches kernels of its own; NULL: none
 * that is known. */
const struct library *binary_library(const char *path);

/* The library whose source file PATH is, which compilers inline into the programs' own kernels;
 * NULL: none that is known. */
const struct library *source_library(const char *path);

/* Where the users of a library, whose kernels only programs of a framework run, look it up. */
struct framework {
	const char *library;
	const char *name, *part_of; /* "torch.compile" is part of "PyTorch"; else NULL */
	bool is_of_python;
};

/*
 * The framework that TRACE's program is written in, by the kernels that it launched most; NULL:
 * none that is known. *ERR is set to 0 or -ENOMEM.
 */
const struct framework *kernels_framework(const struct trace *trace, int *err);

/*
 * Whether the kernel NAME (mangled) multiplies matrices or convolves in single precision, and not
 * on tensor cores: a library's, as far as its name tells.
 */
bool kernel_is_single_precision(const char *name);

/* The same on tensor cores, which round its operands to TF32. */
bool kernel_is_tf32(const char *name);

/* Whether the kernel NAME (mangled) multiplies matrices of 16-bit numbers on tensor cores, and
 * loads one or two of them at a time: for rows that do not begin at multiples of 16 bytes. */
bool kernel_is_unaligned(const char *name);

/* The same of matrices of 32-bit numbers, multiplied as TF32 by CUTLASS's kernels, which cuBLAS
 * has.
 */
bool kernel_is_unaligned_tf32(const char *name);

/* The shorter side of the tile of a product that a block of the kernel NAME computes, as its name
 * tells ("sgemm_128x64_nn", "tilesize32x32x8"); 0: it does not. */
int kernel_tile_side(const char *name);

/*
 * Whether the kernel NAME (mangled) is one operation of a framework on the elements of its arrays,
 * such as a sum of two: its result is an array that the next such kernel reads.
 */
bool kernel_is_elementwise(const char *name);

/* Whether it is a framework's operation that compares or copies elements, as what a program does
 * that looks at one after another: no array gets a number that was not in one before. */
bool kernel_is_lookup(const char *name);

/* Whether it is a framework's sum or the like of elements, which a compiler fuses with operations
 * on these before it. */
bool kernel_is_reduction(const char *name);

/* PyTorch's operation that copies its input, and then has the kernel NAME work on the copy in
 * place: "masked_fill"; NULL: none that is known. With an underscore behind its name it copies
 * nothing. */
const char *kernel_works_on_copy(const char *name);

/* Whether a kernel is one operation on the elements of lists of arrays: PyTorch's torch._foreach_*
 * functions, of which optimisers that are not fused make their steps. */
bool kernel_is_foreach(const char *name);

/* Whether it adds up, over the rows of a batch, what the weights of a layer normalisation get as
 * gradients: its blocks are of columns. */
bool kernel_is_norm_gradient(const char *name);

/* Whether it is a reduction of CuPy's own, whose blocks have some of the results each. */
bool kernel_reduces_in_blocks(const char *name);

/* "mathematics" */
const char *library_kind_name(enum library_kind kind);

/*
 * Whether the kernel NAME (mangled) exchanges data with other GPUs, and waits for them while it
 * runs. Its blocks are channels, so that neither its launch nor its counters and samples say what a
 * change to them would win.
 */
bool kernel_communicates(const char *name);

/* By function: kernel_communicates(). NULL without memory; free it. */
bool *kernels_communicating(const struct trace *trace);

#endif
