/* SPDX-License-Identifier: MIT */
/*
 * Calls of the driver about streams and events, and of copies, as CUPTI's subscriber sees them:
 * their parameters and what the fake libcuda answers when it is asked about a stream in between.
 * Any thread.
 */
#ifndef WARPWISE_FAKE_DRIVER_CALL_H
#define WARPWISE_FAKE_DRIVER_CALL_H

#include <stdbool.h>
#include <stdint.h>
#include <cupti.h>

#include "client.h"

/* One call, as a script says it. Handles are numbers. */
struct driver_call {
	uint64_t event, stream;
	uint64_t named;   /* the context that is a parameter */
	uint64_t host;    /* address of memory of the host */
	uint64_t bytes;   /* that a copy moves; 0: 1 MiB */
	uint32_t context; /* the current one */
	uint32_t correlation_id;
	uint32_t result; /* CUresult */
	int32_t cbid;
};

/* One that has begun. */
struct driver_call_begun {
	struct client_call call;
	uint64_t parameters[8];
};

/* Whether the parameters of CBID are known. */
bool driver_call_is_known(int32_t cbid);

/* Call back: CALL begins, and ends. The memory of the parameters is overwritten afterwards. */
void driver_call_begin(struct driver_call_begun *begun, const struct driver_call *call);
void driver_call_end(struct driver_call_begun *begun);

/* What is put into STREAM from now on goes into a graph, or no longer does. */
void driver_call_capture(uint64_t stream, bool is_on);

#endif
