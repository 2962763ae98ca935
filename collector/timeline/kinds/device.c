/* SPDX-License-Identifier: MIT */
/*
 * Devices: what CUPTI's record says, completed with attributes of the driver, which has the limits
 * that occupancy needs.
 */
#include <stdio.h>

#include "host/driver.h"
#include "timeline/kind.h"
#include "store/rows.h"

/* Attributes of the driver, in the order of the parameters that follow ?20. */
static const int attributes[] = {
	CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE,
	CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH,
	CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR,
	CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN,
	CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK,
	CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS,
};

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	const device_record *device = record;
	const int64_t numbers[] = {
		device->computeCapabilityMajor,
		device->computeCapabilityMinor,
		device->numMultiprocessors,
		device->coreClockRate,
		(int64_t)device->globalMemoryBandwidth * 1000, /* CUPTI: kB/s */
		(int64_t)device->globalMemorySize,
		device->l2CacheSize,
		device->numMemcpyEngines,
		device->numThreadsPerWarp,
		device->maxWarpsPerMultiprocessor,
		device->maxBlocksPerMultiprocessor,
		device->maxRegistersPerMultiprocessor,
		device->maxSharedMemoryPerMultiprocessor,
		device->maxThreadsPerBlock,
		device->maxRegistersPerBlock,
		device->maxSharedMemoryPerBlock,
	};
	char pci[32];
	int at = 1;

	(void)rows;
	sqlite3_bind_int64(statement, at++, device->id);
	sqlite3_bind_text(statement, at++, device->name ? device->name : "", -1, SQLITE_TRANSIENT);
	rows_bind_uuid(statement, at++, &device->uuid);
	if (driver_pci_bus_id((int)device->id, pci, sizeof pci))
		sqlite3_bind_null(statement, at++);
	else
		sqlite3_bind_text(statement, at++, pci, -1, SQLITE_TRANSIENT);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sqlite3_bind_int64(statement, at++, numbers[i]);
	for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
		int value;

		if (driver_attribute((int)device->id, attributes[i], &value))
			sqlite3_bind_null(statement, at++);
		else
			sqlite3_bind_int64(statement, at++, value);
	}
	sqlite3_bind_int64(statement, at++, !!device->isMigEnabled);
	sqlite3_bind_int64(statement, at++, !!device->eccEnabled);
	return BOUND_ROW;
}

const struct kind kind_device = {
	.name = "device",
	.activity = CUPTI_ACTIVITY_KIND_DEVICE,
	.insert = "INSERT OR REPLACE INTO device (id, name, uuid, pci_bus_id, "
	          "compute_capability_major, "
	          "compute_capability_minor, multiprocessors, core_clock_khz, "
	          "memory_bandwidth_bytes_per_s, "
	          "memory_bytes, l2_cache_bytes, copy_engines, threads_per_warp, "
	          "max_warps_per_multiprocessor, "
	          "max_blocks_per_multiprocessor, max_registers_per_multiprocessor, "
	          "max_shared_bytes_per_multiprocessor, max_threads_per_block, "
	          "max_registers_per_block, "
	          "max_shared_bytes_per_block, memory_clock_khz, memory_bus_bits, "
	          "max_threads_per_multiprocessor, max_shared_bytes_per_block_optin, "
	          "reserved_shared_bytes_per_block, is_concurrent_kernels, is_mig, is_ecc) "
	          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
	          "?, ?, ?, ?)",
	.bind = bind,
	.setting = ALWAYS,
	.is_inventory = true,
};
