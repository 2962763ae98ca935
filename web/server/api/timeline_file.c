/* SPDX-License-Identifier: MIT */
/* Tiles are found by binary search in the file: some 17 short reads among 100,000 of them. */
#include "server/api/timeline_file.h"

#include <config.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool read_at(int fd, void *bytes, size_t size, uint64_t offset)
{
	return offset <= INT64_MAX - size && pread(fd, bytes, size, (off_t)offset) == (ssize_t)size;
}

int timeline_file_read(struct timeline_file *file, int fd)
{
	struct timeline_index_footer *footer = &file->footer;
	const off_t end = lseek(fd, 0, SEEK_END);
	uint64_t tiles_end;

	file->fd = fd;
	if (end < (off_t)sizeof *footer)
		return -EINVAL;
	tiles_end = (uint64_t)end - sizeof *footer;
	if (!read_at(fd, footer, sizeof *footer, tiles_end) ||
	    memcmp(footer->magic, TIMELINE_INDEX_MAGIC, sizeof footer->magic) != 0 ||
	    strncmp(footer->version, PACKAGE_VERSION, sizeof footer->version) != 0)
		return -EINVAL;
	if (footer->head_offset > tiles_end ||
	    footer->head_bytes > tiles_end - footer->head_offset ||
	    footer->entries_offset > tiles_end ||
	    footer->entries_count >
	            (tiles_end - footer->entries_offset) / sizeof(struct timeline_index_entry))
		return -EINVAL;
	return footer->root_ns < FINE_TILE_CELLS || footer->last_ns < footer->first_ns ? -EINVAL
	                                                                               : 0;
}

int timeline_file_add(const struct timeline_file *file, uint64_t offset_bytes, uint64_t size_bytes,
                      struct buffer *out)
{
	char *bytes;
	int err = buffer_reserve(out, size_bytes, &bytes);

	if (!err && !read_at(file->fd, bytes, size_bytes, offset_bytes))
		err = -EIO;
	if (!err)
		out->size += size_bytes;
	return err;
}

static bool entry_at(const struct timeline_file *file, uint64_t place,
                     struct timeline_index_entry *entry)
{
	return read_at(file->fd, entry, sizeof *entry,
	               file->footer.entries_offset + place * sizeof *entry);
}

/* 1: it is there. */
static int find(const struct timeline_file *file, uint64_t key, struct timeline_index_entry *entry)
{
	uint64_t low = 0, high = file->footer.entries_count;

	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		if (!entry_at(file, middle, entry))
			return -EINVAL;
		if (entry->key == key)
			return entry->offset_bytes > file->footer.head_offset ||
			                       entry->size_bytes > file->footer.head_offset -
			                                                   entry->offset_bytes
			               ? -EINVAL
			               : 1;
		if (entry->key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}

int timeline_file_find(const struct timeline_file *file, enum fine_rows rows, int level,
                       uint64_t index, struct timeline_index_entry *entry)
{
	for (; level >= 0; level--, index /= FINE_TILE_RATIO) {
		int found = find(file, timeline_index_key(rows, level, index), entry);

		if (found)
			return found < 0 ? found : 0;
	}
	return -EINVAL;
}

int64_t timeline_file_tile_ns(const struct timeline_file *file, int level)
{
	int64_t tile_ns = file->footer.root_ns;

	while (level-- && tile_ns > FINE_TILE_CELLS)
		tile_ns /= FINE_TILE_RATIO;
	return tile_ns;
}

int timeline_file_level(const struct timeline_file *file, int64_t span_ns, int64_t pixels)
{
	const double pixel_ns = (double)span_ns / (double)pixels;
	int64_t cell_ns = file->footer.root_ns / FINE_TILE_CELLS;
	int level = 0;

	for (; (double)cell_ns > pixel_ns && cell_ns > 1; cell_ns /= FINE_TILE_RATIO)
		level++;
	return level;
}
