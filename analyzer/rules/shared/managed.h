/* SPDX-License-Identifier: MIT */
/* Managed memory, which lies where it was last used. Any thread. */
#ifndef WARPWISE_RULES_MANAGED_H
#define WARPWISE_RULES_MANAGED_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

static inline bool is_managed(uint8_t memory_kind)
{
	return memory_kind == MEMORY_MANAGED || memory_kind == MEMORY_MANAGED_STATIC;
}

/* Bytes of managed memory that were allocated in all; 0: none is used. Unknown sizes count 1. */
int64_t managed_bytes(const struct trace *trace);

#endif
