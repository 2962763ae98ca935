/* SPDX-License-Identifier: MIT */
/* The table of records. Constant data. */
#include "record.h"

#include <string.h>

#include "script/script.h"

#define FIELDS_OF(type, name) (sizeof((type *)0)->name)
#define NUMBER(type, text, member, preset)                                                     \
	{                                                                                      \
		text, offsetof(type, member), FIELDS_OF(type, member), 1, FIELD_NUMBER, preset \
	}
#define TRIPLE(type, text, member, preset)                                                     \
	{                                                                                      \
		text, offsetof(type, member), FIELDS_OF(type, member), 3, FIELD_NUMBER, preset \
	}
#define OTHER(type, text, member, what, preset)                                        \
	{                                                                              \
		text, offsetof(type, member), FIELDS_OF(type, member), 1, what, preset \
	}
#define END                  \
	{                    \
		.name = NULL \
	}

#define KERNEL(text, member, preset) NUMBER(CUpti_ActivityKernel10, text, member, preset)
static const struct field kernel_fields[] = {
	KERNEL("start", start, NULL),
	KERNEL("end", end, NULL),
	KERNEL("device", deviceId, NULL),
	KERNEL("ctx", contextId, "1"),
	KERNEL("stream", streamId, "7"),
	KERNEL("corr", correlationId, NULL),
	OTHER(CUpti_ActivityKernel10, "name", name, FIELD_TEXT, "kernel"),
	TRIPLE(CUpti_ActivityKernel10, "grid", gridX, "1,1,1"),
	TRIPLE(CUpti_ActivityKernel10, "block", blockX, "32,1,1"),
	TRIPLE(CUpti_ActivityKernel10, "cluster", clusterX, "0,0,0"),
	KERNEL("regs", registersPerThread, "16"),
	KERNEL("static_shared", staticSharedMemory, NULL),
	KERNEL("dynamic_shared", dynamicSharedMemory, NULL),
	KERNEL("shared_executed", sharedMemoryExecuted, NULL),
	KERNEL("carveout_requested", isSharedMemoryCarveoutRequested, NULL),
	KERNEL("carveout", sharedMemoryCarveoutRequested, NULL),
	KERNEL("cache", cacheConfig.both, NULL),
	KERNEL("local", localMemoryPerThread, NULL),
	KERNEL("local_total", localMemoryTotal_v2, NULL),
	KERNEL("optin", shmemLimitConfig, NULL),
	KERNEL("channel", channelID, NULL),
	KERNEL("channel_type", channelType, "1"),
	KERNEL("graph", graphId, NULL),
	KERNEL("graph_node", graphNodeId, NULL),
	KERNEL("grid_id", gridId, NULL),
	KERNEL("queued", queued, NULL),
	KERNEL("submitted", submitted, NULL),
	KERNEL("completed", completed, NULL),
	KERNEL("launch_type", launchType, NULL),
	KERNEL("max_active_clusters", maxActiveClusters, NULL),
	KERNEL("device_launched", isDeviceLaunched, NULL),
	KERNEL("kind", kind, NULL),
	END
};

#define GRAPH(text, member, preset) NUMBER(CUpti_ActivityGraphTrace2, text, member, preset)
static const struct field graph_fields[] = { GRAPH("start", start, NULL),
	                                     GRAPH("end", end, NULL),
	                                     GRAPH("device", deviceId, NULL),
	                                     GRAPH("ctx", contextId, "1"),
	                                     GRAPH("stream", streamId, "7"),
	                                     GRAPH("corr", correlationId, NULL),
	                                     GRAPH("graph", graphId, NULL),
	                                     GRAPH("end_device", endDeviceId, NULL),
	                                     GRAPH("end_ctx", endContextId, "1"),
	                                     GRAPH("kind", kind, NULL),
	                                     END };

