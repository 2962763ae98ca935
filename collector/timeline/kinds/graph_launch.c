/* SPDX-License-Identifier: MIT */
/* Launches of CUDA graphs as one operation. */
#include "host/pauses.h"
#include "timeline/graph_trace.h"
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const graph_record *launch = record;

	if (launch->start && pauses_cover(launch->start, launch->start))
		return BOUND_SKIP;
	rows_bind_interval(rows, statement, 1, launch->start, launch->end);
	sqlite3_bind_int64(statement, 3, rows_stream(rows, launch->contextId, launch->streamId));
	sqlite3_bind_int64(statement, 4, rows_correlation(rows, launch->correlationId));
	sqlite3_bind_int64(statement, 5, launch->graphId);
	return BOUND_ROW;
}

const struct kind kind_graph_launch = {
	.name = "graph launch",
	.activity = CUPTI_ACTIVITY_KIND_GRAPH_TRACE,
	.insert = "INSERT INTO graph_launch (start_ns, duration_ns, stream_id, correlation_id, "
	          "graph_id) VALUES (?1, ?2, ?3, ?4, ?5)",
	.bind = bind,
	.enable = graph_trace_enable,
	.disable = graph_trace_disable,
	.setting = SETTING_ID_graph_trace,
	.is_kept = true,
	.is_extra = true,
	.may_lack = true,
};
