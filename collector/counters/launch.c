/* SPDX-License-Identifier: MIT */
/* Reads the parameters of launches. Runs on the program's threads, in CUPTI's callbacks. */
#include "counters/launch.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include "host/clock.h"
#include "cupti/api.h"
#include "host/driver.h"

enum {
	POLL_US = 20,
	ARGUMENTS_MAX = 4096,
	ARGUMENT_BYTES_MAX = 32764, /* CUDA's limit */
};

static atomic_int captured; /* streams, now */

/* The parameters of a plain launch; those of the other calls begin like them. */
static void read_plain(struct launch *launch, const void *params)
{
	const cuLaunchCooperativeKernel_params *plain = params;

	launch->handle = plain->f;
	launch->stream = plain->hStream;
	launch->grid[0] = plain->gridDimX;
	launch->grid[1] = plain->gridDimY;
	launch->grid[2] = plain->gridDimZ;
	launch->block[0] = plain->blockDimX;
	launch->block[1] = plain->blockDimY;
	launch->block[2] = plain->blockDimZ;
	launch->dynamic_shared_bytes = plain->sharedMemBytes;
	launch->arguments = plain->kernelParams;
}

static void read_kernel(struct launch *launch, const void *params)
{
	read_plain(launch, params);
	launch->extra = ((const cuLaunchKernel_params *)params)->extra;
}

_Static_assert(offsetof(cuLaunchKernel_params, hStream) ==
                       offsetof(cuLaunchCooperativeKernel_params, hStream),
               "plain launches are laid out alike");
_Static_assert(offsetof(cuLaunchKernel_params, kernelParams) ==
                       offsetof(cuLaunchCooperativeKernel_params, kernelParams),
               "plain launches are laid out alike");

static void read_extended(struct launch *launch, const void *params)
{
	const cuLaunchKernelEx_params *extended = params;
	const CUlaunchConfig *config = extended->config;

	launch->handle = extended->f;
	launch->arguments = extended->kernelParams;
	launch->extra = extended->extra;
	if (!config) /* the driver refuses it, later */
		return;
	launch->stream = config->hStream;
	launch->grid[0] = config->gridDimX;
	launch->grid[1] = config->gridDimY;
	launch->grid[2] = config->gridDimZ;
	launch->block[0] = config->blockDimX;
	launch->block[1] = config->blockDimY;
	launch->block[2] = config->blockDimZ;
	launch->dynamic_shared_bytes = config->sharedMemBytes;
	for (unsigned i = 0; config->attrs && i < config->numAttrs; i++)
		if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
			launch->cluster[0] = config->attrs[i].value.clusterDim.x;
			launch->cluster[1] = config->attrs[i].value.clusterDim.y;
			launch->cluster[2] = config->attrs[i].value.clusterDim.z;
		}
}

static const struct {
	CUpti_CallbackId id;
	bool is_per_thread;
	void (*read)(struct launch *launch, const void *params);
} calls[] = {
	{ CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, false, read_kernel },
	{ CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz, true, read_kernel },
	{ CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel, false, read_plain },
	{ CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz, true, read_plain },
	{ CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx, false, read_extended },
	{ CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz, true, read_extended },
};

enum { CALLS = sizeof calls / sizeof *calls };

static const struct {
	CUpti_CallbackId id;
	int step;
} captures[] = {
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture, 1 },
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_ptsz, 1 },
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2, 1 },
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCapture_v2_ptsz, 1 },
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph, 1 },
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamBeginCaptureToGraph_ptsz, 1 },
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture, -1 },
	{ CUPTI_DRIVER_TRACE_CBID_cuStreamEndCapture_ptsz, -1 },
};

enum { CAPTURES = sizeof captures / sizeof *captures };

static const CUpti_CallbackId unloads[] = {
	CUPTI_DRIVER_TRACE_CBID_cuModuleUnload,
	CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload,
};

enum { UNLOADS = sizeof unloads / sizeof *unloads };

CUptiResult launch_callbacks(CUpti_SubscriberHandle subscriber, bool is_on)
{
	CUptiResult result = CUPTI_SUCCESS;

	for (int i = 0; i < CALLS && result == CUPTI_SUCCESS; i++)
		result = cupti_call_back(subscriber, calls[i].id, is_on);
	for (int i = 0; i < CAPTURES && result == CUPTI_SUCCESS; i++)
		result = cupti_call_back(subscriber, captures[i].id, is_on);
	for (int i = 0; i < UNLOADS && result == CUPTI_SUCCESS; i++)
		result = cupti_call_back(subscriber, unloads[i], is_on);
	return result;
}

