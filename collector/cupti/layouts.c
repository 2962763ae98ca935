/* SPDX-License-Identifier: MIT */
/* The table of layouts. */
#include "cupti/layouts.h"

enum { KINDS = 64 };

/*
 * From which API version on libcupti writes which layout: as the headers of CUDA 13 and NVIDIA's
 * release notes state it. Where neither does (Context3, Device5), the first version whose own
 * headers are known to have it (12.4 and 12.5, as Debian packages them): to take a layout for
 * shorter than it is costs a column, for longer, the truth.
 * CUDA 12.0 calls itself 18, like 11.8, whose soname is another.
 */
static const struct {
	CUpti_ActivityKind kind;
	uint32_t since;
	size_t bytes;
} layouts[] = {
	{ CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, 18, sizeof(CUpti_ActivityKernel9) },
	{ CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, 130000, sizeof(CUpti_ActivityKernel10) },
	{ CUPTI_ACTIVITY_KIND_MEMCPY, 18, sizeof(CUpti_ActivityMemcpy5) },
	{ CUPTI_ACTIVITY_KIND_MEMCPY, 26, sizeof(CUpti_ActivityMemcpy6) },
	{ CUPTI_ACTIVITY_KIND_MEMCPY2, 18, sizeof(CUpti_ActivityMemcpyPtoP4) },
	{ CUPTI_ACTIVITY_KIND_MEMSET, 18, sizeof(CUpti_ActivityMemset4) },
	/* GraphTrace2 adds where the last node ran. */
	{ CUPTI_ACTIVITY_KIND_GRAPH_TRACE, 18, sizeof(CUpti_ActivityGraphTrace) },
	{ CUPTI_ACTIVITY_KIND_RUNTIME, 18, sizeof(CUpti_ActivityAPI) },
	{ CUPTI_ACTIVITY_KIND_DRIVER, 18, sizeof(CUpti_ActivityAPI) },
	{ CUPTI_ACTIVITY_KIND_CUDA_EVENT, 18, sizeof(CUpti_ActivityCudaEvent) },
	{ CUPTI_ACTIVITY_KIND_CUDA_EVENT, 26, sizeof(CUpti_ActivityCudaEvent2) },
	{ CUPTI_ACTIVITY_KIND_STREAM, 18, sizeof(CUpti_ActivityStream) },
	{ CUPTI_ACTIVITY_KIND_CONTEXT, 18, sizeof(CUpti_ActivityContext) },
	/* Its last bytes are padding, where Context3 has a member. */
	{ CUPTI_ACTIVITY_KIND_CONTEXT, 22, offsetof(CUpti_ActivityContext2, isGreenContext) + 1 },
	{ CUPTI_ACTIVITY_KIND_CONTEXT, 23, sizeof(CUpti_ActivityContext3) },
	{ CUPTI_ACTIVITY_KIND_DEVICE, 18, sizeof(CUpti_ActivityDevice4) },
	{ CUPTI_ACTIVITY_KIND_DEVICE, 22, sizeof(CUpti_ActivityDevice5) },
	{ CUPTI_ACTIVITY_KIND_NVLINK, 18, sizeof(CUpti_ActivityNvLink4) },
	{ CUPTI_ACTIVITY_KIND_NVLINK, 130200, 0 }, /* "not backward compatible": not read */
	{ CUPTI_ACTIVITY_KIND_MEMORY2, 18, sizeof(CUpti_ActivityMemory3) },
	{ CUPTI_ACTIVITY_KIND_MEMORY2, 24, sizeof(CUpti_ActivityMemory4) },
	{ CUPTI_ACTIVITY_KIND_MARKER, 18, sizeof(CUpti_ActivityMarker2) },
	/* Counter3 adds a set of devices at its end. */
	{ CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER, 18,
	  sizeof(CUpti_ActivityUnifiedMemoryCounter2) },
	{ CUPTI_ACTIVITY_KIND_OVERHEAD, 18, sizeof(CUpti_ActivityOverhead) },
	{ CUPTI_ACTIVITY_KIND_OVERHEAD, 20, sizeof(CUpti_ActivityOverhead2) },
	{ CUPTI_ACTIVITY_KIND_OVERHEAD, 22, sizeof(CUpti_ActivityOverhead3) },
};

