/* SPDX-License-Identifier: MIT */
/* Rows of what was measured. All of it runs on the writer thread. */
#ifndef WARPWISE_METRIC_STORE_H
#define WARPWISE_METRIC_STORE_H

#include <stdbool.h>
#include <sqlite3.h>

#include "counters/gpu_metrics.h"
#include "counters/instruction_metrics.h"
#include "counters/launch_metrics.h"
#include "store/rows.h"

enum metric_statement {
	INSERT_LAUNCH_VALUE,
	INSERT_OVERHEAD,
	INSERT_MEASURED,
	INSERT_INSTRUCTION,
	INSERT_GPU_SAMPLE,
	INSERT_GPU_VALUE,
	METRIC_STATEMENTS
};

struct metric_store {
	sqlite3_stmt *statements[METRIC_STATEMENTS];
	bool is_counted[LAUNCHES_BESIDE_MAX]; /* of launch_metrics_beside() */
	struct item *waiting; /* launch pages, oldest first, whose kernels are not recorded yet */
};

/* Returns 0 or -EIO; release also after that. */
int metric_store_init(struct metric_store *store, sqlite3 *db);
void metric_store_release(struct metric_store *store);

/*
 * Takes PAGE. A launch is written once its kernel is: metric_store_write(), in a transaction, does
 * that for those whose kernels were written since; metric_store_finish() counts those that are
 * left.
 */
void metric_store_add_launch(struct metric_store *store, struct launch_page *page);
void metric_store_write(struct metric_store *store, struct rows *rows);
void metric_store_finish(struct metric_store *store);

/* Writes PAGE, in a transaction; it stays the caller's. */
void metric_store_add_instructions(struct metric_store *store, struct rows *rows,
                                   const struct instruction_page *page);
void metric_store_add_samples(struct metric_store *store, struct rows *rows,
                              const struct gpu_page *page);

#endif