uint64_t launch_grid_key(const struct launch *launch)
{
	const uint64_t words[] = {
		(uintptr_t)launch->handle,
		(uint64_t)launch->grid[0] << 32 | launch->grid[1],
		launch->grid[2],
	};
	const uint64_t odd = 0x9e3779b97f4a7c15; /* 2^64 / golden ratio */
	uint64_t key = odd;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		key = (key ^ words[i]) * odd;
		key ^= key >> 29;
	}
	return key ? key : 1;
}

bool launch_read(struct launch *launch, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
	for (int i = 0; i < CALLS; i++)
		if (calls[i].id == id) {
			*launch = (struct launch){
				.context = data->context,
				.correlation_id = data->correlationId,
				.function = data->symbolName,
				.is_per_thread = calls[i].is_per_thread,
			};
			calls[i].read(launch, data->functionParams);
			return true;
		}
	return false;
}

void launch_each_argument(const struct launch *launch,
                          void (*visit)(void *data, const void *argument, size_t bytes), void *data)
{
	const void *buffer = NULL;
	size_t bytes = 0, offset;

	for (size_t i = 0; launch->arguments && i < ARGUMENTS_MAX &&
	                   driver_argument(launch->handle, i, &offset, &bytes) == 0;
	     i++)
		visit(data, launch->arguments[i], bytes);
	bytes = 0;
	for (void *const *extra = launch->extra; extra && *extra != CU_LAUNCH_PARAM_END; extra += 2)
		if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
			buffer = extra[1];
		else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
			memcpy(&bytes, extra[1], sizeof bytes);
		else
			return;
	if (buffer && bytes <= ARGUMENT_BYTES_MAX)
		visit(data, buffer, bytes);
}

/* +1: the call ID begins to capture a stream, -1: it ends that; else 0. */
static int capture_step(CUpti_CallbackId id)
{
	for (int i = 0; i < CAPTURES; i++)
		if (captures[i].id == id)
			return captures[i].step;
	return 0;
}

bool launch_capture_begins(CUpti_CallbackId id, const CUpti_CallbackData *data)
{
	const int step = capture_step(id);
	CUresult result;

	if (!step)
		return false;
	if (data->callbackSite == CUPTI_API_ENTER) {
		if (step > 0)
			atomic_fetch_add(&captured, 1);
		return step > 0;
	}
	result = *(const CUresult *)data->functionReturnValue;
	if (step > 0 ? result != CUDA_SUCCESS
	             : result == CUDA_SUCCESS || result == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED ||
	                       result == CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
		atomic_fetch_sub(&captured, 1);
	return false;
}

bool launch_unloads(CUmodule *module, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
	const bool is_library = id == CUPTI_DRIVER_TRACE_CBID_cuLibraryUnload;

	if (data->callbackSite != CUPTI_API_ENTER ||
	    (!is_library && id != CUPTI_DRIVER_TRACE_CBID_cuModuleUnload))
		return false;
	*module = is_library ? NULL : ((const cuModuleUnload_params *)data->functionParams)->hmod;
	return true;
}

bool launch_is_any_captured(void)
{
	return atomic_load(&captured) > 0;
}

bool launch_is_captured(const struct launch *launch)
{
	return driver_is_capturing(launch->stream, launch->is_per_thread);
}

int launch_wait(const struct launch *launch, int64_t ms)
{
	const int64_t end_ms = clock_ms() + ms;
	int err;

	while ((err = driver_stream_state(launch->stream, launch->is_per_thread)) == -EBUSY &&
	       clock_ms() < end_ms)
		clock_sleep_us(POLL_US);
	return err;
}

int launch_await_idle(CUcontext context, CUevent *event, int64_t ms)
{
	struct clock_wait wait;
	int err = *event ? 0 : driver_event_new(event);

	if (!err)
		err = driver_record_context(context, *event);
	clock_wait_begin(&wait);
	while (!err && (err = driver_event_state(*event)) == -EBUSY) {
		if (clock_waited_ms(&wait) >= ms)
			break;
		err = 0;
		clock_sleep_us(POLL_US);
	}
	return err;
}
