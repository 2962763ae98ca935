/* SPDX-License-Identifier: MIT */
/* Streams: type and priority of a row that operations may have made in an earlier batch, or make at
 * the end of this one. */
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const stream_record *stream = record;

	sqlite3_bind_int64(statement, 1, rows_stream(rows, stream->contextId, stream->streamId));
	sqlite3_bind_int64(statement, 2, stream->flag);
	sqlite3_bind_int64(statement, 3, (int32_t)stream->priority); /* negative ones are urgent */
	sqlite3_bind_int64(statement, 4, stream->contextId);
	sqlite3_bind_int64(statement, 5, stream->streamId);
	return BOUND_ROW;
}

const struct kind kind_stream = {
	.name = "stream",
	.activity = CUPTI_ACTIVITY_KIND_STREAM,
	.insert = "INSERT INTO stream (id, type, priority, context_id, cuda_stream_id) "
	          "VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO UPDATE SET "
	          "type = excluded.type, priority = excluded.priority",
	.bind = bind,
	.setting = ALWAYS,
	.is_kept = true,
};
