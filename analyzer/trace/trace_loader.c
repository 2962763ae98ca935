/* SPDX-License-Identifier: MIT */
/* Reading the rows of a trace: memory, ids, values. */
#include "trace/trace_loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/large_pages.h"

enum { CHUNK_BYTES = 1 << 16 /* of the arena for text */ };

/* ---- memory ---- */

char *keep_text(struct chunk **newest, const char *text, size_t length)
{
	struct chunk *chunk = *newest;
	char *kept;

	if (!chunk || chunk->size - chunk->used <= length) {
		size_t size = length >= CHUNK_BYTES ? length + 1 : CHUNK_BYTES;

		chunk = malloc(sizeof *chunk + size);
		if (!chunk)
			return NULL;
		chunk->used = 0;
		chunk->size = size;
		chunk->next = *newest;
		*newest = chunk;
	}
	kept = chunk->bytes + chunk->used;
	chunk->used += length + 1;
	memcpy(kept, text, length);
	kept[length] = '\0';
	return kept;
}

bool make_room(void *array, size_t count, size_t size)
{
	void *old, *new;

	if (!is_full(count))
		return true;
	if (count >= NONE)
		return false;
	memcpy(&old, array, sizeof old);
	new = reallocarray(old, count ? 2 * count : ARRAY_MIN, size);
	if (!new)
		return false;
	memcpy(array, &new, sizeof new);
	use_large_pages(new, 2 * count * size);
	return true;
}

/* ---- ids of the file to positions ---- */

bool id_map_add(struct id_map *map, int64_t id)
{
	if (!MAKE_ROOM(map->ids, map->count))
		return false;
	map->ids[map->count++] = id;
	return true;
}

bool id_map_finish(struct id_map *map)
{
	uint64_t range =
	        map->count ? (uint64_t)map->ids[map->count - 1] - (uint64_t)map->ids[0] : 0;

	if (map->count == 0 || range / 8 > map->count)
		return true;
	map->dense = malloc((range + 1) * sizeof *map->dense);
	if (!map->dense)
		return false;
	memset(map->dense, 0xff, (range + 1) * sizeof *map->dense); /* NONE */
	for (size_t i = 0; i < map->count; i++)
		map->dense[(uint64_t)map->ids[i] - (uint64_t)map->ids[0]] = (uint32_t)i;
	map->dense_count = range + 1;
	return true;
}

uint32_t id_map_find(const struct id_map *map, int64_t id)
{
	size_t low = 0, high = map->count;

	if (map->dense) {
		uint64_t offset = (uint64_t)id - (uint64_t)map->ids[0];

		return offset < map->dense_count ? map->dense[offset] : NONE;
	}
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (map->ids[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < map->count && map->ids[low] == id ? (uint32_t)low : NONE;
}

void id_map_release(struct id_map *map)
{
	free(map->ids);
	free(map->dense);
}

/* ---- values ---- */

int64_t row_optional(struct loader *l, int column, int64_t low, int64_t high, int64_t none)
{
	return row_is_null(l, column) ? none : row_integer(l, column, low, high);
}

int64_t row_size_bytes(struct loader *l, int column)
{
	return row_integer(l, column, 0, TRACE_SIZE_MAX_BYTES);
}

double row_real(struct loader *l, int column)
{
	double value = sqlite3_value_double(l->values[column]);

	l->is_bad |= !isfinite(value);
	return isfinite(value) ? value : 0;
}

uint8_t row_code(struct loader *l, int column, int64_t highest)
{
	int64_t value = sqlite3_value_int64(l->values[column]);

	return value >= 0 && value <= highest ? (uint8_t)value : 0;
}

uint32_t row_reference(struct loader *l, int column, enum map map)
{
	uint32_t position = id_map_find(&l->maps[map], sqlite3_value_int64(l->values[column]));

	l->is_bad |= position == NONE;
	return position;
}

uint32_t row_optional_reference(struct loader *l, int column, enum map map)
{
	return row_is_null(l, column) ? NONE : row_reference(l, column, map);
}

const char *row_text(struct loader *l, int column)
{
	const char *value = (const char *)sqlite3_value_text(l->values[column]);
	size_t length = value ? strlen(value) : 0;

	if (!value && !row_is_null(l, column))
		return NULL;
	l->text_bytes_left -= (int64_t)length + 1;
	if (l->text_bytes_left < 0) {
		l->damage = "more text than the file holds";
		return NULL;
	}
	return length ? keep_text(l->texts, value, length) : "";
}
