/* SPDX-License-Identifier: MIT */
/*
 * Warp stalls: PC sampling of every context, from its creation to its end, in CUPTI's continuous
 * mode, which leaves kernels concurrent. What CUPTI has collected is fetched in pages and pushed
 * to the recording's queue; sample_store.h adds them up.
 */
#ifndef WARPWISE_STALLS_H
#define WARPWISE_STALLS_H

#include <stdint.h>

#include "host/losses.h"
#include "cupti/compat.h"
#include "store/queue.h"

enum {
	STALL_REASONS_MAX = 128, /* there are some 40 */
	STALL_INDICES = 1024,    /* CUPTI's indices of reasons are below this */
	STALL_NAME_MAX = CUPTI_STALL_REASON_STRING_SIZE,
};

/* What a chip can say about a warp. Equal ones are one; they live as long as the process. */
struct stall_reasons {
	struct stall_reasons *next;
	size_t count;
	char names[STALL_REASONS_MAX][STALL_NAME_MAX];
	uint8_t position[STALL_INDICES]; /* in names, by CUPTI's index, + 1; 0: no such reason */
	int64_t rows[STALL_REASONS_MAX]; /* the writer's: ids of stall_reason; 0: not yet */
};

/* Samples of one context on their way to the writer, which frees the page. */
struct sample_page {
	struct item item; /* ITEM_SAMPLES */
	uint32_t context_id;
	int64_t period_cycles; /* 0: unknown */
	struct stall_reasons *reasons;
	CUpti_PCSamplingData data; /* all it points to lies behind the page */
};

/* Start sampling CONTEXT; read what is left of it and end. Both in CUPTI's callbacks. */
void stalls_context_created(CUcontext context);
void stalls_context_destroyed(CUcontext context);

/* Reads what belongs to the code that is about to go: its addresses may get other code. In a
 * callback. */
void stalls_module_unloaded(CUcontext context);

/* Pushes what CUPTI has now. On the writer thread. */
void stalls_drain(void);

/* Pushes all that is left: CUPTI decodes on threads of its own, so this waits some 0.3 s, 3 s at
 * most. On the writer thread. */
void stalls_finish(void);

/* Ends all sampling: nothing can be written. Any thread. */
void stalls_disable(void);

/* Calls WRITE, as counters_each() does, for what kept contexts from being sampled. */
void stalls_each_failure(diagnostic_fn *write, void *data);

#endif
