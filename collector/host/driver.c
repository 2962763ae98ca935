/* SPDX-License-Identifier: MIT */
/* Asks libcuda. Runs on any thread. */
#include "host/driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The program's own; NULL: it has loaded none. */
static void *library;
static const char *path; /* the loader's, as long as the library is loaded */

/* NULL: this driver has none. Looked up at the start: dlsym() waits for the loader's lock, which
 * may be held by a thread that waits for the one that asks. */
static struct {
	__typeof__(cuDriverGetVersion) *version;
	int (*runtime_version)(int *); /* cudaRuntimeGetVersion(): returns cudaSuccess, 0 */
	__typeof__(cuDeviceGet) *device;
	__typeof__(cuDeviceGetAttribute) *device_attribute;
	__typeof__(cuDeviceGetPCIBusId) *pci_bus_id;
	__typeof__(cuDeviceGetCount) *device_count;
	__typeof__(cuDeviceGetName) *device_name;
	__typeof__(cuDeviceTotalMem) *device_memory;
	__typeof__(cuDevicePrimaryCtxGetState) *primary_state;
	__typeof__(cuDevicePrimaryCtxRetain) *retain_primary;
	__typeof__(cuDevicePrimaryCtxRelease) *release_primary;
	__typeof__(cuDeviceGetUuid) *uuid, *part_uuid; /* the second tells parts of a GPU apart */
	__typeof__(cuFuncGetAttribute) *function_attribute;
	__typeof__(cuKernelGetAttribute) *kernel_attribute;
	__typeof__(cuFuncGetParamInfo) *function_argument;
	__typeof__(cuKernelGetParamInfo) *kernel_argument;
	__typeof__(cuFuncGetModule) *function_module;
	__typeof__(cuPointerGetAttribute) *pointer_attribute;
	__typeof__(cuMemGetInfo) *memory_info;
	__typeof__(cuStreamIsCapturing) *is_capturing, *is_capturing_ptsz;
	__typeof__(cuStreamQuery) *stream_query, *stream_query_ptsz;
	__typeof__(cuEventCreate) *event_create;
	__typeof__(cuEventQuery) *event_query;
	__typeof__(cuCtxRecordEvent) *record_context;
} driver;

static const struct {
	const char *name;
	void *function; /* a pointer to it */
} functions[] = {
	{ "cuDriverGetVersion", &driver.version },
	{ "cuDeviceGet", &driver.device },
	{ "cuDeviceGetAttribute", &driver.device_attribute },
	{ "cuDeviceGetPCIBusId", &driver.pci_bus_id },
	{ "cuDeviceGetCount", &driver.device_count },
	{ "cuDeviceGetName", &driver.device_name },
	{ "cuDeviceTotalMem_v2", &driver.device_memory },
	{ "cuDevicePrimaryCtxGetState", &driver.primary_state },
	{ "cuDevicePrimaryCtxRetain", &driver.retain_primary },
	{ "cuDevicePrimaryCtxRelease_v2", &driver.release_primary },
	{ "cuDeviceGetUuid", &driver.uuid },
	{ "cuDeviceGetUuid_v2", &driver.part_uuid },
	{ "cuFuncGetAttribute", &driver.function_attribute },
	{ "cuKernelGetAttribute", &driver.kernel_attribute },
	{ "cuFuncGetParamInfo", &driver.function_argument },
	{ "cuKernelGetParamInfo", &driver.kernel_argument },
	{ "cuFuncGetModule", &driver.function_module },
	{ "cuPointerGetAttribute", &driver.pointer_attribute },
	{ "cuMemGetInfo_v2", &driver.memory_info },
	{ "cuStreamIsCapturing", &driver.is_capturing },
	{ "cuStreamIsCapturing_ptsz", &driver.is_capturing_ptsz },
	{ "cuStreamQuery", &driver.stream_query },
	{ "cuStreamQuery_ptsz", &driver.stream_query_ptsz },
	{ "cuEventCreate", &driver.event_create },
	{ "cuEventQuery", &driver.event_query },
	{ "cuCtxRecordEvent", &driver.record_context },
};

void driver_init(void)
{
	void *symbol = dlsym(RTLD_DEFAULT, "cudaRuntimeGetVersion");
	Dl_info found;

	memcpy(&driver.runtime_version, &symbol, sizeof symbol);
	library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		driver_function(functions[i].name, functions[i].function);
	memcpy(&symbol, &driver.version, sizeof symbol);
	path = symbol && dladdr(symbol, &found) ? found.dli_fname : NULL;
}

