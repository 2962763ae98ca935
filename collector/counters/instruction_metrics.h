/* SPDX-License-Identifier: MIT */
/*
 * SASS metrics: counts at each instruction of one launch, whose code CUPTI patches for it. CUPTI
 * 13.0 measures one function in a process, that of the first launch after it was enabled, and only
 * while kernels are not recorded: so the first launch of one function is measured, and the run has
 * no timeline. The program's other launches run as always.
 */
#ifndef WARPWISE_INSTRUCTION_METRICS_H
#define WARPWISE_INSTRUCTION_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/losses.h"
#include "cupti/compat.h"
#include "counters/launch.h"
#include "host/queue.h"

/* What a metric counted at an instruction; more than nothing. */
struct instruction_value {
	const char *metric; /* its name; lives as long as the process */
	uint64_t module_crc;
	int64_t pc_offset_bytes; /* from the start of the function */
	int64_t value;
};

/* The measured launch on its way to the writer, which frees it. */
struct instruction_page {
	struct item item;     /* ITEM_INSTRUCTIONS */
	kernel_record kernel; /* its function and shape, as far as they are known; its name lives as
	                         long as the process */
	size_t count;
	struct instruction_value values[];
};

/* Whether the settings ask for it. */
bool instruction_metrics_are_wanted(void);

/* A launch begins and has ended: measures it if it is the one. In CUPTI's callbacks. */
void instruction_metrics_launch_begins(const struct launch *launch);
void instruction_metrics_launch_ended(const struct launch *launch, CUresult result);

/* A stream is about to be captured, and launch_is_any_captured() already: waits, some time, until
 * the launch is measured, if it is just then. In CUPTI's callback. */
void instruction_metrics_pause(void);

/* Ends all measuring: nothing can be written. Waits, some time, for the launch that is measured;
 * returns whether it is no more. Any thread. */
bool instruction_metrics_disable(void);

/* Calls WRITE, as counters_each() does, for what kept the launch from being measured. */
void instruction_metrics_each_failure(diagnostic_fn *write, void *data);

#endif
