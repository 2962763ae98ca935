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
#include "base/statistics.h"
#include "graph/constants.h"

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

static bool holds_streams(const struct trace_migration *migration)
{
	return (migration->kind == MIGRATION_HTOD || migration->kind == MIGRATION_DTOH) &&
	       migration->cause == MIGRATION_ASKED_FOR;
}

static int add(struct held_times *held, const struct trace_migration *migration)
{
	return interval_set_add(&held->times, migration->start_ns, migration->end_ns);
}

/* ---- the host ---- */

static int compare_starts(const void *a, const void *b)
{
	const struct interval *left = a, *right = b;

	return (left->start_ns > right->start_ns) - (left->start_ns < right->start_ns);
}

/* Makes one of the moves that follow one another at once: a fault brings pages around its own, too.
 * MOVES are in order of start; returns how many are left. */
static size_t join_moves(struct interval *moves, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (kept && moves[i].start_ns - moves[kept - 1].end_ns < HOST_FAULT_PARTS_NS) {
			if (moves[i].end_ns > moves[kept - 1].end_ns)
				moves[kept - 1].end_ns = moves[i].end_ns;
		} else {
			moves[kept++] = moves[i];
		}
	return kept;
}

/*
 * How long before a move the host has touched the page: CUPTI's records have the move alone, which
 * is the least part of a fault. Of the distances between moves a tenth is shorter than what is
 * returned: who reads page after page does little else in between. 0: there are too few.
 */
static int64_t fault_ns(const struct interval *moves, size_t count)
{
	int64_t *distances_ns = malloc((count + 1) * sizeof *distances_ns), fault_ns;

	if (!distances_ns)
		return -1;
	for (size_t i = 1; i < count; i++)
		distances_ns[i - 1] = moves[i].start_ns - moves[i - 1].end_ns;
	fault_ns = count > HOST_FAULTS_MIN
	                   ? statistics_select(distances_ns, count - 1, (count - 1) / 10)
	                   : 0;
	free(distances_ns);
	return fault_ns < HOST_FAULT_MOST_NS ? fault_ns : HOST_FAULT_MOST_NS;
}

/* The host waits from a fault to the end of the move that answers it. */
static int add_host_faults(struct held_times *held, struct interval *moves, size_t count)
{
	const size_t joined = join_moves(moves, count);
	const int64_t before_ns = fault_ns(moves, joined);
	int err = before_ns < 0 ? -ENOMEM : 0;

	for (size_t i = 0; i < joined && !err; i++) {
		const int64_t touched_ns = moves[i].start_ns - before_ns;
		const bool is_behind = i && moves[i - 1].end_ns > touched_ns;

		err = interval_set_add(&held->times, is_behind ? moves[i - 1].end_ns : touched_ns,
		                       moves[i].end_ns);
	}
	return err;
}

static int add_host(struct held_times *held, const struct trace *trace)
{
	struct interval *moves = malloc((trace->migrations_count + 1) * sizeof *moves);
	size_t count = 0;
	int err = moves ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < trace->migrations_count; i++) {
		const struct trace_migration *it = &trace->migrations[i];

		if (it->kind == MIGRATION_HOST_FAULT)
			err = add(held, it);
		else if (it->kind == MIGRATION_DTOH && is_on_demand(it))
			moves[count++] = (struct interval){ it->start_ns, it->end_ns };
	}
	if (count) {
		qsort(moves, count, sizeof *moves, compare_starts);
		err = err ? err : add_host_faults(held, moves, count);
	}
	free(moves);
	return err;
}

/* ---- all of them ---- */

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
		else if (holds_streams(it))
			err = add(&migrations->streams, it);
	}
	for (uint32_t d = 0; !err && d < trace->devices_count; d++)
		err = unite(&migrations->kernels[d]);
	if (!err)
		err = add_host(&migrations->host, trace);
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
