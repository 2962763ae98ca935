/* SPDX-License-Identifier: MIT */
/*
 * NVTX's binary interface for tools, as far as it is used here: nvtxDetail/nvtxTypes.h and
 * nvtxDetail/nvtxExtTypes.h.
 */
#ifndef WARPWISE_NVTX_INTERFACE_H
#define WARPWISE_NVTX_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

enum {
	NVTX_EXPORT_TABLE_CALLBACKS = 1,
	NVTX_MODULE_CORE = 1,
	NVTX_MODULE_CORE2 = 5,
	NVTX_ATTRIBUTES_VERSION = 3,
};

/* Places in the table of module CORE ... */
enum nvtx_core {
	NVTX_MARK_EX = 1,
	NVTX_MARK,
	NVTX_MARK_WIDE,
	NVTX_START_EX,
	NVTX_START,
	NVTX_START_WIDE,
	NVTX_END,
	NVTX_PUSH_EX,
	NVTX_PUSH,
	NVTX_PUSH_WIDE,
	NVTX_POP,
	NVTX_CORE_FUNCTIONS
};

/* ... and of CORE2. */
enum nvtx_core2 {
	NVTX_DOMAIN_MARK = 1,
	NVTX_DOMAIN_START,
	NVTX_DOMAIN_END,
	NVTX_DOMAIN_PUSH,
	NVTX_DOMAIN_POP,
	NVTX_REGISTER = 10,
	NVTX_REGISTER_WIDE,
	NVTX_DOMAIN_CREATE,
	NVTX_DOMAIN_CREATE_WIDE,
	NVTX_CORE2_FUNCTIONS
};

typedef void (*nvtx_function)(void);

struct nvtx_callbacks {
	size_t size;
	int (*get_table)(int module, nvtx_function ***table, unsigned *count);
};

enum nvtx_message { NVTX_NO_NAME, NVTX_NAME, NVTX_WIDE_NAME };

struct nvtx_attributes {
	uint16_t version, size;
	uint32_t category;
	int32_t color_type;
	uint32_t color;
	int32_t payload_type, reserved;
	uint64_t payload;
	int32_t message_type; /* enum nvtx_message, or a registered string */
	const void *message;
};

/*
 * The table of MODULE in the copy of NVTX whose nvtxGetExportTable() is GET_EXPORT_TABLE, if it has
 * COUNT places at least; else NULL.
 */
nvtx_function **nvtx_table(void *get_export_table, int module, unsigned count);

#endif
