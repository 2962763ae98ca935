/* SPDX-License-Identifier: MIT */
/* Memory, and copies. */
#include "libcuda.h"

enum { DEVICE_MIB = 16384 };

static atomic_uint allocations;
static atomic_size_t allocated; /* bytes, freed ones included */

/* An address below 4096 is none. What is in memory its address says: 1 << 20 and up is of the host,
 * 2 << 20 managed, 3 << 20 the device's. */
FAKE_API CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute,
                                        CUdeviceptr address)
{
	const unsigned part = (unsigned)(address >> 20);

	if (!part || part > 3)
		return CUDA_ERROR_INVALID_VALUE;
	if (attribute == CU_POINTER_ATTRIBUTE_IS_MANAGED)
		*(unsigned *)data = part == 2;
	else
		*(CUmemorytype *)data = part == 1 ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
	return driver_check();
}

FAKE_API CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
	uint64_t start = driver_now();

	if (driver_check())
		return driver_check();
	allocated += bytes;
	*address = 0x700000000000 + 0x1000000ull * allocations++;
	driver_statement("memory op=1 address=%llu bytes=%zu time=%llu corr=%u",
	                 (unsigned long long)*address, bytes, (unsigned long long)start,
	                 driver_record("cuMemAlloc_v2", start));
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuMemGetInfo(size_t *free_bytes, size_t *all_bytes)
{
	*all_bytes = (size_t)DEVICE_MIB << 20;
	*free_bytes = *all_bytes - allocated;
	return driver_check();
}

FAKE_API CUresult cuMemFree(CUdeviceptr address)
{
	uint64_t start = driver_now();

	if (driver_check())
		return driver_check();
	driver_statement("memory op=2 address=%llu time=%llu corr=%u", (unsigned long long)address,
	                 (unsigned long long)start, driver_record("cuMemFree_v2", start));
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
	uint64_t start = driver_now();

	(void)to;
	(void)from;
	if (driver_check())
		return driver_check();
	driver_statement(
	        "copy copy_kind=1 src=1 dst=3 flags=1 bytes=%zu stream=%u start=%llu end=%llu "
	        "corr=%u",
	        bytes, driver_stream_id(stream), (unsigned long long)start + FAKE_CALL_NS,
	        (unsigned long long)start + FAKE_CALL_NS + FAKE_OPERATION_NS,
	        driver_record("cuMemcpyHtoDAsync_v2", start));
	return CUDA_SUCCESS;
}
