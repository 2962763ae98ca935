/* SPDX-License-Identifier: MIT */
/* Memory sets. */
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const fill_record *fill = record;

	rows_bind_interval(rows, statement, 1, fill->start, fill->end);
	rows_context(rows, fill->contextId, fill->deviceId);
	sqlite3_bind_int64(statement, 3, rows_stream(rows, fill->contextId, fill->streamId));
	sqlite3_bind_int64(statement, 4, (int64_t)fill->bytes);
	sqlite3_bind_int64(statement, 5, fill->value);
	sqlite3_bind_int64(statement, 6, fill->memoryKind);
	sqlite3_bind_int64(statement, 7, !!(fill->flags & CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC));
	sqlite3_bind_int64(statement, 8, rows_correlation(rows, fill->correlationId));
	sqlite3_bind_int64(statement, 9, fill->channelID);
	rows_bind_unless(statement, 10, fill->graphId, 0);
	rows_bind_unless(statement, 11, fill->graphNodeId, 0);
	return BOUND_ROW;
}

const struct kind kind_fill = {
	.name = "fill",
	.activity = CUPTI_ACTIVITY_KIND_MEMSET,
	.insert = "INSERT INTO fill (start_ns, duration_ns, stream_id, size_bytes, value, "
	          "memory_kind, is_async, "
	          "correlation_id, channel_id, graph_id, graph_node_id) "
	          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
	.bind = bind,
	.setting = ALWAYS,
	.is_for_contexts = true,
};
