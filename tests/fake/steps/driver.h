/* SPDX-License-Identifier: MIT */
/* The driver's functions and the context, for other steps. */
#ifndef WARPWISE_FAKE_DRIVER_H
#define WARPWISE_FAKE_DRIVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <cuda.h>
#include <cudaProfiler.h>

#define CUDA_FUNCTIONS(F)       \
	F(cuInit)               \
	F(cuCtxCreate)          \
	F(cuCtxDestroy)         \
	F(cuCtxSynchronize)     \
	F(cuGraphInstantiate)   \
	F(cuGraphLaunch)        \
	F(cuGraphExecUpdate)    \
	F(cuGraphExecDestroy)   \
	F(cuLaunchKernel)       \
	F(cuLaunchKernelEx)     \
	F(cuMemAlloc)           \
	F(cuMemFree)            \
	F(cuMemcpyHtoDAsync)    \
	F(cuLibraryUnload)      \
	F(cuModuleLoadData)     \
	F(cuModuleGetFunction)  \
	F(cuModuleUnload)       \
	F(cuProfilerStart)      \
	F(cuProfilerStop)       \
	F(cuStreamBeginCapture) \
	F(cuStreamCreate)       \
	F(cuStreamEndCapture)   \
	F(cuStreamSynchronize)

struct driver {
#define FIELD(name) __typeof__(name) *name;
	CUDA_FUNCTIONS(FIELD)
#undef FIELD
};

extern struct driver cuda;               /* nothing in it before the first step that needs it */
extern CUfunction _Atomic cuda_function; /* what is launched */
extern atomic_bool cuda_has_context;

/* Keeps the first error. */
void cuda_note(CUresult result);
CUresult cuda_first_error(void);

#endif
