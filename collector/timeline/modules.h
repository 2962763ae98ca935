/* SPDX-License-Identifier: MIT */
/* GPU code: copied when it is loaded, stored once. */
#ifndef WARPWISE_MODULES_H
#define WARPWISE_MODULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sqlite3.h>

#include "store/batch.h"
#include "store/intern.h"
#include "host/queue.h"

/* A loaded module on its way to the writer. */
struct module {
	struct item item;   /* ITEM_MODULE */
	uint64_t loaded_ns; /* CUPTI's timestamp */
	size_t bytes;
	bool is_known; /* equal code is in the trace */
	uint8_t cubin[];
};

/* Copies a cubin and pushes it to QUEUE, while no more than LIMIT bytes were kept. Runs in CUPTI's
 * callback. */
void modules_loaded(struct queue *queue, const void *cubin, size_t bytes, size_t limit);

struct module_store {
	sqlite3_stmt *insert;
	struct intern known; /* checksums and sizes */
	struct intern_mark mark;
};

/* The writer's side. Returns 0 or -EIO. */
int module_store_init(struct module_store *store, sqlite3 *db);
void module_store_release(struct module_store *store);

/* As batch.h has them. */
void module_store_begin(struct module_store *store);
void module_store_write(struct module_store *store, struct batch *batch, struct module *module,
                        int64_t loaded_ns);
void module_store_keep(struct module_store *store);

/* Frees MODULE, which is in the trace, or is lost. */
void module_free(struct module *module);

#endif
