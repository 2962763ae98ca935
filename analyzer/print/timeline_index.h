/* SPDX-License-Identifier: MIT */
/*
 * A file with the timeline of a process by window and resolution: its tiles (fine_tiles.h), each
 * compressed by itself as columns, the head, which says what all of them have in common, a list of
 * the tiles, and a footer, which is read first. It is read on the machine that wrote it, by the
 * version that wrote it, so what is not compressed is as memory has it.
 */
#ifndef WARPWISE_TIMELINE_INDEX_H
#define WARPWISE_TIMELINE_INDEX_H

#include <stdint.h>
#include <stdio.h>

#include "report/fine_tiles.h"
#include "report/report.h"

#define TIMELINE_INDEX_MAGIC "wwtiles\2"

/* A tile. Entries are in order of KEY; a tile without boxes has no bytes. */
struct timeline_index_entry {
	uint64_t key; /* timeline_index_key() */
	uint64_t offset_bytes;
	uint32_t size_bytes;
	uint32_t count; /* boxes */
	uint32_t is_complete, zero;
};

struct timeline_index_footer {
	char magic[8];
	char version[24]; /* of warpwise */
	int64_t first_ns, last_ns, root_ns;
	uint64_t head_offset, head_bytes;
	uint64_t entries_offset, entries_count;
};

static inline uint64_t timeline_index_key(enum fine_rows rows, int level, uint64_t index)
{
	return (uint64_t)rows << 56 | (uint64_t)level << 48 | index;
}

/* Writes the index of REPORT, which begins as { 0 } and gets TRACE. Returns 0 or -errno; whether
 * STREAM took all is its owner's to ask. */
int timeline_index_write(struct report *report, const struct trace *trace, FILE *stream);

#endif
