/* SPDX-License-Identifier: MIT */
/* Host threads and streams that wait. cudaStreamWaitEvent arrives here, with the sync id of its
 * record. */
#include <stdbool.h>

#include "kind.h"
#include "rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const synchronization_record *sync = record;
	/* Records that are about no event carry the sync id 2^32 - 1 (CUPTI 13.0). */
	bool is_event = sync->type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE ||
	                sync->type == CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT;
	int64_t duration = sync->end < sync->start ? 0 : (int64_t)(sync->end - sync->start);

	sqlite3_bind_int64(statement, 1, sync->type);
	sqlite3_bind_int64(statement, 2, rows_time(rows, sync->start));
	sqlite3_bind_int64(statement, 3, duration);
	rows_bind_unless(statement, 4, sync->contextId, CUPTI_SYNCHRONIZATION_INVALID_VALUE);
	if (sync->streamId == CUPTI_SYNCHRONIZATION_INVALID_VALUE)
		sqlite3_bind_null(statement, 5);
	else
		sqlite3_bind_int64(statement, 5,
		                   rows_stream(rows, sync->contextId, sync->streamId));
	rows_bind_unless(statement, 6, sync->cudaEventId, CUPTI_SYNCHRONIZATION_INVALID_VALUE);
	rows_bind_unless(statement, 7, is_event ? sync->cudaEventSyncId : 0, 0);
	sqlite3_bind_int64(statement, 8, sync->correlationId);
	sqlite3_bind_int64(statement, 9, sync->returnValue);
	return BOUND_ROW;
}

const struct kind kind_synchronization = {
	.name = "synchronization",
	.activity = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
	.insert = "INSERT INTO synchronization (type, start_ns, duration_ns, context_id, "
	          "stream_id, event_id, "
	          "sync_id, correlation_id, result) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
	.bind = bind,
	.setting = SETTING_ID_waits,
};
