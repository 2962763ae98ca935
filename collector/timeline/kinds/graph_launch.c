/* SPDX-License-Identifier: MIT */
/* Launches of CUDA graphs as one operation. */
#include "host/pauses.h"
#include "timeline/graph_trace.h"
#include "timeline/kind.h"
#include "store/rows.h"

/*
 * Of those that began on the GPU while nothing was recorded (?6) the ones that were launched before
 * stay: their call is in the trace, as with all that comes of calls that were recorded.
 */
static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const graph_record *launch = record;

	rows_bind_interval(rows, statement, 1, launch->start, launch->end);
	sqlite3_bind_int64(statement, 3, rows_stream(rows, launch->contextId, launch->streamId));
	sqlite3_bind_int64(statement, 4, rows_correlation(rows, launch->correlationId));
	sqlite3_bind_int64(statement, 5, launch->graphId);
	sqlite3_bind_int64(statement, 6,
	                   launch->start && pauses_cover(launch->start, launch->start));
	return BOUND_ROW;
}

const struct kind kind_graph_launch = {
	.name = "graph launch",
	.activity = CUPTI_ACTIVITY_KIND_GRAPH_TRACE,
	.insert = "INSERT INTO graph_launch (start_ns, duration_ns, stream_id, correlation_id, "
	          "graph_id) SELECT ?1, ?2, ?3, ?4, ?5 "
	          "WHERE NOT ?6 OR EXISTS (SELECT 1 FROM api_call WHERE id = ?4)",
	.bind = bind,
	.enable = graph_trace_enable,
	.disable = graph_trace_disable,
	.setting = SETTING_ID_graph_trace,
	.is_kept = true,
	.is_extra = true,
	.may_lack = true,
};
