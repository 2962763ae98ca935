/* SPDX-License-Identifier: MIT */
/*
 * NVLink between GPUs, as CUPTI finds it when a context is made. Of GPUs that are not the program's
 * (CUDA_VISIBLE_DEVICES) there is no row.
 */
#include "timeline/kind.h"
#include "cupti/api.h"
#include "cupti/layouts.h"
#include "store/rows.h"

/* From CUDA 13.2 on the record has another layout, and memory that its reader must free. */
static CUptiResult enable(void)
{
	return layouts_bytes(CUPTI_ACTIVITY_KIND_NVLINK)
	               ? cupti.cuptiActivityEnable(CUPTI_ACTIVITY_KIND_NVLINK)
	               : CUPTI_ERROR_NOT_COMPATIBLE;
}

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const nvlink_record *link = record;

	(void)rows;
	if (link->typeDev0 != CUPTI_DEV_TYPE_GPU || link->typeDev1 != CUPTI_DEV_TYPE_GPU ||
	    !(link->flag & CUPTI_LINK_FLAG_PEER_ACCESS))
		return BOUND_SKIP;
	rows_bind_uuid(statement, 1, &link->idDev0.uuidDev);
	rows_bind_uuid(statement, 2, &link->idDev1.uuidDev);
	/* In kB/s, of both directions: 850 GB/s for 18 links of an H200, over which copies in one
	 * direction reach 391. */
	sqlite3_bind_int64(statement, 3, (int64_t)(link->bandwidth / 2 * 1000));
	return BOUND_ROW;
}

const struct kind kind_nvlink = {
	.name = "nvlink",
	.activity = CUPTI_ACTIVITY_KIND_NVLINK,
	.insert = "INSERT OR REPLACE INTO device_link (source_device_id, target_device_id, "
	          "bytes_per_s) SELECT s.id, t.id, ?3 FROM device s JOIN device t WHERE "
	          "(s.uuid, t.uuid) IN (VALUES (?1, ?2), (?2, ?1)) AND s.id <> t.id",
	.bind = bind,
	.enable = enable,
	.setting = ALWAYS,
	.is_inventory = true,
	.may_lack = true,
};
