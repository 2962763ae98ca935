/* SPDX-License-Identifier: MIT */
/* What the headers of a loaded program or library say. Any thread. */
#ifndef WARPWISE_BINARY_FILE_H
#define WARPWISE_BINARY_FILE_H

#include <stdint.h>

#include "host/loaded.h"

/* Where a binary is mapped, and the index of its unwind tables (.eh_frame_hdr) in there. */
struct binary_place {
	uintptr_t start, end;
	uintptr_t index, index_end; /* both 0: it has none */
};

enum { BUILD_ID_BYTES_MAX = 64 };

struct binary_file {
	uintptr_t load_address; /* what its own addresses are shifted by */
	struct binary_place place;
	char build_id[2 * BUILD_ID_BYTES_MAX + 1]; /* "": none, or not known */
};

/*
 * Reads them from the file, since a library may be unmapped at any time; the program's own and the
 * kernel's are in memory for good, and are read there. Of a file that cannot be read or is another
 * one by now, only what the mappings say is known.
 */
void binary_file_read(struct binary_file *read, const struct loaded_file *file);

#endif
