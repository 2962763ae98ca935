/* SPDX-License-Identifier: MIT */
/* Reading the rows of a trace: memory, ids, values. */
#include "trace/trace_loader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* ---- ids of the file to positions ---- */

bool id_map_add(struct id_map *map, int64_t id)
{
	int64_t *added = ARRAY_ADD(&map->ids, &map->count);

	if (added)
		*added = id;
	return added != NULL;
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

static bool is_before(const void *item, const void *key)
{
	return *(const int64_t *)item < *(const int64_t *)key;
}

uint32_t id_map_find(const struct id_map *map, int64_t id)
{
	size_t place;

	if (map->dense) {
		uint64_t offset = (uint64_t)id - (uint64_t)map->ids[0];

		return offset < map->dense_count ? map->dense[offset] : NONE;
	}
	place = lower_bound(&id, map->ids, map->count, sizeof *map->ids, is_before);
	return place < map->count && map->ids[place] == id ? (uint32_t)place : NONE;
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

/* ---- operations ---- */

int operations_room(struct trace_operations *o)
{
	if (!array_is_full(o->count))
		return 0;
	return ARRAY_ROOM(&o->start_ns, o->count) || ARRAY_ROOM(&o->end_ns, o->count) ||
	                       ARRAY_ROOM(&o->stream, o->count) || ARRAY_ROOM(&o->call, o->count) ||
	                       ARRAY_ROOM(&o->detail, o->count) ||
	                       ARRAY_ROOM(&o->channel, o->count) ||
	                       ARRAY_ROOM(&o->type, o->count) || ARRAY_ROOM(&o->flags, o->count)
	               ? -ENOMEM
	               : 0;
}