#define COPY(text, member, preset) NUMBER(CUpti_ActivityMemcpy6, text, member, preset)
static const struct field copy_fields[] = { COPY("start", start, NULL),
	                                    COPY("end", end, NULL),
	                                    COPY("device", deviceId, NULL),
	                                    COPY("ctx", contextId, "1"),
	                                    COPY("stream", streamId, "7"),
	                                    COPY("corr", correlationId, NULL),
	                                    COPY("runtime_corr", runtimeCorrelationId, NULL),
	                                    COPY("bytes", bytes, NULL),
	                                    COPY("copy_kind", copyKind, "1"),
	                                    COPY("src", srcKind, "2"),
	                                    COPY("dst", dstKind, "3"),
	                                    COPY("flags", flags, NULL),
	                                    COPY("channel", channelID, NULL),
	                                    COPY("channel_type", channelType, "2"),
	                                    COPY("graph", graphId, NULL),
	                                    COPY("graph_node", graphNodeId, NULL),
	                                    COPY("copies", copyCount, NULL),
	                                    COPY("device_launched", isDeviceLaunched, NULL),
	                                    COPY("kind", kind, NULL),
	                                    END };

#define PEER(text, member, preset) NUMBER(CUpti_ActivityMemcpyPtoP4, text, member, preset)
static const struct field peer_fields[] = { PEER("start", start, NULL),
	                                    PEER("end", end, NULL),
	                                    PEER("device", deviceId, NULL),
	                                    PEER("ctx", contextId, "1"),
	                                    PEER("stream", streamId, "7"),
	                                    PEER("corr", correlationId, NULL),
	                                    PEER("bytes", bytes, NULL),
	                                    PEER("copy_kind", copyKind, "10"),
	                                    PEER("src", srcKind, "3"),
	                                    PEER("dst", dstKind, "3"),
	                                    PEER("flags", flags, NULL),
	                                    PEER("src_device", srcDeviceId, NULL),
	                                    PEER("src_ctx", srcContextId, NULL),
	                                    PEER("dst_device", dstDeviceId, NULL),
	                                    PEER("dst_ctx", dstContextId, NULL),
	                                    PEER("channel", channelID, NULL),
	                                    PEER("channel_type", channelType, "2"),
	                                    PEER("graph", graphId, NULL),
	                                    PEER("graph_node", graphNodeId, NULL),
	                                    PEER("kind", kind, NULL),
	                                    END };

#define FILL(text, member, preset) NUMBER(CUpti_ActivityMemset4, text, member, preset)
static const struct field fill_fields[] = { FILL("start", start, NULL),
	                                    FILL("end", end, NULL),
	                                    FILL("device", deviceId, NULL),
	                                    FILL("ctx", contextId, "1"),
	                                    FILL("stream", streamId, "7"),
	                                    FILL("corr", correlationId, NULL),
	                                    FILL("bytes", bytes, NULL),
	                                    FILL("value", value, NULL),
	                                    FILL("memory", memoryKind, "3"),
	                                    FILL("flags", flags, NULL),
	                                    FILL("channel", channelID, NULL),
	                                    FILL("channel_type", channelType, "1"),
	                                    FILL("graph", graphId, NULL),
	                                    FILL("graph_node", graphNodeId, NULL),
	                                    FILL("device_launched", isDeviceLaunched, NULL),
	                                    FILL("kind", kind, NULL),
	                                    END };

#define CALL(text, member, preset) NUMBER(CUpti_ActivityAPI, text, member, preset)
#define CALL_FIELDS(what, preset)                                                               \
	CALL("start", start, NULL), CALL("end", end, NULL), CALL("pid", processId, "pid"),      \
	        CALL("thread", threadId, "tid"), CALL("corr", correlationId, NULL),             \
	        CALL("result", returnValue, NULL),                                              \
	        OTHER(CUpti_ActivityAPI, "cbid", cbid, what, preset), CALL("kind", kind, NULL), \
	        END
static const struct field runtime_fields[] = { CALL_FIELDS(FIELD_RUNTIME_CALL,
	                                                   "cudaLaunchKernel_v7000") };
static const struct field driver_fields[] = { CALL_FIELDS(FIELD_DRIVER_CALL, "cuLaunchKernel") };

