/* SPDX-License-Identifier: MIT */
/* All that makes rows beside the record kinds, as one. On the writer thread. */
#ifndef WARPWISE_STORES_H
#define WARPWISE_STORES_H

#include <stdbool.h>
#include <sqlite3.h>

#include "store/batch.h"
#include "counters/metric_store.h"
#include "store/rows.h"
#include "counters/sample_store.h"
#include "stacks/stack_store.h"
#include "timeline/wait_store.h"
#include "timeline/modules.h"

struct stores {
	struct rows *rows; /* what the others point to */
	struct module_store modules;
	struct sample_store samples;
	struct metric_store metrics;
	struct wait_store waits;
	struct stack_store stacks;
};

/* For BATCH, which stays the caller's. Returns 0 or -EIO; release also after that. */
int stores_init(struct stores *stores, struct batch *batch);
void stores_release(struct stores *stores);

/* What was handed over for one of them: takes it, to be written with the rest, or writes it. */
void stores_take_item(struct stores *stores, struct item *item);
void stores_write_item(struct stores *stores, struct batch *batch, struct item *item);

/* Whether there is something to be written though nothing was handed over. */
bool stores_are_due(void);

/* As batch.h has them. Waits come before all records, the rest after them. */
void stores_begin(struct stores *stores);
void stores_write_first(struct stores *stores, struct batch *batch);
void stores_write_last(struct stores *stores, struct batch *batch);
void stores_keep(struct stores *stores);

#endif
