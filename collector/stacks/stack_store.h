/* SPDX-License-Identifier: MIT */
/* Rows of the host's stacks. All of it runs on the writer thread. */
#ifndef WARPWISE_STACK_STORE_H
#define WARPWISE_STACK_STORE_H

#include <sqlite3.h>

#include "stacks/call_stacks.h"
#include "stacks/native_samples.h"
#include "store/batch.h"
#include "stacks/binaries.h"
#include "store/rows.h"

struct stack_store {
	sqlite3_stmt *insert;
	struct binaries binaries;
};

/* Returns 0 or -EIO; release also after that. */
int stack_store_init(struct stack_store *store, sqlite3 *db);
void stack_store_release(struct stack_store *store);

/* Write a page, which stays the caller's. */
void stack_store_write_calls(struct stack_store *store, struct batch *batch, struct rows *rows,
                             const struct call_stack_page *page);
void stack_store_write_native(struct stack_store *store, struct batch *batch, struct rows *rows,
                              const struct native_sample_page *page);
void stack_store_write_samples(struct stack_store *store, struct batch *batch, struct rows *rows,
                               const struct item *page);

/* As batch.h has them. */
void stack_store_begin(struct stack_store *store);
void stack_store_write(struct stack_store *store, struct batch *batch);
void stack_store_keep(struct stack_store *store);

#endif
