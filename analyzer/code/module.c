/* SPDX-License-Identifier: MIT */
/* Unpacks modules. Any thread. */
#include "code/module.h"

#include <errno.h>
#include <stdlib.h>
#include <zstd.h>

void *module_unpack(sqlite3_stmt *row, int column, size_t *budget_bytes, size_t *size, int *err)
{
	const int64_t size_bytes = sqlite3_column_int64(row, column);
	const void *packed = sqlite3_column_blob(row, column + 1);
	const int packed_bytes = sqlite3_column_bytes(row, column + 1);
	void *cubin;

	if (size_bytes <= 0 || size_bytes > MODULE_MAX_BYTES || !packed ||
	    (size_t)size_bytes > *budget_bytes) {
		*err = -EFBIG;
		return NULL;
	}
	cubin = malloc((size_t)size_bytes);
	if (!cubin) {
		*err = -ENOMEM;
		return NULL;
	}
	*budget_bytes -= (size_t)size_bytes;
	*size = ZSTD_decompress(cubin, (size_t)size_bytes, packed, (size_t)packed_bytes);
	if (ZSTD_isError(*size) || *size != (size_t)size_bytes) {
		*err = -EINVAL;
		free(cubin);
		return NULL;
	}
	return cubin;
}
