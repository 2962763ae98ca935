/* SPDX-License-Identifier: MIT */
/* Writes what was measured. Runs on the writer thread. */
#include "counters/metric_store.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "host/losses.h"

static const char *const sql[METRIC_STATEMENTS] = {
	[INSERT_LAUNCH_VALUE] = "INSERT INTO launch_metric (measured_launch_id, metric_id, value) "
	                        "VALUES (?1, ?2, ?3)",
	[INSERT_OVERHEAD] = "INSERT INTO overhead (kind, start_ns, duration_ns, thread_id) "
	                    "VALUES (?1, ?2, ?3, ?4)",
	[INSERT_MEASURED] =
	        "INSERT INTO measured_launch (launch_shape_id, correlation_id, ordinal, passes) "
	        "VALUES (?1, nullif(?2, 0), ?3, ?4)",
	[INSERT_INSTRUCTION] =
	        "INSERT INTO instruction_metric (measured_launch_id, module_crc, pc_offset_bytes, "
	        "metric_id, value) VALUES (?1, ?2, ?3, ?4, ?5)",
	[INSERT_GPU_SAMPLE] = "INSERT INTO gpu_sample (id, device_id, start_ns, duration_ns) "
	                      "VALUES (?4, ?1, ?2, ?3)",
	[INSERT_GPU_VALUE] = "INSERT INTO gpu_sample_metric (gpu_sample_id, metric_id, value) "
	                     "VALUES (?1, ?2, ?3)",
};

int metric_store_init(struct metric_store *store, sqlite3 *db)
{
	*store = (struct metric_store){ 0 };
	for (int i = 0; i < METRIC_STATEMENTS; i++)
		if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
		                       &store->statements[i], NULL) != SQLITE_OK)
			return -EIO;
	return 0;
}

static void free_all(struct item **list)
{
	while (*list) {
		struct item *item = *list;

		*list = item->next;
		free(item);
	}
}

void metric_store_release(struct metric_store *store)
{
	for (int i = 0; i < METRIC_STATEMENTS; i++)
		sqlite3_finalize(store->statements[i]);
	metric_store_begin(store);
	free_all(&store->waiting);
}

void metric_store_finish(struct metric_store *store)
{
	for (struct item *item = store->waiting; item; item = item->next)
		counter_add(COUNTER_unmatched_launches, 1);
}

/* Binds VALUES to the parameters from ?1 on and inserts. Returns the row's id. */
static int64_t insert(struct batch *batch, sqlite3_stmt *statement, const int64_t *values,
                      int count)
{
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(statement, i + 1, values[i]);
	batch_run(batch, statement);
	return sqlite3_last_insert_rowid(batch->db);
}

void metric_store_add_launch(struct metric_store *store, struct launch_page *page)
{
	struct item **end = &store->waiting;

	while (*end)
		end = &(*end)->next;
	page->item.next = NULL;
	*end = &page->item;
}

static void write_launch(struct metric_store *store, struct batch *batch, struct rows *rows,
                         const struct launch_page *page)
{
	sqlite3_stmt *insert_value = store->statements[INSERT_LAUNCH_VALUE];
	enum counter counted = COUNTER_untimed_operations;
	const int64_t shape = rows_untimed_shape(rows, page->correlation_id, &counted);
	const int64_t launch[] = { shape, rows_correlation(rows, page->correlation_id),
		                   page->ordinal, page->passes };
	const int64_t overhead[] = {
		CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION,
		rows_time(rows, page->start_ns),
		(int64_t)(page->end_ns - page->start_ns),
		rows_thread(rows, page->thread_id),
	};
	int64_t ids[] = { insert(batch, store->statements[INSERT_MEASURED], launch, 4), 0 };

	for (size_t i = 0; i < page->count; i++) {
		if (isnan(page->values[i].value)) /* nothing to divide by: no value */
			continue;
		ids[1] = rows_metric(rows, page->values[i].metric);
		sqlite3_bind_double(insert_value, 3, page->values[i].value);
		insert(batch, insert_value, ids, 2);
	}
	if (page->end_ns > page->start_ns)
		insert(batch, store->statements[INSERT_OVERHEAD], overhead, 4);
	batch_count(batch, COUNTER_measured_launches, 1);
	batch_count(batch, counted, -1); /* it has no times, as it has to be */
}

/* Kernels beside a window that lost their times, too. */
static void count_beside(struct metric_store *store, const struct rows *rows)
{
	size_t count;
	const _Atomic uint32_t *launches = launches_beside(&count);

	for (size_t i = 0; i < count; i++) {
		enum counter counted;

		if (store->is_counted[i] || !rows_untimed_shape(rows, launches[i], &counted))
			continue;
		store->is_counted[i] = true;
		counter_add(counted, -1);
		counter_add(COUNTER_untimed_beside, 1);
	}
}

void metric_store_begin(struct metric_store *store)
{
	struct item **end = &store->written;

	while (*end)
		end = &(*end)->next;
	*end = store->waiting;
	store->waiting = store->written;
	store->written = NULL;
}

void metric_store_write(struct metric_store *store, struct batch *batch, struct rows *rows)
{
	struct item **link = &store->waiting;

	while (*link) {
		struct launch_page *page = (struct launch_page *)*link;
		enum counter counted;

		if (!rows_untimed_shape(rows, page->correlation_id, &counted)) {
			link = &page->item.next;
			continue;
		}
		*link = page->item.next;
		page->item.next = store->written;
		store->written = &page->item;
		write_launch(store, batch, rows, page);
	}
}

void metric_store_keep(struct metric_store *store, struct rows *rows)
{
	free_all(&store->written);
	count_beside(store, rows);
}

void metric_store_write_instructions(struct metric_store *store, struct batch *batch,
                                     struct rows *rows, const struct instruction_page *page)
{
	/* A run without calls has none that launched; the first launch, which ran once. */
	const int64_t launch[] = { rows_launch_shape(rows, &page->kernel), 0, 1, 1 };
	const int64_t id = insert(batch, store->statements[INSERT_MEASURED], launch, 4);

	for (size_t i = 0; i < page->count; i++) {
		const struct instruction_value *value = &page->values[i];
		const int64_t values[] = {
			id,
			(int64_t)value->module_crc,
			value->pc_offset_bytes,
			rows_metric(rows, value->metric),
			value->value,
		};

		insert(batch, store->statements[INSERT_INSTRUCTION], values, 5);
	}
}

void metric_store_write_samples(struct metric_store *store, struct batch *batch, struct rows *rows,
                                const struct gpu_page *page)
{
	sqlite3_stmt *value = store->statements[INSERT_GPU_VALUE];
	int64_t metrics[GPU_METRICS];

	for (size_t metric = 0; metric < page->metrics; metric++)
		metrics[metric] = rows_metric(rows, page->names[metric]);
	for (size_t i = 0; i < page->count; i++) {
		const struct gpu_sample *sample = &page->samples[i];
		const int64_t interval[] = {
			page->device,
			rows_time(rows, sample->start_ns),
			(int64_t)(sample->end_ns - sample->start_ns),
			++store->gpu_samples,
		};
		int64_t ids[] = { insert(batch, store->statements[INSERT_GPU_SAMPLE], interval, 4),
			          0 };

		for (size_t metric = 0; metric < page->metrics; metric++) {
			if (isnan(sample->values[metric]))
				continue;
			ids[1] = metrics[metric];
			sqlite3_bind_double(value, 3, sample->values[metric]);
			insert(batch, value, ids, 2);
		}
	}
}
