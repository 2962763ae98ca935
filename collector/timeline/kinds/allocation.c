/* SPDX-License-Identifier: MIT */
/* Allocations and releases. */
#include "timeline/kind.h"
#include "store/rows.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const allocation_record *memory = record;
	const uint64_t unknown = UINT32_MAX; /* CUPTI_INVALID_STREAM_ID and the like */

	sqlite3_bind_int64(statement, 1, rows_time(rows, memory->timestamp));
	sqlite3_bind_int64(statement, 2, memory->memoryOperationType);
	sqlite3_bind_int64(statement, 3, memory->memoryKind);
	sqlite3_bind_int64(statement, 4, (int64_t)memory->bytes);
	sqlite3_bind_int64(statement, 5, (int64_t)memory->address);
	rows_bind_unless(statement, 6, memory->deviceId, unknown);
	if (memory->isAsync && memory->streamId != unknown)
		sqlite3_bind_int64(statement, 7,
		                   rows_stream(rows, memory->contextId, memory->streamId));
	else
		sqlite3_bind_null(statement, 7);
	sqlite3_bind_int64(statement, 8, !!memory->isAsync);
	rows_bind_unless(statement, 9, memory->memoryPoolConfig.address, 0);
	sqlite3_bind_int64(statement, 10, rows_correlation(rows, memory->correlationId));
	return BOUND_ROW;
}

const struct kind kind_allocation = {
	.name = "allocation",
	.activity = CUPTI_ACTIVITY_KIND_MEMORY2,
	.insert = "INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address, "
	          "device_id, "
	          "stream_id, is_async, pool_address, correlation_id) "
	          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
	.bind = bind,
	.setting = SETTING_ID_allocations,
};
