/* SPDX-License-Identifier: MIT */
/* The stores together. Runs on the writer thread. */
#include "session/stores.h"

#include <errno.h>

#include "host/recording.h"
#include "store/alive.h"

int stores_init(struct stores *stores, struct batch *batch)
{
	stores->rows = rows_new(batch, recording.start_ns);
	if (!stores->rows || module_store_init(&stores->modules, batch->db) ||
	    sample_store_init(&stores->samples, batch->db) ||
	    metric_store_init(&stores->metrics, batch->db) ||
	    stack_store_init(&stores->stacks, batch->db) ||
	    wait_store_init(&stores->waits, batch->db,
	                    recording.settings.number[SETTING_ID_event_times]))
		return -EIO;
	return 0;
}

void stores_release(struct stores *stores)
{
	module_store_release(&stores->modules);
	sample_store_release(&stores->samples);
	metric_store_release(&stores->metrics);
	stack_store_release(&stores->stacks);
	wait_store_release(&stores->waits);
	if (stores->rows)
		rows_free(stores->rows);
}

/* ---- items ---- */

void stores_take_item(struct stores *stores, struct item *item)
{
	if (item->type == ITEM_SAMPLES)
		sample_store_add(&stores->samples, stores->rows, (struct sample_page *)item);
	else
		metric_store_add_launch(&stores->metrics, (struct launch_page *)item);
}

static void write_module(struct stores *stores, struct batch *batch, struct item *item)
{
	struct module *module = (struct module *)item;

	module_store_write(&stores->modules, batch, module,
	                   rows_time(stores->rows, module->loaded_ns));
}

static void write_instructions(struct stores *stores, struct batch *batch, struct item *item)
{
	const struct instruction_page *page = (const struct instruction_page *)item;

	batch->bytes += page->count * sizeof *page->values;
	metric_store_write_instructions(&stores->metrics, batch, stores->rows, page);
}

static void write_gpu_samples(struct stores *stores, struct batch *batch, struct item *item)
{
	const struct gpu_page *page = (const struct gpu_page *)item;

	batch->bytes += page->count * sizeof *page->samples;
	metric_store_write_samples(&stores->metrics, batch, stores->rows, page);
}

static void write_stacks(struct stores *stores, struct batch *batch, struct item *item)
{
	stack_store_write_samples(&stores->stacks, batch, stores->rows, item);
}

static void write_call_stacks(struct stores *stores, struct batch *batch, struct item *item)
{
	stack_store_write_calls(&stores->stacks, batch, stores->rows,
	                        (const struct call_stack_page *)item);
}

static void write_native_samples(struct stores *stores, struct batch *batch, struct item *item)
{
	stack_store_write_native(&stores->stacks, batch, stores->rows,
	                         (const struct native_sample_page *)item);
}

static void (*const writes[ITEM_TYPES])(struct stores *stores, struct batch *batch,
                                        struct item *item) = {
	[ITEM_MODULE] = write_module,           [ITEM_INSTRUCTIONS] = write_instructions,
	[ITEM_GPU_SAMPLES] = write_gpu_samples, [ITEM_STACKS] = write_stacks,
	[ITEM_CALL_STACKS] = write_call_stacks, [ITEM_NATIVE_SAMPLES] = write_native_samples,
};

void stores_write_item(struct stores *stores, struct batch *batch, struct item *item)
{
	writes[item->type](stores, batch, item);
}

/* ---- batches ---- */

void stores_begin(struct stores *stores)
{
	rows_begin(stores->rows);
	module_store_begin(&stores->modules);
	sample_store_begin(&stores->samples);
	stack_store_begin(&stores->stacks);
	metric_store_begin(&stores->metrics);
}

bool stores_are_due(void)
{
	return alive_is_due();
}

/* The times of events look for their rows. */
void stores_write_first(struct stores *stores, struct batch *batch)
{
	wait_store_take(&stores->waits, stores->rows);
	wait_store_write(&stores->waits, batch);
}

void stores_write_last(struct stores *stores, struct batch *batch)
{
	sample_store_write(&stores->samples, batch);
	stack_store_write(&stores->stacks, batch);
	metric_store_write(&stores->metrics, batch, stores->rows);
	rows_write(stores->rows);
	if (alive_is_due())
		alive_write(batch);
}

void stores_keep(struct stores *stores)
{
	rows_keep(stores->rows);
	module_store_keep(&stores->modules);
	sample_store_keep(&stores->samples);
	stack_store_keep(&stores->stacks);
	metric_store_keep(&stores->metrics, stores->rows);
	wait_store_keep(&stores->waits);
}
