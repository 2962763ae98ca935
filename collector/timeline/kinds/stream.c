/* SPDX-License-Identifier: MIT */
/* Streams: type and priority of a row that operations may have made before. */
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const stream_record *stream = record;

	sqlite3_bind_int64(statement, 1, rows_stream(rows, stream->contextId, stream->streamId));
	sqlite3_bind_int64(statement, 2, stream->flag);
	sqlite3_bind_int64(statement, 3, (int32_t)stream->priority); /* negative ones are urgent */
	return BOUND_ROW;
}

const struct kind kind_stream = {
	.name = "stream",
	.activity = CUPTI_ACTIVITY_KIND_STREAM,
	.insert = "UPDATE stream SET type = ?2, priority = ?3 WHERE id = ?1",
	.bind = bind,
	.setting = ALWAYS,
};
