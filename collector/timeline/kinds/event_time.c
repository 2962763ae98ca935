/* SPDX-License-Identifier: MIT */
/*
 * When the GPU reached an event: goes to the row that wait_store.c has made of the record. Only
 * where it is asked for: this kind makes every launch slower, and the times add work to the
 * streams.
 */
#include "cupti/api.h"
#include "cupti/layouts.h"
#include "timeline/kind.h"
#include "store/rows.h"

static CUptiResult enable(void)
{
	return LAYOUTS_HAVE(CUPTI_ACTIVITY_KIND_CUDA_EVENT, event_record, deviceTimestamp)
	               ? cupti.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CUDA_EVENT)
	               : CUPTI_ERROR_NOT_SUPPORTED;
}

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const event_record *event = record;

	if (!event->deviceTimestamp)
		return BOUND_SKIP;
	sqlite3_bind_int64(statement, 1, rows_correlation(rows, event->correlationId));
	sqlite3_bind_int64(statement, 2, rows_time(rows, event->deviceTimestamp));
	return BOUND_ROW;
}

const struct kind kind_event_time = {
	.name = "event time",
	.activity = CUPTI_ACTIVITY_KIND_CUDA_EVENT,
	.insert = "UPDATE event_record SET device_time_ns = ?2 WHERE id = ?1",
	.bind = bind,
	.enable = enable,
	.setting = SETTING_ID_event_times,
	.is_extra = true,
	.left_out = COUNTER_unmatched_times,
};