/* What one struct for all versions rests upon: all that is read lies at the same place in each. */
#define SAME(old, new, member)                                                       \
	_Static_assert(offsetof(old, member) == offsetof(new, member) &&             \
	                       sizeof((old *)0)->member == sizeof((new *)0)->member, \
	               #old " and " #new " agree on " #member)
#define SAME_KERNEL(member) SAME(CUpti_ActivityKernel9, kernel_record, member)
SAME_KERNEL(start);
SAME_KERNEL(end);
SAME_KERNEL(contextId);
SAME_KERNEL(streamId);
SAME_KERNEL(correlationId);
SAME_KERNEL(channelID);
SAME_KERNEL(graphId);
SAME_KERNEL(graphNodeId);
SAME_KERNEL(name);
SAME_KERNEL(gridX);
SAME_KERNEL(gridZ);
SAME_KERNEL(blockX);
SAME_KERNEL(blockZ);
SAME_KERNEL(clusterX);
SAME_KERNEL(clusterZ);
SAME_KERNEL(registersPerThread);
SAME_KERNEL(staticSharedMemory);
SAME_KERNEL(dynamicSharedMemory);
SAME_KERNEL(sharedMemoryExecuted);
SAME_KERNEL(isSharedMemoryCarveoutRequested);
SAME_KERNEL(sharedMemoryCarveoutRequested);
SAME_KERNEL(cacheConfig);
SAME_KERNEL(localMemoryPerThread);
SAME_KERNEL(shmemLimitConfig);

#define SAME_COPY(member) SAME(CUpti_ActivityMemcpy5, copy_record, member)
SAME_COPY(start);
SAME_COPY(end);
SAME_COPY(contextId);
SAME_COPY(streamId);
SAME_COPY(bytes);
SAME_COPY(copyKind);
SAME_COPY(srcKind);
SAME_COPY(dstKind);
SAME_COPY(flags);
SAME_COPY(correlationId);
SAME_COPY(channelID);
SAME_COPY(graphId);
SAME_COPY(graphNodeId);

SAME(CUpti_ActivityCudaEvent, event_record, correlationId);

SAME(CUpti_ActivityContext, context_record, contextId);
SAME(CUpti_ActivityContext, context_record, deviceId);
SAME(CUpti_ActivityContext, context_record, nullStreamId);
SAME(CUpti_ActivityContext2, context_record, isGreenContext);
SAME(CUpti_ActivityContext2, context_record, parentContextId);

#define SAME_DEVICE(member) SAME(CUpti_ActivityDevice4, device_record, member)
SAME_DEVICE(id);
SAME_DEVICE(name);
SAME_DEVICE(uuid);
SAME_DEVICE(computeCapabilityMajor);
SAME_DEVICE(computeCapabilityMinor);
SAME_DEVICE(numMultiprocessors);
SAME_DEVICE(coreClockRate);
SAME_DEVICE(globalMemoryBandwidth);
SAME_DEVICE(globalMemorySize);
SAME_DEVICE(l2CacheSize);
SAME_DEVICE(numMemcpyEngines);
SAME_DEVICE(numThreadsPerWarp);
SAME_DEVICE(maxWarpsPerMultiprocessor);
SAME_DEVICE(maxBlocksPerMultiprocessor);
SAME_DEVICE(maxRegistersPerMultiprocessor);
SAME_DEVICE(maxSharedMemoryPerMultiprocessor);
SAME_DEVICE(maxThreadsPerBlock);
SAME_DEVICE(maxRegistersPerBlock);
SAME_DEVICE(maxSharedMemoryPerBlock);
SAME_DEVICE(eccEnabled);
SAME_DEVICE(isMigEnabled);

#define SAME_ALLOCATION(member) SAME(CUpti_ActivityMemory3, allocation_record, member)
SAME_ALLOCATION(timestamp);
SAME_ALLOCATION(memoryOperationType);
SAME_ALLOCATION(memoryKind);
SAME_ALLOCATION(bytes);
SAME_ALLOCATION(address);
SAME_ALLOCATION(deviceId);
SAME_ALLOCATION(contextId);
SAME_ALLOCATION(streamId);
SAME_ALLOCATION(isAsync);
SAME_ALLOCATION(memoryPoolConfig.address);
SAME_ALLOCATION(correlationId);

#define SAME_GRAPH(member) SAME(CUpti_ActivityGraphTrace, graph_record, member)
SAME_GRAPH(correlationId);
SAME_GRAPH(start);
SAME_GRAPH(end);
SAME_GRAPH(graphId);
SAME_GRAPH(contextId);
SAME_GRAPH(streamId);

#define SAME_MIGRATION(member) SAME(CUpti_ActivityUnifiedMemoryCounter3, migration_record, member)
SAME_MIGRATION(counterKind);
SAME_MIGRATION(value);
SAME_MIGRATION(start);
SAME_MIGRATION(end);
SAME_MIGRATION(address);
SAME_MIGRATION(srcId);
SAME_MIGRATION(dstId);
SAME_MIGRATION(flags);

#define SAME_OVERHEAD(member) SAME(CUpti_ActivityOverhead, overhead_record, member)
SAME_OVERHEAD(overheadKind);
SAME_OVERHEAD(objectKind);
SAME_OVERHEAD(objectId);
SAME_OVERHEAD(start);
SAME_OVERHEAD(end);

static size_t bytes_of[KINDS];

void layouts_choose(uint32_t api_version)
{
	for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
		if (api_version >= layouts[i].since)
			bytes_of[layouts[i].kind] = layouts[i].bytes;
}

size_t layouts_bytes(CUpti_ActivityKind kind)
{
	return (unsigned)kind < KINDS ? bytes_of[kind] : 0;
}

bool layouts_reach(CUpti_ActivityKind kind, size_t bytes)
{
	return bytes <= layouts_bytes(kind);
}