#define SYNC(text, member, preset) NUMBER(CUpti_ActivitySynchronization2, text, member, preset)
static const struct field sync_fields[] = {
	SYNC("start", start, NULL),
	SYNC("end", end, NULL),
	SYNC("type", type, "4"),
	SYNC("corr", correlationId, NULL),
	SYNC("ctx", contextId, "1"),
	SYNC("stream", streamId, "0xffffffff"), /* CUPTI_SYNCHRONIZATION_INVALID_VALUE */
	SYNC("event", cudaEventId, "0xffffffff"),
	SYNC("sync", cudaEventSyncId, NULL),
	SYNC("result", returnValue, NULL),
	SYNC("kind", kind, NULL),
	END
};

#define EVENT(text, member, preset) NUMBER(CUpti_ActivityCudaEvent2, text, member, preset)
static const struct field event_fields[] = { EVENT("device", deviceId, NULL),
	                                     EVENT("ctx", contextId, "1"),
	                                     EVENT("stream", streamId, "7"),
	                                     EVENT("corr", correlationId, NULL),
	                                     EVENT("event", eventId, NULL),
	                                     EVENT("sync", cudaEventSyncId, NULL),
	                                     EVENT("time", deviceTimestamp, NULL),
	                                     EVENT("kind", kind, NULL),
	                                     END };

#define STREAM(text, member, preset) NUMBER(CUpti_ActivityStream, text, member, preset)
static const struct field stream_fields[] = { STREAM("ctx", contextId, "1"),
	                                      STREAM("id", streamId, NULL),
	                                      STREAM("priority", priority, NULL),
	                                      STREAM("flag", flag, "1"),
	                                      STREAM("corr", correlationId, NULL),
	                                      STREAM("kind", kind, NULL),
	                                      END };

#define CONTEXT(text, member, preset) NUMBER(CUpti_ActivityContext3, text, member, preset)
static const struct field context_fields[] = { CONTEXT("id", contextId, "1"),
	                                       CONTEXT("device", deviceId, NULL),
	                                       CONTEXT("api", computeApiKind, "1"),
	                                       CONTEXT("null_stream", nullStreamId, "7"),
	                                       CONTEXT("parent", parentContextId, NULL),
	                                       CONTEXT("green", isGreenContext, NULL),
	                                       CONTEXT("sms", numMultiprocessors, NULL),
	                                       CONTEXT("kind", kind, NULL),
	                                       END };

/* Presets are a made-up GPU: no value is that of another field, so that a mix-up shows. */
#define DEVICE(text, member, preset) NUMBER(CUpti_ActivityDevice5, text, member, preset)
static const struct field device_fields[] = {
	DEVICE("id", id, NULL),
	OTHER(CUpti_ActivityDevice5, "name", name, FIELD_TEXT, "Fake GPU"),
	OTHER(CUpti_ActivityDevice5, "uuid", uuid, FIELD_BYTES, "000102030405060708090a0b0c0d0e0f"),
	DEVICE("flags", flags, "1"),
	DEVICE("bandwidth", globalMemoryBandwidth, "4000000"), /* kB/s */
	DEVICE("memory", globalMemorySize, "150000000000"),
	DEVICE("constant", constantMemorySize, "65536"),
	DEVICE("l2", l2CacheSize, "62914560"),
	DEVICE("warp", numThreadsPerWarp, "32"),
	DEVICE("clock", coreClockRate, "1980000"),
	DEVICE("copy_engines", numMemcpyEngines, "3"),
	DEVICE("sms", numMultiprocessors, "132"),
	DEVICE("max_warps", maxWarpsPerMultiprocessor, "64"),
	DEVICE("max_blocks", maxBlocksPerMultiprocessor, "31"),
	DEVICE("max_shared", maxSharedMemoryPerMultiprocessor, "233472"),
	DEVICE("max_registers", maxRegistersPerMultiprocessor, "65537"),
	DEVICE("block_registers", maxRegistersPerBlock, "65538"),
	DEVICE("block_shared", maxSharedMemoryPerBlock, "49152"),
	DEVICE("block_threads", maxThreadsPerBlock, "1024"),
	TRIPLE(CUpti_ActivityDevice5, "max_block", maxBlockDimX, "1024,1024,63"),
	TRIPLE(CUpti_ActivityDevice5, "max_grid", maxGridDimX, "2147483647,65535,65535"),
	DEVICE("major", computeCapabilityMajor, "9"),
	DEVICE("minor", computeCapabilityMinor, "5"),
	DEVICE("ecc", eccEnabled, "1"),
	DEVICE("visible", isCudaVisible, "1"),
	DEVICE("mig", isMigEnabled, NULL),
	DEVICE("gpu_instance", gpuInstanceId, NULL),
	DEVICE("compute_instance", computeInstanceId, NULL),
	OTHER(CUpti_ActivityDevice5, "mig_uuid", migUuid, FIELD_BYTES, NULL),
	DEVICE("kind", kind, NULL),
	END
};

