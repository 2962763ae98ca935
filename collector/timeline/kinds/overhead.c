/* SPDX-License-Identifier: MIT */
/* Time taken by CUPTI and the driver for themselves. */
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const overhead_record *overhead = record;

	sqlite3_bind_int64(statement, 1, overhead->overheadKind);
	sqlite3_bind_int64(statement, 2, rows_time(rows, overhead->start));
	sqlite3_bind_int64(statement, 3, (int64_t)(overhead->end - overhead->start));
	if (overhead->objectKind == CUPTI_ACTIVITY_OBJECT_THREAD)
		sqlite3_bind_int64(statement, 4, rows_thread(rows, overhead->objectId.pt.threadId));
	else
		sqlite3_bind_null(statement, 4);
	return overhead->end < overhead->start ? BOUND_SKIP : BOUND_ROW;
}

const struct kind kind_overhead = {
	.name = "overhead",
	.activity = CUPTI_ACTIVITY_KIND_OVERHEAD,
	.insert = "INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) VALUES (?1, ?2, "
	          "?3, ?4)",
	.bind = bind,
	.setting = ALWAYS,
};
