/* SPDX-License-Identifier: MIT */
/*
 * CUPTI's PC sampling of one context: which reasons for a stall its chip knows, how it is set up,
 * and the pages of samples that go to the writer. stalls.h decides which context is sampled when.
 */
#ifndef WARPWISE_PC_SAMPLING_H
#define WARPWISE_PC_SAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cupti/compat.h"
#include "host/queue.h"

enum {
	/* CUPTI's thread sleeps between two looks; by its default of 100 more is left for the end.
	 */
	PC_SAMPLING_DECODE_MS = 10,
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

/* Whether this CUPTI has all functions that sampling needs. */
bool pc_sampling_is_there(void);

/* The reasons of CONTEXT's chip, which live as long as the process. CONTEXT is enabled. */
CUptiResult stall_reasons_read(CUcontext context, struct stall_reasons **out);

/* SINK is what CUPTI fills when sampling ends. PERIOD_CYCLES becomes how often each warp scheduler
 * is sampled, and stays as it is where CUPTI does not say. */
CUptiResult pc_sampling_configure(CUcontext context, struct sample_page *sink,
                                  int64_t *period_cycles);

/* A page with room for PCS instructions, as CUPTI wants it. NULL without memory, which is counted.
 */
struct sample_page *sample_page_new(uint32_t context_id, struct stall_reasons *reasons,
                                    int64_t period_cycles, size_t pcs);

/* Pushes a page in which there is something, frees any other. Returns whether there was. */
bool sample_page_push(struct sample_page *page);

#endif