#define NVLINK(text, member, preset) NUMBER(CUpti_ActivityNvLink4, text, member, preset)
static const struct field nvlink_fields[] = {
	NVLINK("type0", typeDev0, "1"), /* a GPU */
	NVLINK("type1", typeDev1, "1"),
	OTHER(CUpti_ActivityNvLink4, "uuid0", idDev0.uuidDev, FIELD_BYTES, NULL),
	OTHER(CUpti_ActivityNvLink4, "uuid1", idDev1.uuidDev, FIELD_BYTES, NULL),
	NVLINK("flags", flag, "10"), /* access, atomics */
	NVLINK("links", physicalNvLinkCount, "18"),
	NVLINK("bandwidth", bandwidth, "849960000"), /* kB/s */
	NVLINK("switched", nvswitchConnected, "1"),
	NVLINK("kind", kind, NULL),
	END,
};

#define MEMORY(text, member, preset) NUMBER(CUpti_ActivityMemory4, text, member, preset)
static const struct field memory_fields[] = {
	MEMORY("op", memoryOperationType, "1"),
	MEMORY("memory", memoryKind, "3"),
	MEMORY("corr", correlationId, NULL),
	MEMORY("address", address, NULL),
	MEMORY("bytes", bytes, NULL),
	MEMORY("time", timestamp, NULL),
	MEMORY("pc", PC, NULL),
	MEMORY("pid", processId, "pid"),
	MEMORY("device", deviceId, NULL),
	MEMORY("ctx", contextId, "1"),
	MEMORY("stream", streamId, NULL),
	OTHER(CUpti_ActivityMemory4, "name", name, FIELD_TEXT, NULL),
	MEMORY("async", isAsync, NULL),
	MEMORY("pool_type", memoryPoolConfig.memoryPoolType, NULL),
	MEMORY("pool", memoryPoolConfig.address, NULL),
	OTHER(CUpti_ActivityMemory4, "source", source, FIELD_TEXT, NULL),
	MEMORY("kind", kind, NULL),
	END
};

#define MARKER(text, member, preset) NUMBER(CUpti_ActivityMarker2, text, member, preset)
static const struct field marker_fields[] = {
	MARKER("time", timestamp, NULL),
	MARKER("flags", flags, NULL), /* 1 mark, 2 start, 4 end */
	MARKER("id", id, NULL),
	MARKER("object", objectKind, "2"),
	MARKER("pid", objectId.pt.processId, "pid"),
	MARKER("thread", objectId.pt.threadId, "tid"),
	OTHER(CUpti_ActivityMarker2, "name", name, FIELD_TEXT, NULL),
	OTHER(CUpti_ActivityMarker2, "domain", domain, FIELD_TEXT, NULL),
	MARKER("kind", kind, NULL),
	END
};

#define OVERHEAD(text, member, preset) NUMBER(CUpti_ActivityOverhead3, text, member, preset)
static const struct field overhead_fields[] = { OVERHEAD("start", start, NULL),
	                                        OVERHEAD("end", end, NULL),
	                                        OVERHEAD("type", overheadKind, "65536"),
	                                        OVERHEAD("object", objectKind, "2"),
	                                        OVERHEAD("pid", objectId.pt.processId, "pid"),
	                                        OVERHEAD("thread", objectId.pt.threadId, "tid"),
	                                        OVERHEAD("corr", correlationId, NULL),
	                                        OVERHEAD("kind", kind, NULL),
	                                        END };

