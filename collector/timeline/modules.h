/* SPDX-License-Identifier: MIT */
/* GPU code: copied when it is loaded, stored once. */
#ifndef WARPWISE_MODULES_H
#define WARPWISE_MODULES_H

#include <stddef.h>
#include <stdint.h>
#include <sqlite3.h>

#include "store/intern.h"
#include "store/queue.h"

/* A loaded module on its way to the writer. */
struct module {
	struct item item;   /* ITEM_MODULE */
	uint64_t loaded_ns; /* CUPTI's timestamp */
	size_t bytes;
	uint8_t cubin[];
};

/* Copies a cubin and pushes it to QUEUE, while no more than LIMIT bytes were kept. Runs in CUPTI's
 * callback. */
void modules_loaded(struct queue *queue, const void *cubin, size_t bytes, size_t limit);

struct module_store {
	sqlite3_stmt *insert;
	struct intern known; /* checksums and sizes that are in the trace */
};

/* The writer's side. Both return 0 or -EIO; store frees MODULE in any case. */
int module_store_init(struct module_store *store, sqlite3 *db);
int module_store_add(struct module_store *store, struct module *module, int64_t loaded_ns);
void module_store_release(struct module_store *store);

#endif
