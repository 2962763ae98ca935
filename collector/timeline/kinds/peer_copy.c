/* SPDX-License-Identifier: MIT */
/* Copies between two devices. */
#include "cupti/api.h"
#include "cupti/version.h"
#include "store/rows.h"
#include "timeline/kind.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const peer_copy_record *copy = record;

	rows_bind_interval(rows, statement, 1, copy->start, copy->end);
	sqlite3_bind_int64(statement, 3, rows_stream(rows, copy->contextId, copy->streamId));
	sqlite3_bind_int64(statement, 4, (int64_t)copy->bytes);
	sqlite3_bind_int64(statement, 5, copy->copyKind);
	sqlite3_bind_int64(statement, 6, copy->srcKind);
	sqlite3_bind_int64(statement, 7, copy->dstKind);
	sqlite3_bind_int64(statement, 8, !!(copy->flags & CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC));
	sqlite3_bind_int64(statement, 9, rows_correlation(rows, copy->correlationId));
	sqlite3_bind_int64(statement, 10, copy->channelID);
	sqlite3_bind_int64(statement, 11, copy->srcDeviceId);
	sqlite3_bind_int64(statement, 12, copy->dstDeviceId);
	rows_bind_unless(statement, 13, copy->graphId, 0);
	rows_bind_unless(statement, 14, copy->graphNodeId, 0);
	return BOUND_ROW;
}

/*
 * Seen with CUPTI 13.0 (driver 580, two H200): the kind of all other copies records these, too.
 * With both kinds on, cuGraphLaunch() crashed a program of JAX at the 101st launch of a graph that
 * had copies in it (collector/README.md); of older versions neither is known.
 */
static CUptiResult enable(void)
{
	return cupti.version >= CUPTI_COPIES_TOGETHER
	               ? CUPTI_SUCCESS
	               : cupti.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_MEMCPY2);
}

static void disable(void)
{
	if (cupti.version < CUPTI_COPIES_TOGETHER)
		cupti.cuptiActivityDisable(CUPTI_ACTIVITY_KIND_MEMCPY2);
}

const struct kind kind_peer_copy = {
	.name = "peer copy",
	.activity = CUPTI_ACTIVITY_KIND_MEMCPY2,
	.insert = "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, "
	          "source_kind, "
	          "target_kind, is_async, correlation_id, channel_id, source_device_id, "
	          "target_device_id, "
	          "graph_id, graph_node_id) "
	          "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
	.bind = bind,
	.enable = enable,
	.disable = disable,
	.setting = ALWAYS,
	.is_for_contexts = true,
};
