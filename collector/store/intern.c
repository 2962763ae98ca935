/* SPDX-License-Identifier: MIT */
/* Interning. Runs on the writer thread. */
#include "store/intern.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct intern_entry {
	uint64_t hash;
	void *key; /* NULL: empty */
	uint32_t bytes;
	uint32_t id;
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

static struct intern_entry *find(struct intern_entry *entries, size_t size, uint64_t hash,
                                 const void *key, size_t bytes)
{
	size_t at = hash & (size - 1);

	while (entries[at].key && (entries[at].hash != hash || entries[at].bytes != bytes ||
	                           memcmp(entries[at].key, key, bytes) != 0))
		at = (at + 1) & (size - 1);
	return &entries[at];
}

static int grow(struct intern *table)
{
	size_t size = table->size ? 2 * table->size : 64;
	struct intern_entry *entries = calloc(size, sizeof *entries);

	if (!entries)
		return -ENOMEM;
	for (size_t i = 0; i < table->size; i++) {
		const struct intern_entry *old = &table->entries[i];

		if (old->key)
			*find(entries, size, old->hash, old->key, old->bytes) = *old;
	}
	free(table->entries);
	table->entries = entries;
	table->size = size;
	return 0;
}

int intern_get(struct intern *table, const void *key, size_t bytes, int64_t *id, bool *is_new,
               const void **kept)
{
	uint64_t hash = hash_bytes(key, bytes);
	struct intern_entry *entry;

	if (table->used * 2 >= table->size && grow(table))
		return -ENOMEM;
	entry = find(table->entries, table->size, hash, key, bytes);
	*is_new = !entry->key;
	if (*is_new) {
		void *copy = malloc(bytes ? bytes : 1);

		if (!copy)
			return -ENOMEM;
		memcpy(copy, key, bytes);
		*entry = (struct intern_entry){ hash, copy, (uint32_t)bytes,
			                        (uint32_t)++table->used };
	}
	*id = entry->id;
	if (kept)
		*kept = entry->key;
	return 0;
}

int64_t intern_find(const struct intern *table, const void *key, size_t bytes)
{
	const struct intern_entry *entry =
	        table->size ? find(table->entries, table->size, hash_bytes(key, bytes), key, bytes)
	                    : NULL;

	return entry && entry->key ? entry->id : 0;
}

void intern_release(struct intern *table)
{
	for (size_t i = 0; i < table->size; i++)
		free(table->entries[i].key);
	free(table->entries);
	*table = (struct intern){ 0 };
}
