/* SPDX-License-Identifier: MIT */
/* Asks the driver for what is there. On the thread that begins a recording late. */
#include "session/inventory.h"

#include <stddef.h>
#include <string.h>

#include "cupti/api.h"
#include "host/driver.h"
#include "timeline/found.h"

enum { BITS_PER_BYTE = 8, DEVICES_MAX = 64 };

/* Members of a record of a device, and the driver's names for them. */
static const struct {
	size_t at; /* offset of a uint32_t */
	int attribute;
} members[] = {
#define MEMBER(member, attribute)                                                \
	{                                                                        \
		offsetof(device_record, member), CU_DEVICE_ATTRIBUTE_##attribute \
	}
	MEMBER(computeCapabilityMajor, COMPUTE_CAPABILITY_MAJOR),
	MEMBER(computeCapabilityMinor, COMPUTE_CAPABILITY_MINOR),
	MEMBER(numMultiprocessors, MULTIPROCESSOR_COUNT),
	MEMBER(coreClockRate, CLOCK_RATE),
	MEMBER(l2CacheSize, L2_CACHE_SIZE),
	MEMBER(numMemcpyEngines, ASYNC_ENGINE_COUNT),
	MEMBER(numThreadsPerWarp, WARP_SIZE),
	MEMBER(maxBlocksPerMultiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR),
	MEMBER(maxRegistersPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR),
	MEMBER(maxSharedMemoryPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR),
	MEMBER(maxThreadsPerBlock, MAX_THREADS_PER_BLOCK),
	MEMBER(maxRegistersPerBlock, MAX_REGISTERS_PER_BLOCK),
	MEMBER(maxSharedMemoryPerBlock, MAX_SHARED_MEMORY_PER_BLOCK),
	MEMBER(eccEnabled, ECC_ENABLED),
#undef MEMBER
};

/* 0 where the driver does not say. */
static uint32_t attribute(int ordinal, int name)
{
	int value = 0;

	return driver_attribute(ordinal, name, &value) == 0 && value > 0 ? (uint32_t)value : 0;
}

/* The names stay: as CUPTI's do. */
static const char *device_name(int ordinal)
{
	static char names[DEVICES_MAX][128];

	return driver_device_name(ordinal, names[ordinal], sizeof names[ordinal]) == 0
	               ? names[ordinal]
	               : "";
}

static void take_device(struct queue *queue, int ordinal)
{
	struct found_record *found = found_new(CUPTI_ACTIVITY_KIND_DEVICE);
	device_record *device;
	uint32_t threads_per_warp;

	if (!found)
		return;
	device = &found->record.device;
	device->id = (uint32_t)ordinal;
	device->name = device_name(ordinal);
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		const uint32_t value = attribute(ordinal, members[i].attribute);

		memcpy((char *)device + members[i].at, &value, sizeof value);
	}
	threads_per_warp = device->numThreadsPerWarp ? device->numThreadsPerWarp : 32;
	device->maxWarpsPerMultiprocessor =
	        attribute(ordinal, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR) /
	        threads_per_warp;
	/* kHz, two transfers each, and kB/s. */
	device->globalMemoryBandwidth =
	        (uint64_t)attribute(ordinal, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) * 2 *
	        attribute(ordinal, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH) / BITS_PER_BYTE;
	device->globalMemorySize = driver_device_memory(ordinal);
	driver_device_uuid(ordinal, &device->uuid);
	queue_push(queue, &found->item);
}

/* The null stream's number tells it from the others. */
static void take_null_stream(struct queue *queue, uint32_t context_id, uint32_t stream_id)
{
	struct found_record *found = found_new(CUPTI_ACTIVITY_KIND_STREAM);

	if (!found)
		return;
	found->record.stream.contextId = context_id;
	found->record.stream.streamId = stream_id;
	found->record.stream.flag = CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL;
	queue_push(queue, &found->item);
}

static void take_context(struct queue *queue, int ordinal)
{
	CUcontext context = driver_retain_primary(ordinal);
	struct found_record *found = NULL;
	uint32_t id = 0, null_stream = 0;

	if (!context)
		return;
	if (cupti.cuptiGetContextId(context, &id) == CUPTI_SUCCESS &&
	    cupti.cuptiGetStreamIdEx(context, CU_STREAM_LEGACY, 0, &null_stream) == CUPTI_SUCCESS)
		found = found_new(CUPTI_ACTIVITY_KIND_CONTEXT);
	driver_release_primary(ordinal);
	if (!found)
		return;
	found->record.context.contextId = id;
	found->record.context.deviceId = (uint32_t)ordinal;
	found->record.context.nullStreamId = null_stream;
	queue_push(queue, &found->item);
	take_null_stream(queue, id, null_stream);
}

void inventory_take(struct queue *queue)
{
	const int count = driver_device_count();

	for (int ordinal = 0; ordinal < count && ordinal < DEVICES_MAX; ordinal++) {
		take_device(queue, ordinal);
		take_context(queue, ordinal);
	}
}
