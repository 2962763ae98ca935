/* SPDX-License-Identifier: MIT */
/* Rows of what was measured. All of it runs on the writer thread. */
#ifndef WARPWISE_METRIC_STORE_H
#define WARPWISE_METRIC_STORE_H

#include <stdbool.h>
#include <sqlite3.h>

#include "counters/gpu_metrics.h"
#include "counters/instruction_metrics.h"
#include "counters/launch_metrics.h"
#include "counters/launches_beside.h"
#include "store/batch.h"
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
	bool is_counted[LAUNCHES_BESIDE_MAX]; /* of launches_beside() */
	int64_t gpu_samples;                  /* so far: their ids go on in each file */
	struct item *waiting; /* launch pages, oldest first, whose kernels are not recorded yet */
	struct item *written; /* those that this batch has written */
};

/* Returns 0 or -EIO; release also after that. */
int metric_store_init(struct metric_store *store, sqlite3 *db);
void metric_store_release(struct metric_store *store);

/* Takes PAGE, which is written once its kernel is. */
void metric_store_add_launch(struct metric_store *store, struct launch_page *page);

/* As batch.h has them: of the launches whose kernels were written. */
void metric_store_begin(struct metric_store *store);
void metric_store_write(struct metric_store *store, struct batch *batch, struct rows *rows);
void metric_store_keep(struct metric_store *store, struct rows *rows);

/* Counts the launches that are left. */
void metric_store_finish(struct metric_store *store);

/* Write PAGE, which stays the caller's. */
void metric_store_write_instructions(struct metric_store *store, struct batch *batch,
                                     struct rows *rows, const struct instruction_page *page);
void metric_store_write_samples(struct metric_store *store, struct batch *batch, struct rows *rows,
                                const struct gpu_page *page);

#endif