#define MIGRATION(text, member, preset) \
	NUMBER(CUpti_ActivityUnifiedMemoryCounter3, text, member, preset)
static const struct field migration_fields[] = {
	MIGRATION("what", counterKind, "1"), /* 1 to the device, 2 to the host, 4 faults ... */
	MIGRATION("value", value, NULL),
	MIGRATION("start", start, NULL),
	MIGRATION("end", end, NULL),
	MIGRATION("address", address, NULL),
	MIGRATION("src", srcId, NULL),
	MIGRATION("dst", dstId, NULL),
	MIGRATION("stream", streamId, NULL),
	MIGRATION("pid", processId, "pid"),
	MIGRATION("flags", flags, NULL),
	MIGRATION("kind", kind, NULL),
	END
};

static const struct field function_fields[] = {
	NUMBER(CUpti_ActivityFunction, "index", functionIndex, NULL), END
};

/* A record of a kind that the client does not know; CUPTI steps over it by its size, here 24
 * bytes. */
struct unknown_record {
	CUpti_ActivityKind kind;
	uint32_t pad;
	uint64_t content[2];
};

static const struct field unknown_fields[] = {
	{ "kind", offsetof(struct unknown_record, kind), 4, 1, FIELD_NUMBER, NULL }, END
};

const struct record_type record_types[] = {
	{ "kernel",
	  CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
	  sizeof(CUpti_ActivityKernel10),
	  kernel_fields,
	  { "start", "end" } },
	{ "graph",
	  CUPTI_ACTIVITY_KIND_GRAPH_TRACE,
	  sizeof(CUpti_ActivityGraphTrace2),
	  graph_fields,
	  { "start", "end" } },
	{ "copy",
	  CUPTI_ACTIVITY_KIND_MEMCPY,
	  sizeof(CUpti_ActivityMemcpy6),
	  copy_fields,
	  { "start", "end" } },
	{ "peer",
	  CUPTI_ACTIVITY_KIND_MEMCPY2,
	  sizeof(CUpti_ActivityMemcpyPtoP4),
	  peer_fields,
	  { "start", "end" } },
	{ "fill",
	  CUPTI_ACTIVITY_KIND_MEMSET,
	  sizeof(CUpti_ActivityMemset4),
	  fill_fields,
	  { "start", "end" } },
	{ "runtime",
	  CUPTI_ACTIVITY_KIND_RUNTIME,
	  sizeof(CUpti_ActivityAPI),
	  runtime_fields,
	  { "start", "end" } },
	{ "driver",
	  CUPTI_ACTIVITY_KIND_DRIVER,
	  sizeof(CUpti_ActivityAPI),
	  driver_fields,
	  { "start", "end" } },
	{ "sync",
	  CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
	  sizeof(CUpti_ActivitySynchronization2),
	  sync_fields,
	  { "start", "end" } },
	{ "event",
	  CUPTI_ACTIVITY_KIND_CUDA_EVENT,
	  sizeof(CUpti_ActivityCudaEvent2),
	  event_fields,
	  { "time" } },
	{ "stream",
	  CUPTI_ACTIVITY_KIND_STREAM,
	  sizeof(CUpti_ActivityStream),
	  stream_fields,
	  { NULL } },
	{ "context",
	  CUPTI_ACTIVITY_KIND_CONTEXT,
	  sizeof(CUpti_ActivityContext3),
	  context_fields,
	  { NULL } },
	{ "device",
	  CUPTI_ACTIVITY_KIND_DEVICE,
	  sizeof(CUpti_ActivityDevice5),
	  device_fields,
	  { NULL } },
	{ "nvlink",
	  CUPTI_ACTIVITY_KIND_NVLINK,
	  sizeof(CUpti_ActivityNvLink4),
	  nvlink_fields,
	  { NULL } },
	{ "memory",
	  CUPTI_ACTIVITY_KIND_MEMORY2,
	  sizeof(CUpti_ActivityMemory4),
	  memory_fields,
	  { "time" } },
	{ "marker",
	  CUPTI_ACTIVITY_KIND_MARKER,
	  sizeof(CUpti_ActivityMarker2),
	  marker_fields,
	  { "time" } },
	{ "overhead",
	  CUPTI_ACTIVITY_KIND_OVERHEAD,
	  sizeof(CUpti_ActivityOverhead3),
	  overhead_fields,
	  { "start", "end" } },
	{ "migration",
	  CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER,
	  sizeof(CUpti_ActivityUnifiedMemoryCounter3),
	  migration_fields,
	  { "start", "end" } },
	{ "function",
	  CUPTI_ACTIVITY_KIND_FUNCTION,
	  sizeof(CUpti_ActivityFunction),
	  function_fields,
	  { NULL } },
	{ "unknown",
	  CUPTI_ACTIVITY_KIND_COUNT,
	  sizeof(struct unknown_record),
	  unknown_fields,
	  { NULL } },
	{ .name = NULL },
};

