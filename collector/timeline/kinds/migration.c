/* SPDX-License-Identifier: MIT */
/*
 * What the driver did with pages of managed memory: moved them, or answered faults. Only where it
 * is asked for: each group of faults and each transfer is a record.
 */
#include "host/pauses.h"
#include "timeline/kind.h"
#include "cupti/api.h"
#include "store/rows.h"

/* Whose device a row names. */
enum side { SOURCE, TARGET, SEVERAL };

#define COUNTER(name) CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_##name

/* Without faults of the host's: those are one record for each page that it touches first. */
static const struct counted {
	CUpti_ActivityUnifiedMemoryCounterKind kind;
	enum side side;
	bool is_moment; /* has no end */
} counted[] = {
	{ COUNTER(BYTES_TRANSFER_HTOD), TARGET, false },
	{ COUNTER(BYTES_TRANSFER_DTOH), SOURCE, false },
	{ COUNTER(BYTES_TRANSFER_DTOD), TARGET, false },
	{ COUNTER(GPU_PAGE_FAULT), SOURCE, false },
	{ COUNTER(THRASHING), SEVERAL, true },
	{ COUNTER(THROTTLING), SOURCE, false },
	{ COUNTER(REMOTE_MAP), TARGET, true },
};

enum { COUNTED = sizeof counted / sizeof *counted };

/* Not the whole is refused because a GPU or driver lacks one of them. */
static CUptiResult enable(void)
{
	CUptiResult result = CUPTI_ERROR_NOT_SUPPORTED;
	bool is_any = false;

	for (int i = 0; cupti.cuptiActivityConfigureUnifiedMemoryCounter && i < COUNTED; i++) {
		CUpti_ActivityUnifiedMemoryCounterConfig config = {
			.scope = CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE,
			.kind = counted[i].kind,
			.enable = 1,
		};

		result = cupti.cuptiActivityConfigureUnifiedMemoryCounter(&config, 1);
		is_any |= result == CUPTI_SUCCESS;
	}
	return is_any ? cupti.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER)
	              : result;
}

static const struct counted *counted_of(const migration_record *migration)
{
	static const struct counted other = { .side = SEVERAL, .is_moment = true };

	for (int i = 0; i < COUNTED; i++)
		if (counted[i].kind == migration->counterKind)
			return &counted[i];
	return &other;
}

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const migration_record *migration = record;
	const struct counted *is = counted_of(migration);

	if (pauses_cover(migration->start, migration->start))
		return BOUND_SKIP;
	sqlite3_bind_int64(statement, 1, migration->counterKind);
	sqlite3_bind_int64(statement, 2, rows_time(rows, migration->start));
	if (is->is_moment || migration->end < migration->start)
		sqlite3_bind_null(statement, 3);
	else
		sqlite3_bind_int64(statement, 3, (int64_t)(migration->end - migration->start));
	sqlite3_bind_int64(statement, 4, (int64_t)migration->value);
	sqlite3_bind_int64(statement, 5, migration->flags);
	sqlite3_bind_int64(statement, 6, (int64_t)migration->address);
	if (is->side == SEVERAL)
		sqlite3_bind_null(statement, 7);
	else
		sqlite3_bind_int64(statement, 7,
		                   is->side == TARGET ? migration->dstId : migration->srcId);
	return BOUND_ROW;
}

const struct kind kind_migration = {
	.name = "migration",
	.activity = CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER,
	.insert = "INSERT INTO migration (kind, start_ns, duration_ns, amount, cause, address, "
	          "device_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
	.bind = bind,
	.enable = enable,
	.setting = SETTING_ID_managed,
	.is_extra = true,
	.is_for_contexts = true,
	.is_kept = true,
};
