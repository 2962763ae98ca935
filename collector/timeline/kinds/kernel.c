/* SPDX-License-Identifier: MIT */
/* Kernels. CONCURRENT_KERNEL, since the older KERNEL kind serialises them. */
#include "timeline/kind.h"
#include "counters/launch_metrics.h"
#include "cupti/hw_trace.h"
#include "store/rows.h"

enum { UNKNOWN_QUEUE = -1 };

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const kernel_record *kernel = record;
	const int64_t shape = rows_launch_shape(rows, kernel);
	const int64_t queue = hw_trace_is_on() ? UNKNOWN_QUEUE : (int64_t)kernel->channelID;

	/* As it comes from a launch that was measured. */
	if (!kernel->start && !kernel->graphId && launch_metrics_are_wanted() &&
	    rows_note_untimed(rows, kernel->correlationId, shape))
		return BOUND_SKIP;
	rows_bind_interval(rows, statement, 1, kernel->start, kernel->end);
	rows_context(rows, kernel->contextId, kernel->deviceId);
	sqlite3_bind_int64(statement, 3, rows_stream(rows, kernel->contextId, kernel->streamId));
	sqlite3_bind_int64(statement, 4, shape);
	sqlite3_bind_int64(statement, 5, rows_correlation(rows, kernel->correlationId));
	sqlite3_bind_int64(statement, 6, queue);
	rows_bind_unless(statement, 7, kernel->graphId, 0);
	rows_bind_unless(statement, 8, kernel->graphNodeId, 0);
	return BOUND_ROW;
}

const struct kind kind_kernel = {
	.name = "kernel",
	.activity = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
	.insert = "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	          "correlation_id, "
	          "channel_id, graph_id, graph_node_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
	.bind = bind,
	.setting = ALWAYS,
	.is_for_contexts = true,
};
