/* SPDX-License-Identifier: MIT */
/* The modules of a trace: cubins, packed. Any thread. */
#ifndef WARPWISE_MODULE_H
#define WARPWISE_MODULE_H

#include <stddef.h>
#include <stdint.h>
#include <sqlite3.h>

enum { MODULE_MAX_BYTES = 256 << 20 }; /* of one cubin, unpacked */

/*
 * The cubin in columns COLUMN, its size, and COLUMN + 1, the packed bytes, of ROW, in new memory
 * for the caller to free. Takes its size from *BUDGET_BYTES. NULL with *ERR set: -EFBIG (over the
 * budget, or of no possible size), -ENOMEM, -EINVAL (not what the row says).
 */
void *module_unpack(sqlite3_stmt *row, int column, size_t *budget_bytes, size_t *size, int *err);

#endif
