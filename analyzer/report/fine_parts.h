/* SPDX-License-Identifier: MIT */
/* What the files that make a fine timeline share. Private to fine_*.c. */
#ifndef WARPWISE_FINE_PARTS_H
#define WARPWISE_FINE_PARTS_H

#include "kernel/kernel_profile.h"
#include "report/fine_boxes.h"
#include "report/fine_samples.h"
#include "report/fine_tiles.h"
#include "report/fine_timeline.h"
#include "report/report_parts.h"

struct fine_work {
	struct report *report;
	const struct report_process *process;
	const struct graph *graph;
	const struct trace *trace;
	const struct kernel_profiles *profiles;
	const struct host_code *host; /* NULL: no stacks were recorded */
	struct fine_timeline *timeline;
	uint32_t *call_box;      /* by call of the trace: one of timeline->calls */
	uint32_t *operation_box; /* by operation of the trace */
};

/*
 * Spans of one kind, dealt to lanes, and how one of them gets into a box. What a box refers to are
 * numbers of the trace at first.
 */
struct fine_kind {
	struct fine_input in;        /* lanes: tracks of operations, FINE_DEPTHS of each thread */
	uint32_t *lane;              /* what in.lane is */
	uint32_t *names;             /* numbers of names, once they have one */
	struct fine_sample *samples; /* of samples: what in is about; else NULL */
	size_t limit;                /* boxes of a page */
	uint32_t (*name)(struct fine_work *work, const struct fine_kind *kind, size_t i);
	bool (*is_failed)(const struct trace *trace, size_t i); /* NULL: none is */
	/* Takes span I into BOX, a fine_operation or a fine_span, which begins as zeros. */
	void (*take)(struct fine_work *work, const struct fine_kind *kind, void *box, size_t i);
};

/* Fills KIND, which is for fine_kind_release() in any case: without memory it has no spans. */
void fine_open_operations(struct fine_work *work, struct fine_kind *kind);
void fine_open_calls(struct fine_work *work, struct fine_kind *kind);
void fine_open_ranges(struct fine_work *work, struct fine_kind *kind);
void fine_open_samples(struct fine_work *work, struct fine_kind *kind);
void fine_open_overheads(struct fine_work *work, struct fine_kind *kind);
void fine_open_migrations(struct fine_work *work, struct fine_kind *kind);
void fine_kind_release(struct fine_kind *kind);

/* What lies between two spans of a box, which come in order of start. */
static inline int64_t gap_ns(int64_t end_ns, int64_t start_ns)
{
	return start_ns > end_ns ? start_ns - end_ns : 0;
}

/* All tiles of the process, each given to SINK. */
void fine_add_tiles(struct fine_work *work, const struct findings *findings,
                    const struct fine_sink *sink);

/* The number of a new name; TEXT is the report's, or lives as long. */
uint32_t fine_name(struct fine_work *work, const char *text);

/* COUNT numbers, all NONE; NULL without memory, which the report notes. */
uint32_t *fine_numbers(struct report *report, size_t count);

/* In this order: calls are boxes before operations refer to them, and get what they waited for
 * later. */
void fine_add_threads(struct fine_work *work);
void fine_add_host(struct fine_work *work);
void fine_add_operations(struct fine_work *work);
void fine_add_waited(struct fine_work *work);
void fine_add_places(struct fine_work *work, const struct findings *findings);

#endif
