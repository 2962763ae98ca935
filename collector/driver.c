/* SPDX-License-Identifier: MIT */
/* Asks libcuda. Runs on the writer thread. */
#include "driver.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include <cuda.h>

/* The function NAME of the loaded libcuda into *FUNCTION, which is a pointer to it; false: there is
 * none. */
static int find(const char *name, void *function)
{
	static void *library; /* the program's own; RTLD_NOLOAD never loads one */
	void *symbol;

	if (!library)
		library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
	symbol = library ? dlsym(library, name) : NULL;
	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
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
