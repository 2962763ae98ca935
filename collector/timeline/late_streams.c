/* SPDX-License-Identifier: MIT */
/* Asks the driver. In CUPTI's callbacks, which may come on several threads at once. */
#include "timeline/late_streams.h"

#include <stdatomic.h>
#include <stdbool.h>

#include "host/driver.h"
#include "host/recording.h"
#include "timeline/found.h"

enum { PLACES = 1024 /* a stream that shares another's is asked about again */ };

static struct {
	__typeof__(cuStreamIsCapturing) *is_capturing;
	__typeof__(cuStreamGetFlags) *get_flags;
	__typeof__(cuStreamGetPriority) *get_priority;
} driver;

static atomic_bool can_ask;
static _Atomic uint64_t asked[PLACES];

void late_streams_begin(void)
{
	if (driver_function("cuStreamIsCapturing", &driver.is_capturing) &&
	    driver_function("cuStreamGetFlags", &driver.get_flags) &&
	    driver_function("cuStreamGetPriority", &driver.get_priority))
		atomic_store(&can_ask, true);
}

/* What is asked of a stream while it is captured can make the capture fail. */
static bool is_captured(CUstream stream)
{
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE;

	return driver.is_capturing(stream, &status) != CUDA_SUCCESS ||
	       status != CU_STREAM_CAPTURE_STATUS_NONE;
}

static void hand_over(uint32_t context_id, uint32_t id, unsigned flags, int priority)
{
	struct found_record *found = found_new(CUPTI_ACTIVITY_KIND_STREAM);

	if (!found)
		return;
	found->record.stream.contextId = context_id;
	found->record.stream.streamId = id;
	found->record.stream.priority = (uint32_t)priority;
	found->record.stream.flag = flags & CU_STREAM_NON_BLOCKING
	                                    ? CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING
	                                    : CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT;
	queue_push(&recording.queue, &found->item);
}

void late_streams_met(uint32_t context_id, CUstream stream, uint32_t id)
{
	const uint64_t key = (uint64_t)context_id << 32 | id;
	unsigned flags = 0;
	int priority = 0;

	/* The default streams' types are known, the legacy one's from session/inventory.c. */
	if (!atomic_load(&can_ask) || stream == CU_STREAM_LEGACY ||
	    stream == CU_STREAM_PER_THREAD || atomic_load(&asked[id % PLACES]) == key ||
	    is_captured(stream))
		return;
	atomic_store(&asked[id % PLACES], key);
	if (driver.get_flags(stream, &flags) == CUDA_SUCCESS &&
	    driver.get_priority(stream, &priority) == CUDA_SUCCESS)
		hand_over(context_id, id, flags, priority);
}
