/* SPDX-License-Identifier: MIT */
/* Interning. Runs on the writer thread. */
#include "store/intern.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct intern_entry {
	uint64_t hash;
	uint32_t id; /* 0: empty */
};

struct intern_key {
	void *data;
	size_t bytes;
};

/* Eight bytes at a step: keys are up to a few KiB of C++ names and are hashed for every new
 * pointer. */
static uint64_t hash_bytes(const void *key, size_t bytes)
{
	const uint64_t odd =
	        0x9e3779b97f4a7c15; /* 2^64 / golden ratio: spreads neighbouring values */
	uint64_t hash = bytes * odd;
	const unsigned char *p = key;
	uint64_t word;

	for (; bytes >= sizeof word; bytes -= sizeof word, p += sizeof word) {
		memcpy(&word, p, sizeof word);
		hash = (hash ^ word) * odd;
		hash ^= hash >> 32;
	}
	word = 0;
	memcpy(&word, p, bytes);
	hash = (hash ^ word) * odd;
	return hash ^ hash >> 29;
}

static bool has_key(const struct intern *table, const struct intern_entry *entry, uint64_t hash,
                    const void *key, size_t bytes)
{
	const struct intern_key *kept = &table->keys[entry->id - 1];

	return entry->hash == hash && kept->bytes == bytes && memcmp(kept->data, key, bytes) == 0;
}

/* The entry of KEY, or the empty one where it belongs. */
static struct intern_entry *find(const struct intern *table, uint64_t hash, const void *key,
                                 size_t bytes)
{
	size_t at = hash & (table->size - 1);

	while (table->entries[at].id && !has_key(table, &table->entries[at], hash, key, bytes))
		at = (at + 1) & (table->size - 1);
	return &table->entries[at];
}

static int grow(struct intern *table)
{
	size_t size = table->size ? 2 * table->size : 64;
	struct intern_entry *entries = calloc(size, sizeof *entries);

	if (!entries)
		return -ENOMEM;
	for (size_t i = 0; i < table->size; i++) {
		size_t at = table->entries[i].hash & (size - 1);

		if (!table->entries[i].id)
			continue;
		while (entries[at].id)
			at = (at + 1) & (size - 1);
		entries[at] = table->entries[i];
	}
	free(table->entries);
	table->entries = entries;
	table->size = size;
	return 0;
}

/* A copy of KEY at the end of the keys. */
static int add_key(struct intern *table, const void *key, size_t bytes)
{
	void *copy;

	if (table->used == table->key_room) {
		size_t room = table->key_room ? 2 * table->key_room : 32;
		struct intern_key *keys = reallocarray(table->keys, room, sizeof *keys);

		if (!keys)
			return -ENOMEM;
		table->keys = keys;
		table->key_room = room;
	}
	copy = malloc(bytes ? bytes : 1);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, key, bytes);
	table->keys[table->used++] = (struct intern_key){ copy, bytes };
	return 0;
}

int intern_get(struct intern *table, const void *key, size_t bytes, int64_t *id, bool *is_new)
{
	uint64_t hash = hash_bytes(key, bytes);
	struct intern_entry *entry;

	if (table->used * 2 >= table->size && grow(table))
		return -ENOMEM;
	entry = find(table, hash, key, bytes);
	*is_new = !entry->id;
	if (*is_new) {
		if (add_key(table, key, bytes))
			return -ENOMEM;
		*entry = (struct intern_entry){ hash, (uint32_t)table->used };
	}
	*id = entry->id;
	return 0;
}

int64_t intern_find(const struct intern *table, const void *key, size_t bytes)
{
	return table->size ? find(table, hash_bytes(key, bytes), key, bytes)->id : 0;
}

const void *intern_key(const struct intern *table, int64_t id, size_t *bytes)
{
	const struct intern_key *key = &table->keys[id - 1];

	if (bytes)
		*bytes = key->bytes;
	return key->data;
}

bool intern_meets_first(struct intern_mark *mark, int64_t id)
{
	if (id <= mark->met)
		return false;
	mark->met = id;
	return true;
}

void intern_release(struct intern *table)
{
	for (size_t i = 0; i < table->used; i++)
		free(table->keys[i].data);
	free(table->keys);
	free(table->entries);
	*table = (struct intern){ 0 };
}
