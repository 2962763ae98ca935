/* SPDX-License-Identifier: MIT */
/* Contexts, which are their numbers. */
#include <cudaProfiler.h>

#include "libcuda.h"

static atomic_uint contexts;

static CUresult create_context(CUcontext *context, CUdevice device)
{
	unsigned id;

	if (driver_check())
		return driver_check();
	id = FAKE_CONTEXT_ID + contexts++;
	*context = (CUcontext)(uintptr_t)id;
	if (cupti.fake_context_created)
		cupti.fake_context_created(*context);
	driver_statement("device id=%d", device);
	driver_statement("context id=%u device=%d null_stream=%d", id, device, FAKE_NULL_STREAM_ID);
	driver_statement("stream ctx=%u id=%d flag=3", id, FAKE_NULL_STREAM_ID);
	if (cupti.fake_play)
		cupti.fake_play();
	return CUDA_SUCCESS;
}

CUcontext driver_newest_context(void)
{
	return (CUcontext)(uintptr_t)(FAKE_CONTEXT_ID + contexts - 1);
}

FAKE_API CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                              CUdevice device)
{
	(void)params;
	(void)flags;
	return create_context(context, device);
}

FAKE_API CUresult cuCtxDestroy(CUcontext context)
{
	if (driver_check())
		return driver_check();
	if (cupti.fake_context_destroyed)
		cupti.fake_context_destroyed(context);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
	return create_context(context, device);
}

FAKE_API CUresult cuCtxSetCurrent(CUcontext context)
{
	(void)context;
	return driver_check();
}

FAKE_API CUresult cuCtxSynchronize(void)
{
	uint64_t start = driver_now();
	unsigned id;

	if (driver_check())
		return driver_check();
	id = driver_record("cuCtxSynchronize", start);
	driver_statement("call cuCtxSynchronize corr=%u", id);
	driver_statement("sync type=4 start=%llu end=%llu corr=%u", (unsigned long long)start,
	                 (unsigned long long)start + FAKE_CALL_NS, id);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuProfilerStart(void)
{
	driver_statement("call cuProfilerStart corr=%u", ++driver_correlation_id);
	return driver_check();
}

FAKE_API CUresult cuProfilerStop(void)
{
	driver_statement("call cuProfilerStop corr=%u", ++driver_correlation_id);
	return driver_check();
}
