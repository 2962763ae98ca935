/* SPDX-License-Identifier: MIT */
/* Copies within one device or between it and the host. */
#include "cupti/layouts.h"
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const copy_record *copy = record;
	const bool has_count = LAYOUTS_HAVE(CUPTI_ACTIVITY_KIND_MEMCPY, copy_record, copyCount);

	rows_bind_interval(rows, statement, 1, copy->start, copy->end);
	rows_context(rows, copy->contextId, copy->deviceId);
	sqlite3_bind_int64(statement, 3, rows_stream(rows, copy->contextId, copy->streamId));
	sqlite3_bind_int64(statement, 4, (int64_t)copy->bytes);
	sqlite3_bind_int64(statement, 5, copy->copyKind);
	sqlite3_bind_int64(statement, 6, copy->srcKind);
	sqlite3_bind_int64(statement, 7, copy->dstKind);
	sqlite3_bind_int64(statement, 8, !!(copy->flags & CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC));
	sqlite3_bind_int64(statement, 9, rows_correlation(rows, copy->correlationId));
	sqlite3_bind_int64(statement, 10, copy->channelID);
	rows_bind_unless(statement, 11, !has_count || copy->copyCount <= 1 ? 0 : copy->copyCount,
	                 0);
	rows_bind_unless(statement, 12, copy->graphId, 0);
	rows_bind_unless(statement, 13, copy->graphNodeId, 0);
	return BOUND_ROW;
}

const struct kind kind_copy = {
	.name = "copy",
	.activity = CUPTI_ACTIVITY_KIND_MEMCPY,
	.insert = "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, "
	          "source_kind, "
	          "target_kind, is_async, correlation_id, channel_id, copy_count, graph_id, "
	          "graph_node_id) "
	          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
	.bind = bind,
	.setting = ALWAYS,
	.is_for_contexts = true,
};
