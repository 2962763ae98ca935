/* SPDX-License-Identifier: MIT */
/* Contexts. */
#include "cupti/layouts.h"
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const context_record *context = record;
	const bool has_parent = LAYOUTS_HAVE(CUPTI_ACTIVITY_KIND_CONTEXT, context_record,
	                                     isGreenContext),
	           has_size = LAYOUTS_HAVE(CUPTI_ACTIVITY_KIND_CONTEXT, context_record,
	                                   numMultiprocessors);

	(void)rows;
	sqlite3_bind_int64(statement, 1, context->contextId);
	sqlite3_bind_int64(statement, 2, context->deviceId);
	sqlite3_bind_int64(statement, 3, context->nullStreamId);
	rows_bind_unless(statement, 4,
	                 has_parent && context->isGreenContext ? context->parentContextId : 0, 0);
	rows_bind_unless(statement, 5, has_size ? context->numMultiprocessors : 0, 0);
	return BOUND_ROW;
}

const struct kind kind_context = {
	.name = "context",
	.activity = CUPTI_ACTIVITY_KIND_CONTEXT,
	.insert = "INSERT OR REPLACE INTO context (id, device_id, null_stream_id, parent_id, "
	          "multiprocessors) "
	          "VALUES (?1, ?2, ?3, ?4, ?5)",
	.bind = bind,
	.setting = ALWAYS,
	.is_inventory = true,
};
