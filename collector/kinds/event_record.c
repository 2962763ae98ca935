/* SPDX-License-Identifier: MIT */
/* Events recorded into streams. Without device times unless they are asked for: see event_times in
 * settings.def. */
#include "kind.h"
#include "rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const event_record *event = record;

	sqlite3_bind_int64(statement, 1, rows_stream(rows, event->contextId, event->streamId));
	sqlite3_bind_int64(statement, 2, event->eventId);
	sqlite3_bind_int64(statement, 3, (int64_t)event->cudaEventSyncId);
	sqlite3_bind_int64(statement, 4, event->correlationId);
	if (event->deviceTimestamp)
		sqlite3_bind_int64(statement, 5, rows_time(rows, event->deviceTimestamp));
	else
		sqlite3_bind_null(statement, 5);
	return BOUND_ROW;
}

const struct kind kind_event_record = {
	.name = "event record",
	.activity = CUPTI_ACTIVITY_KIND_CUDA_EVENT,
	.insert = "INSERT INTO event_record (stream_id, event_id, sync_id, correlation_id, "
	          "device_time_ns) "
	          "VALUES (?1, ?2, ?3, ?4, ?5)",
	.bind = bind,
	.setting = SETTING_ID_waits,
};
