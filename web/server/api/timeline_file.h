/* SPDX-License-Identifier: MIT */
/* Reads the index of a timeline (print/timeline_index.h). Nothing in it is trusted. Any thread. */
#ifndef WARPWISE_SERVER_TIMELINE_FILE_H
#define WARPWISE_SERVER_TIMELINE_FILE_H

#include "print/timeline_index.h"
#include "server/base/buffer.h"

struct timeline_file {
	int fd; /* its owner's */
	struct timeline_index_footer footer;
};

/* 0, or -EINVAL: it is no index of this version, and is to be made again. */
int timeline_file_read(struct timeline_file *file, int fd);

/* Adds SIZE_BYTES at OFFSET_BYTES to OUT. 0 or -errno. */
int timeline_file_add(const struct timeline_file *file, uint64_t offset_bytes, uint64_t size_bytes,
                      struct buffer *out);

/*
 * The tile of ROWS that shows tile INDEX of LEVEL: it or, where a coarser one shows all that there
 * is, that one. 0, or -EINVAL: the file is damaged.
 */
int timeline_file_find(const struct timeline_file *file, enum fine_rows rows, int level,
                       uint64_t index, struct timeline_index_entry *entry);

/* The coarsest level that shows SPAN_NS in as many cells as it has PIXELS. */
int timeline_file_level(const struct timeline_file *file, int64_t span_ns, int64_t pixels);

/* How long a tile of LEVEL is. */
int64_t timeline_file_tile_ns(const struct timeline_file *file, int level);

#endif