const struct record_type *record_type_named(const char *name)
{
	for (const struct record_type *type = record_types; type->name; type++)
		if (strcmp(type->name, name) == 0)
			return type;
	return NULL;
}

/* What a record was before it grew: its size up to this version, without it. */
static const struct {
	CUpti_ActivityKind kind;
	uint32_t before;
	size_t size;
} shorter[] = {
	{ CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, 130000, sizeof(CUpti_ActivityKernel9) },
	{ CUPTI_ACTIVITY_KIND_MEMCPY, 26, sizeof(CUpti_ActivityMemcpy5) },
	{ CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, 26, sizeof(CUpti_ActivitySynchronization) },
	{ CUPTI_ACTIVITY_KIND_CUDA_EVENT, 26, sizeof(CUpti_ActivityCudaEvent) },
	{ CUPTI_ACTIVITY_KIND_GRAPH_TRACE, 22, sizeof(CUpti_ActivityGraphTrace) },
	{ CUPTI_ACTIVITY_KIND_CONTEXT, 22, sizeof(CUpti_ActivityContext) },
	{ CUPTI_ACTIVITY_KIND_CONTEXT, 23, sizeof(CUpti_ActivityContext2) },
	{ CUPTI_ACTIVITY_KIND_DEVICE, 22, sizeof(CUpti_ActivityDevice4) },
	{ CUPTI_ACTIVITY_KIND_MEMORY2, 24, sizeof(CUpti_ActivityMemory3) },
	{ CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER, 130000,
	  sizeof(CUpti_ActivityUnifiedMemoryCounter2) },
	{ CUPTI_ACTIVITY_KIND_OVERHEAD, 20, sizeof(CUpti_ActivityOverhead) },
	{ CUPTI_ACTIVITY_KIND_OVERHEAD, 22, sizeof(CUpti_ActivityOverhead2) },
};

/* Of a layout that the headers of CUDA 13 do not have yet: 13.1 has added to these. */
enum { GROWN_SINCE = 130100, GROWN_BY = 8 };
static const CUpti_ActivityKind grown[] = { CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
	                                    CUPTI_ACTIVITY_KIND_CONTEXT,
	                                    CUPTI_ACTIVITY_KIND_DEVICE };

size_t record_type_size(const struct record_type *type)
{
	for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++)
		if (type->kind == shorter[i].kind && script.version < shorter[i].before)
			return shorter[i].size;
	for (size_t i = 0; i < sizeof grown / sizeof *grown; i++)
		if (type->kind == grown[i] && script.version >= GROWN_SINCE)
			return type->size + GROWN_BY;
	return type->size;
}

size_t record_size(const CUpti_Activity *record, size_t available)
{
	if (available < sizeof record->kind)
		return 0;
	for (const struct record_type *type = record_types; type->name; type++)
		if (type->kind == record->kind)
			return record_type_size(type) <= available ? record_type_size(type) : 0;
	return 0;
}
