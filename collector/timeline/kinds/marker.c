/* SPDX-License-Identifier: MIT */
/*
 * NVTX ranges and marks. Start and end of a range are two records with one id, which may come in
 * any order; each fills its half of the row.
 */
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const marker_record *marker = record;
	int64_t time = rows_time(rows, marker->timestamp);
	const int start =
	        CUPTI_ACTIVITY_FLAG_MARKER_START | CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS;
	const int end = CUPTI_ACTIVITY_FLAG_MARKER_END | CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS;

	if (!(marker->flags & (start | end)))
		return BOUND_SKIP; /* acquiring and releasing of NVTX's own locks */
	for (int i = 2; i <= 6; i++)
		sqlite3_bind_null(statement, i);
	sqlite3_bind_int64(statement, 1, marker->id);
	if (marker->name)
		sqlite3_bind_int64(statement, 2, rows_name(rows, marker->name));
	if (marker->domain)
		sqlite3_bind_int64(statement, 3, rows_domain(rows, marker->domain));
	if (marker->objectKind == CUPTI_ACTIVITY_OBJECT_THREAD)
		sqlite3_bind_int64(statement, 4, rows_thread(rows, marker->objectId.pt.threadId));
	if (marker->flags & start)
		sqlite3_bind_int64(statement, 5, time);
	if (marker->flags & end)
		sqlite3_bind_int64(statement, 6, time);
	return BOUND_ROW;
}

const struct kind kind_marker = {
	.name = "marker",
	.activity = CUPTI_ACTIVITY_KIND_MARKER,
	.insert = "INSERT INTO marker (id, name_id, domain_id, thread_id, start_ns, end_ns) "
	          "VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
	          "ON CONFLICT (id) DO UPDATE SET name_id = coalesce(name_id, excluded.name_id), "
	          "domain_id = coalesce(domain_id, excluded.domain_id), "
	          "thread_id = coalesce(thread_id, excluded.thread_id), "
	          "start_ns = coalesce(start_ns, excluded.start_ns), "
	          "end_ns = coalesce(end_ns, excluded.end_ns)",
	.bind = bind,
	.setting = SETTING_ID_markers,
};
