/* SPDX-License-Identifier: MIT */
/* The one device, and the driver's version. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cupti.h>

#include "libcuda.h"

/* With FAKE_RECORD_US it is recorded like others, and takes that long where it is. */
static void record_version_call(const char *record_us)
{
	const uint64_t start = driver_now();

	if (!cupti.fake_records_call ||
	    !cupti.fake_records_call(CUPTI_DRIVER_TRACE_CBID_cuDriverGetVersion))
		return;
	driver_record("cuDriverGetVersion", start);
	usleep((useconds_t)atoi(record_us));
}

FAKE_API CUresult cuDriverGetVersion(int *version)
{
	const char *text = getenv("FAKE_CUDA_VERSION"), *record_us = getenv("FAKE_RECORD_US");

	if (record_us)
		record_version_call(record_us);
	*version = text ? atoi(text) : 13000;
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuDeviceGetCount(int *count)
{
	*count = 1;
	return driver_check();
}

FAKE_API CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
	*device = ordinal;
	if (driver_check())
		return driver_check();
	return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

FAKE_API CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
	(void)device;
	snprintf(name, (size_t)length, "Fake GPU");
	return driver_check();
}

FAKE_API CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
	(void)device;
	*bytes = 150000000000;
	return driver_check();
}

/* Attribute N is 1000 + N, so that a mix-up shows. */
FAKE_API CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
	(void)device;
	*value = 1000 + (int)attribute;
	return driver_check();
}

FAKE_API CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
	(void)device;
	snprintf(id, (size_t)length, "0000:1B:00.0");
	return driver_check();
}

/* FAKE_GPU names one that several processes share; else each process has its own. */
FAKE_API CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
	const char *name = getenv("FAKE_GPU");

	memset(uuid, 0, sizeof *uuid);
	snprintf(uuid->bytes, sizeof uuid->bytes, "%s%ld.%d", name ? name : "",
	         name ? 0 : (long)getpid(), device);
	return driver_check();
}
