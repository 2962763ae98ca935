/* SPDX-License-Identifier: MIT */
/* Asks libcuda. Runs on any thread. */
#include "driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The function NAME of the loaded libcuda into *FUNCTION, which is a pointer to it; false: there is
 * none. */
static int find(const char *name, void *function)
{
	static _Atomic(void *) known; /* the program's own; RTLD_NOLOAD never loads one */
	void *library = known, *symbol;

	if (!library)
		known = library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
	symbol = library ? dlsym(library, name) : NULL;
	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

bool driver_function(const char *name, void *function)
{
	return find(name, function);
}

int driver_version(int *version)
{
	__typeof__(cuDriverGetVersion) *get_version;

	return find("cuDriverGetVersion", &get_version) && get_version(version) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_runtime_version(int *version)
{
	int (*get_version)(int *) = NULL; /* cudaRuntimeGetVersion(): returns cudaSuccess, 0 */
	void *symbol = dlsym(RTLD_DEFAULT, "cudaRuntimeGetVersion");

	memcpy(&get_version, &symbol, sizeof symbol);
	return get_version && get_version(version) == 0 ? 0 : -ENOSYS;
}

static int find_device(int ordinal, CUdevice *device)
{
	__typeof__(cuDeviceGet) *get;

	return find("cuDeviceGet", &get) && get(device, ordinal) == CUDA_SUCCESS;
}

int driver_attribute(int ordinal, int attribute, int *value)
{
	__typeof__(cuDeviceGetAttribute) *get;
	CUdevice device;

	return find_device(ordinal, &device) && find("cuDeviceGetAttribute", &get) &&
	                       get(value, (CUdevice_attribute)attribute, device) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_pci_bus_id(int ordinal, char *text, size_t bytes)
{
	__typeof__(cuDeviceGetPCIBusId) *get;
	CUdevice device;

	return find_device(ordinal, &device) && find("cuDeviceGetPCIBusId", &get) &&
	                       get(text, (int)bytes, device) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_gpu_name(int ordinal, char *text, size_t bytes)
{
	__typeof__(cuDeviceGetUuid) *get;
	CUdevice device;
	CUuuid uuid;

	/* _v2 tells the parts of one GPU apart. */
	if (!find_device(ordinal, &device) ||
	    !(find("cuDeviceGetUuid_v2", &get) || find("cuDeviceGetUuid", &get)) ||
	    get(&uuid, device) != CUDA_SUCCESS || bytes <= 2 * sizeof uuid.bytes)
		return -ENOSYS;
	for (size_t i = 0; i < sizeof uuid.bytes; i++)
		snprintf(text + 2 * i, bytes - 2 * i, "%02x", (unsigned char)uuid.bytes[i]);
	return 0;
}

int driver_function_attribute(int ordinal, CUfunction function, CUfunction_attribute attribute,
                              int *value)
{
	__typeof__(cuFuncGetAttribute) *of_function;
	__typeof__(cuKernelGetAttribute) *of_kernel;
	CUdevice device;

	if (find("cuFuncGetAttribute", &of_function) &&
	    of_function(value, attribute, function) == CUDA_SUCCESS)
		return 0;
	return find_device(ordinal, &device) && find("cuKernelGetAttribute", &of_kernel) &&
	                       of_kernel(value, attribute, (CUkernel)(void *)function, device) ==
	                               CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

bool driver_is_capturing(CUstream stream, bool is_per_thread)
{
	__typeof__(cuStreamIsCapturing) *is_capturing;
	CUstreamCaptureStatus status;

	return !find(is_per_thread ? "cuStreamIsCapturing_ptsz" : "cuStreamIsCapturing",
	             &is_capturing) ||
	       is_capturing(stream, &status) != CUDA_SUCCESS ||
	       status != CU_STREAM_CAPTURE_STATUS_NONE;
}

int driver_wait(CUstream stream, bool is_per_thread)
{
	__typeof__(cuStreamSynchronize) *synchronize;

	return find(is_per_thread ? "cuStreamSynchronize_ptsz" : "cuStreamSynchronize",
	            &synchronize) &&
	                       synchronize(stream) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

static int state_of(CUresult result)
{
	return result == CUDA_SUCCESS ? 0 : result == CUDA_ERROR_NOT_READY ? -EBUSY : -EIO;
}

int driver_stream_state(CUstream stream, bool is_per_thread)
{
	__typeof__(cuStreamQuery) *query;

	return find(is_per_thread ? "cuStreamQuery_ptsz" : "cuStreamQuery", &query)
	               ? state_of(query(stream))
	               : -ENOSYS;
}

int driver_event_new(CUevent *event)
{
	__typeof__(cuEventCreate) *create;

	return find("cuEventCreate", &create) &&
	                       create(event, CU_EVENT_DISABLE_TIMING) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_record_context(CUcontext context, CUevent event)
{
	__typeof__(cuCtxRecordEvent) *record;

	return find("cuCtxRecordEvent", &record) && record(context, event) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_event_state(CUevent event)
{
	__typeof__(cuEventQuery) *query;

	return find("cuEventQuery", &query) ? state_of(query(event)) : -ENOSYS;
}