bool driver_function(const char *name, void *function)
{
	void *symbol = library ? dlsym(library, name) : NULL;

	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

const char *driver_path(void)
{
	return path;
}

int driver_version(int *version)
{
	return driver.version && driver.version(version) == CUDA_SUCCESS ? 0 : -ENOSYS;
}

int driver_runtime_version(int *version)
{
	return driver.runtime_version && driver.runtime_version(version) == 0 ? 0 : -ENOSYS;
}

static bool find_device(int ordinal, CUdevice *device)
{
	return driver.device && driver.device(device, ordinal) == CUDA_SUCCESS;
}

int driver_attribute(int ordinal, int attribute, int *value)
{
	CUdevice device;

	return find_device(ordinal, &device) && driver.device_attribute &&
	                       driver.device_attribute(value, (CUdevice_attribute)attribute,
	                                               device) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_pci_bus_id(int ordinal, char *text, size_t bytes)
{
	CUdevice device;

	return find_device(ordinal, &device) && driver.pci_bus_id &&
	                       driver.pci_bus_id(text, (int)bytes, device) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_device_count(void)
{
	int count = 0;

	return driver.device_count && driver.device_count(&count) == CUDA_SUCCESS ? count : 0;
}

int driver_device_name(int ordinal, char *text, size_t bytes)
{
	CUdevice device;

	return find_device(ordinal, &device) && driver.device_name &&
	                       driver.device_name(text, (int)bytes, device) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

uint64_t driver_device_memory(int ordinal)
{
	CUdevice device;
	size_t bytes = 0;

	return find_device(ordinal, &device) && driver.device_memory &&
	                       driver.device_memory(&bytes, device) == CUDA_SUCCESS
	               ? bytes
	               : 0;
}

int driver_device_uuid(int ordinal, CUuuid *uuid)
{
	__typeof__(cuDeviceGetUuid) *get = driver.part_uuid ? driver.part_uuid : driver.uuid;
	CUdevice device;

	return find_device(ordinal, &device) && get && get(uuid, device) == CUDA_SUCCESS ? 0
	                                                                                 : -ENOSYS;
}

CUcontext driver_retain_primary(int ordinal)
{
	CUcontext context = NULL;
	unsigned flags;
	CUdevice device;
	int is_active = 0;

	if (!driver.primary_state || !driver.retain_primary || !driver.release_primary ||
	    !find_device(ordinal, &device) ||
	    driver.primary_state(device, &flags, &is_active) != CUDA_SUCCESS || !is_active)
		return NULL;
	return driver.retain_primary(&context, device) == CUDA_SUCCESS ? context : NULL;
}

void driver_release_primary(int ordinal)
{
	CUdevice device;

	if (find_device(ordinal, &device))
		driver.release_primary(device);
}

int driver_gpu_name(int ordinal, char *text, size_t bytes)
{
	CUuuid uuid;

	if (driver_device_uuid(ordinal, &uuid) || bytes <= 2 * sizeof uuid.bytes)
		return -ENOSYS;
	for (size_t i = 0; i < sizeof uuid.bytes; i++)
		snprintf(text + 2 * i, bytes - 2 * i, "%02x", (unsigned char)uuid.bytes[i]);
	return 0;
}

int driver_function_attribute(int ordinal, CUfunction function, CUfunction_attribute attribute,
                              int *value)
{
	CUdevice device;

	if (driver.function_attribute &&
	    driver.function_attribute(value, attribute, function) == CUDA_SUCCESS)
		return 0;
	return find_device(ordinal, &device) && driver.kernel_attribute &&
	                       driver.kernel_attribute(value, attribute, (CUkernel)(void *)function,
	                                               device) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_argument(CUfunction function, size_t number, size_t *offset, size_t *bytes)
{
	if (driver.function_argument &&
	    driver.function_argument(function, number, offset, bytes) == CUDA_SUCCESS)
		return 0;
	return driver.kernel_argument && driver.kernel_argument((CUkernel)(void *)function, number,
	                                                        offset, bytes) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

CUmodule driver_module(CUfunction function)
{
	CUmodule module = NULL;

	return driver.function_module && driver.function_module(&module, function) == CUDA_SUCCESS
	               ? module
	               : NULL;
}

enum driver_memory driver_memory(uint64_t address)
{
	unsigned is_managed = 0;
	CUmemorytype type = 0;

	if (!driver.pointer_attribute ||
	    driver.pointer_attribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
	                             (CUdeviceptr)address) != CUDA_SUCCESS)
		return MEMORY_OTHER;
	if (driver.pointer_attribute(&is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED,
	                             (CUdeviceptr)address) == CUDA_SUCCESS &&
	    is_managed)
		return MEMORY_MANAGED;
	return type == CU_MEMORYTYPE_HOST ? MEMORY_OF_HOST : MEMORY_OTHER;
}

bool driver_has_room_for_copy(void)
{
	size_t free_bytes, all_bytes;

	return !driver.memory_info || driver.memory_info(&free_bytes, &all_bytes) != CUDA_SUCCESS ||
	       all_bytes - free_bytes <= free_bytes;
}

bool driver_is_capturing(CUstream stream, bool is_per_thread)
{
	__typeof__(cuStreamIsCapturing) *ask =
	        is_per_thread ? driver.is_capturing_ptsz : driver.is_capturing;
	CUstreamCaptureStatus status;

	return !ask || ask(stream, &status) != CUDA_SUCCESS ||
	       status != CU_STREAM_CAPTURE_STATUS_NONE;
}

static int state_of(CUresult result)
{
	return result == CUDA_SUCCESS ? 0 : result == CUDA_ERROR_NOT_READY ? -EBUSY : -EIO;
}

int driver_stream_state(CUstream stream, bool is_per_thread)
{
	__typeof__(cuStreamQuery) *query =
	        is_per_thread ? driver.stream_query_ptsz : driver.stream_query;

	return query ? state_of(query(stream)) : -ENOSYS;
}

int driver_event_new(CUevent *event)
{
	return driver.event_create &&
	                       driver.event_create(event, CU_EVENT_DISABLE_TIMING) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_record_context(CUcontext context, CUevent event)
{
	return driver.record_context && driver.record_context(context, event) == CUDA_SUCCESS
	               ? 0
	               : -ENOSYS;
}

int driver_event_state(CUevent event)
{
	return driver.event_query ? state_of(driver.event_query(event)) : -ENOSYS;
}
