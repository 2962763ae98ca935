/* SPDX-License-Identifier: MIT */
/*
 * Keys of any bytes to small numbers 1, 2, 3 ...: how names, launch shapes, streams and threads get
 * the id of their row. One thread (the writer) uses a table at a time.
 */
#ifndef WARPWISE_INTERN_H
#define WARPWISE_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intern {
	struct intern_entry *entries; /* open addressing, a power of two */
	size_t size, used;
	struct intern_key *keys; /* by id - 1 */
	size_t key_room;
};

/* Zero bytes are a valid, empty table. */
void intern_release(struct intern *table);

/* The number of KEY, in *ID; *IS_NEW says that it was not there before. The key is copied. Returns
 * 0 or -ENOMEM. */
int intern_get(struct intern *table, const void *key, size_t bytes, int64_t *id, bool *is_new);

/* The number of KEY; 0: it is not there. */
int64_t intern_find(const struct intern *table, const void *key, size_t bytes);

/* The key that has the number ID, which lives until release, and its size in *BYTES unless NULL. */
const void *intern_key(const struct intern *table, int64_t id, size_t *bytes);

/*
 * Which numbers were met first in this batch (batch.h). Numbers rise as keys come, and a batch that
 * is written again meets the same keys in the same order.
 */
struct intern_mark {
	int64_t met, kept; /* the highest: in this batch, in the trace */
};

bool intern_meets_first(struct intern_mark *mark, int64_t id);

#endif
