/* SPDX-License-Identifier: MIT */
/* Modules, functions and launches of kernels. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cupti.h>

#include "libcuda.h"

FAKE_API CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
	(void)image;
	*module = (CUmodule)(uintptr_t)1;
	if (driver_check())
		return driver_check();
	driver_statement("module bytes=4096 seed=1");
	return CUDA_SUCCESS;
}

/* A function's handle is its name, which must live as long as the program. */
FAKE_API CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
	(void)module;
	*function = (CUfunction)(uintptr_t)name;
	return driver_check();
}

/* The function "of-library" is a CUkernel, all others are in the module 1. */
FAKE_API CUresult cuFuncGetModule(CUmodule *module, CUfunction function)
{
	*module = (CUmodule)(uintptr_t)1;
	return strcmp((const char *)function, "of-library") == 0 ? CUDA_ERROR_INVALID_HANDLE
	                                                         : driver_check();
}

static CUresult unload(const char *name, const void *parameters)
{
	if (driver_check())
		return driver_check();
	driver_call_back(name, parameters, CUDA_SUCCESS, NULL, NULL);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuModuleUnload(CUmodule module)
{
	cuModuleUnload_params params = { module };

	return unload("cuModuleUnload", &params);
}

FAKE_API CUresult cuLibraryUnload(CUlibrary library)
{
	cuLibraryUnload_params params = { library };

	return unload("cuLibraryUnload", &params);
}

/* Every function takes one pointer. */
FAKE_API CUresult cuFuncGetParamInfo(CUfunction function, size_t number, size_t *offset,
                                     size_t *bytes)
{
	(void)function;
	*offset = 0;
	*bytes = sizeof(void *);
	return number == 0 ? driver_check() : CUDA_ERROR_INVALID_VALUE;
}

/* What the runtime launches by is a CUkernel, which is no CUfunction. */
FAKE_API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                     CUfunction function)
{
	(void)value;
	(void)attribute;
	(void)function;
	return CUDA_ERROR_INVALID_HANDLE;
}

/* Attribute N is 100 + N. */
FAKE_API CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                                       CUdevice device)
{
	(void)kernel;
	(void)device;
	*value = 100 + (int)attribute;
	return driver_check();
}

/* A launch of the function "slow" makes the file slow.begun, and goes on until there is a file
 * slow. */
static void await_end(const char *function)
{
	FILE *begun = function && strcmp(function, "slow") == 0 ? fopen("slow.begun", "w") : NULL;

	if (!begun)
		return;
	fclose(begun);
	while (access(function, F_OK))
		usleep(1000);
}

/* How long the kernel of a launch takes: each by FAKE_CUDA_GROW_NS longer than the one before. */
static unsigned long long kernel_ns(void)
{
	static atomic_int launches;
	const char *text = getenv("FAKE_CUDA_GROW_NS");
	const int before = atomic_fetch_add(&launches, 1);

	return FAKE_OPERATION_NS + (text ? strtoull(text, NULL, 10) * (unsigned)before : 0);
}

/* A launch by CALL with PARAMETERS, which are those of SHAPE. It ends with RESULT. */
static CUresult launch(const char *name, const void *parameters, const cuLaunchKernel_params *shape,
                       CUresult result)
{
	const char *function = (const char *)shape->f;
	uint64_t start = driver_now();
	struct fake_launch begun = {
		.call = name,
		.function = function,
		.parameters = parameters,
		.context = driver_newest_context(),
		.result = result,
	};

	if (driver_check())
		return driver_check();
	begun.correlation_id = driver_record(name, start);
	if (cupti.fake_launch_begins)
		cupti.fake_launch_begins(&begun);
	if (begun.passes)
		start = 0;
	else
		start += FAKE_CALL_NS;
	if (begun.result == CUDA_SUCCESS && !driver_is_capturing(shape->hStream)) {
		driver_statement("module profiled=1 bytes=1000");
		driver_statement(
		        "kernel name=%s start=%llu end=%llu corr=%u stream=%u grid=%u,%u,%u "
		        "block=%u,%u,%u dynamic_shared=%u",
		        function, (unsigned long long)start,
		        (unsigned long long)(start ? start + kernel_ns() : 0), begun.correlation_id,
		        driver_stream_id(shape->hStream), shape->gridDimX, shape->gridDimY,
		        shape->gridDimZ, shape->blockDimX, shape->blockDimY, shape->blockDimZ,
		        shape->sharedMemBytes);
	}
	await_end(function);
	if (cupti.fake_launch_ends)
		cupti.fake_launch_ends(&begun);
	return begun.result;
}

/* A launch of the function "fail" fails. */
static CUresult result_of(CUfunction function)
{
	return strcmp((const char *)function, "fail") == 0 ? CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
	                                                   : CUDA_SUCCESS;
}

FAKE_API CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                 unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                 void **arguments, void **extra)
{
	cuLaunchKernel_params params = {
		.f = function,
		.gridDimX = grid_x,
		.gridDimY = grid_y,
		.gridDimZ = grid_z,
		.blockDimX = block_x,
		.blockDimY = block_y,
		.blockDimZ = block_z,
		.sharedMemBytes = shared_bytes,
		.hStream = stream,
		.kernelParams = arguments,
		.extra = extra,
	};

	return launch("cuLaunchKernel", &params, &params, result_of(function));
}

FAKE_API CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                                   void **arguments, void **extra)
{
	cuLaunchKernelEx_params params = {
		.config = config,
		.f = function,
		.kernelParams = arguments,
		.extra = extra,
	};
	cuLaunchKernel_params shape = { .f = function };

	if (!config) /* refused, after the callback */
		return launch("cuLaunchKernelEx", &params, &shape, CUDA_ERROR_INVALID_VALUE);
	shape = (cuLaunchKernel_params){
		.f = function,
		.gridDimX = config->gridDimX,
		.gridDimY = config->gridDimY,
		.gridDimZ = config->gridDimZ,
		.blockDimX = config->blockDimX,
		.blockDimY = config->blockDimY,
		.blockDimZ = config->blockDimZ,
		.sharedMemBytes = config->sharedMemBytes,
		.hStream = config->hStream,
	};

	return launch("cuLaunchKernelEx", &params, &shape, result_of(function));
}
