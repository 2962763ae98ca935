/* SPDX-License-Identifier: MIT */
/*
 * Times in which pages of managed memory moved. Seen on an H200 with CUPTI 13.0: a kernel's faults
 * come as groups, each with a time that ends when the driver lets the warps go on; within it, or
 * behind it, are the moves that they caused, and those that the driver guessed to come next.
 */
#include "graph/migration.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

/* It moves because somebody touched it, or is about to. */
static bool is_on_demand(const struct trace_migration *migration)
{
	return migration->cause == MIGRATION_ON_DEMAND || migration->cause == MIGRATION_AHEAD;
}

bool migration_holds_kernels(const struct trace_migration *migration)
{
	return migration->kind == MIGRATION_DEVICE_FAULTS ||
	       migration->kind == MIGRATION_THROTTLING ||
	       (migration->kind == MIGRATION_HTOD && is_on_demand(migration));
}

static bool holds_host(const struct trace_migration *migration)
{
	return migration->kind == MIGRATION_HOST_FAULT ||
	       (migration->kind == MIGRATION_DTOH && is_on_demand(migration));
}

static bool holds_streams(const struct trace_migration *migration)
{
	return (migration->kind == MIGRATION_HTOD || migration->kind == MIGRATION_DTOH) &&
	       migration->cause == MIGRATION_ASKED_FOR;
}

static int add(struct held_times *held, const struct trace_migration *migration)
{
	return interval_set_add(&held->times, migration->start_ns, migration->end_ns);
}

/* One whose device is not known may hold kernels of any. */
static int add_to_devices(struct migrations *migrations, const struct trace *trace,
                          const struct trace_migration *migration)
{
	int err = 0;

	for (uint32_t d = 0; !err && d < trace->devices_count; d++)
		if (migration->device == NONE || migration->device == d)
			err = add(&migrations->kernels[d], migration);
	return err;
}

static int unite(struct held_times *held)
{
	interval_set_unite(&held->times);
	held->before_ns = calloc(held->times.count + 1, sizeof *held->before_ns);
	if (!held->before_ns)
		return -ENOMEM;
	for (size_t i = 0; i < held->times.count; i++)
		held->before_ns[i + 1] = held->before_ns[i] + held->times.items[i].end_ns -
		                         held->times.items[i].start_ns;
	return 0;
}

int migrations_init(struct migrations *migrations, const struct trace *trace)
{
	int err = 0;

	*migrations = (struct migrations){ .kernels = calloc(trace->devices_count + 1,
		                                             sizeof *migrations->kernels) };
	if (!migrations->kernels)
		return -ENOMEM;
	for (size_t i = 0; !err && i < trace->migrations_count; i++) {
		const struct trace_migration *it = &trace->migrations[i];

		if (migration_holds_kernels(it))
			err = add_to_devices(migrations, trace, it);
		else if (holds_host(it))
			err = add(&migrations->host, it);
		else if (holds_streams(it))
			err = add(&migrations->streams, it);
	}
	for (uint32_t d = 0; !err && d < trace->devices_count; d++)
		err = unite(&migrations->kernels[d]);
	if (!err)
		err = unite(&migrations->host);
	return err ? err : unite(&migrations->streams);
}

static void release(struct held_times *held)
{
	interval_set_release(&held->times);
	free(held->before_ns);
}

void migrations_release(struct migrations *migrations, const struct trace *trace)
{
	for (uint32_t d = 0; migrations->kernels && d < trace->devices_count; d++)
		release(&migrations->kernels[d]);
	free(migrations->kernels);
	release(&migrations->host);
	release(&migrations->streams);
}

static bool starts_before(const void *item, const void *key)
{
	return ((const struct interval *)item)->start_ns < *(const int64_t *)key;
}

/* How much of HELD lies before NS. */
static int64_t held_before(const struct held_times *held, int64_t ns)
{
	const struct interval_set *times = &held->times;
	const size_t count =
	        lower_bound(&ns, times->items, times->count, sizeof *times->items, starts_before);
	const int64_t end_ns = count ? times->items[count - 1].end_ns : ns;

	return held->before_ns[count] - (end_ns > ns ? end_ns - ns : 0);
}

int64_t held_ns(const struct held_times *held, int64_t from_ns, int64_t to_ns)
{
	if (!held->times.count || to_ns <= from_ns)
		return 0;
	return held_before(held, to_ns) - held_before(held, from_ns);
}
