/* SPDX-License-Identifier: MIT */
/*
 * Type and priority of streams that were made before a recording began late, without which nobody
 * knows for which of them the null stream waits. CUPTI gives no record of these: the driver is
 * asked when a call about one comes, once for each. Streams that are only launched into stay
 * unknown.
 */
#ifndef WARPWISE_LATE_STREAMS_H
#define WARPWISE_LATE_STREAMS_H

#include <stdint.h>

#include "cupti/compat.h"

/* Before the others, where the recording began late; not in callbacks. */
void late_streams_begin(void);

/* STREAM was met, which CUPTI knows as ID. In callbacks, on any thread. */
void late_streams_met(uint32_t context_id, CUstream stream, uint32_t id);

#endif
