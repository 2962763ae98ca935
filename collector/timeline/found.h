/* SPDX-License-Identifier: MIT */
/* Records of what was there before a recording began late: CUPTI (13.0) gives none of these. */
#ifndef WARPWISE_FOUND_H
#define WARPWISE_FOUND_H

#include "cupti/compat.h"
#include "host/queue.h"

/* A record that CUPTI would have given. It is freed with free(). */
struct found_record {
	struct item item; /* ITEM_FOUND */
	union {
		CUpti_Activity any;
		device_record device;
		context_record context;
		stream_record stream;
	} record;
};

/* An empty one, to be filled in and put into the recording's queue; NULL, counted: no memory. On
 * any thread. */
struct found_record *found_new(CUpti_ActivityKind kind);

#endif
