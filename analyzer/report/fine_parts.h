/* SPDX-License-Identifier: MIT */
/* What the files that make a fine timeline share. Private to fine_*.c. */
#ifndef WARPWISE_FINE_PARTS_H
#define WARPWISE_FINE_PARTS_H

#include "kernel/kernel_profile.h"
#include "report/fine_timeline.h"
#include "report/report_parts.h"

struct fine_work {
	struct report *report;
	const struct report_process *process;
	const struct graph *graph;
	const struct trace *trace;
	const struct kernel_profiles *profiles;
	struct fine_timeline *timeline;
	uint32_t *call_box;      /* by call of the trace: one of timeline->calls */
	uint32_t *operation_box; /* by operation of the trace */
};

/* The number of a new name; TEXT is the report's, or lives as long. */
uint32_t fine_name(struct fine_work *work, const char *text);

/* COUNT numbers, all NONE; NULL without memory, which the report notes. */
uint32_t *fine_numbers(struct report *report, size_t count);

/* In this order: calls are boxes before operations refer to them, and get what they waited for
 * later. */
void fine_add_host(struct fine_work *work);
void fine_add_operations(struct fine_work *work);
void fine_add_waited(struct fine_work *work);
void fine_add_shapes(struct fine_work *work);
void fine_add_path(struct fine_work *work);
void fine_add_warps(struct fine_work *work);
void fine_add_places(struct fine_work *work, const struct findings *findings);

#endif
