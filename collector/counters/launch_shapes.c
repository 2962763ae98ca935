/* SPDX-License-Identifier: MIT */
/* Tells launches apart. Runs on the program's threads. */
#include "counters/launch_shapes.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "host/log.h"
#include "host/recording.h"

enum {
	SHAPES = 8192, /* a power of two */
	PROBES = 64,   /* places looked at for one of them */
	TRIES = 4,     /* windows for each launch to be measured */
};

static struct launch_shape shapes[SHAPES];

/* What has one launch_key, in any context, whichever module its function is from. */
static struct {
	_Atomic uint64_t key; /* launch_key_hash(); 0: free */
	atomic_int_least64_t launches;
} kinds[SHAPES];

static struct launch_plan plan;
static atomic_bool is_settled[LAUNCH_PLAN_SHAPES]; /* of each rank */

void launch_shapes_plan(const char *path)
{
	const int err = launch_plan_read(&plan, path);

	if (err)
		log_line("cannot read the plan of what to measure, the first launches are "
		         "measured: WARPWISE_METRICS_PLAN=\"%s\": %s",
		         path, err == -EINVAL ? "it is none" : strerror(-err));
}

static uint64_t hash_of(const struct launch *launch)
{
	const uint64_t words[] = {
		(uintptr_t)launch->context,
		(uintptr_t)launch->handle,
		(uint64_t)launch->grid[0] << 32 | launch->grid[1],
		(uint64_t)launch->grid[2] << 32 | launch->block[0],
		(uint64_t)launch->block[1] << 32 | launch->block[2],
		(uint64_t)launch->cluster[0] << 32 | launch->cluster[1],
		(uint64_t)launch->cluster[2] << 32 | launch->dynamic_shared_bytes,
	};
	const uint64_t odd = 0x9e3779b97f4a7c15; /* 2^64 / golden ratio */
	uint64_t hash = odd;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		hash = (hash ^ words[i]) * odd;
		hash ^= hash >> 29;
	}
	return hash ? hash : 1;
}

struct launch_shape *launch_shape_of(const struct launch *launch)
{
	const uint64_t hash = hash_of(launch);

	for (uint64_t i = 0; i < PROBES; i++) {
		struct launch_shape *shape = &shapes[(hash + i) & (SHAPES - 1)];
		uint64_t known = atomic_load(&shape->hash);

		if (!known)
			atomic_compare_exchange_strong(&shape->hash, &known, hash);
		if (!known || known == hash) /* a failed exchange wrote what is there */
			return shape;
	}
	return NULL;
}

/* ---- how many there were ---- */

static atomic_int_least64_t *launches_of(uint64_t key)
{
	for (uint64_t i = 0; i < PROBES; i++) {
		const uint64_t place = (key + i) & (SHAPES - 1);
		uint64_t known = atomic_load(&kinds[place].key);

		if (!known)
			atomic_compare_exchange_strong(&kinds[place].key, &known, key);
		if (!known || known == key)
			return &kinds[place].launches;
	}
	return NULL;
}

/* Several threads may do so at once, and come to the same. */
static atomic_int_least64_t *look_up(struct launch_shape *shape, const struct launch *launch)
{
	struct launch_key key = { .function = launch->function ? launch->function : "" };
	atomic_int_least64_t *launches;
	uint64_t hash;

	memcpy(key.grid, launch->grid, sizeof key.grid);
	memcpy(key.block, launch->block, sizeof key.block);
	key.dynamic_shared_bytes = launch->dynamic_shared_bytes;
	hash = launch_key_hash(&key);
	launches = launches_of(hash);
	atomic_store(&shape->planned, launch_plan_find(&plan, hash));
	atomic_store(&shape->launches, launches);
	return launches;
}

/* Whether the launches that are named for PLANNED are all over. */
static bool is_over(const struct launch_plan_shape *planned, int64_t ordinal)
{
	for (uint32_t i = 0; i < planned->count; i++)
		if (planned->ordinals[i] >= ordinal)
			return false;
	return planned->count > 0;
}

int64_t launch_shape_count(struct launch_shape *shape, const struct launch *launch)
{
	atomic_int_least64_t *launches = atomic_load(&shape->launches);
	const struct launch_plan_shape *planned;
	int64_t ordinal;

	if (!launches)
		launches = look_up(shape, launch);
	if (!launches)
		return 0;
	ordinal = atomic_fetch_add(launches, 1) + 1;
	planned = atomic_load(&shape->planned);
	if (planned && !atomic_load(&is_settled[planned->rank]) && is_over(planned, ordinal))
		launch_shape_settle(shape);
	return ordinal;
}

/* ---- which are measured ---- */

static bool is_named(const struct launch_plan_shape *planned, int64_t ordinal)
{
	for (uint32_t i = 0; planned && i < planned->count; i++)
		if (planned->ordinals[i] == ordinal)
			return true;
	return false;
}

/*
 * Without a plan a single one further along each time: a program that tries strides, or converges,
 * does other work in later launches. Where the plan names launches the first stays, for a program
 * that does not do the same again.
 */
bool launch_shape_is_due(const struct launch_shape *shape, int64_t ordinal)
{
	const struct launch_plan_shape *planned = atomic_load(&shape->planned);
	int64_t first = recording.settings.number[SETTING_ID_metrics_launches];

	if (is_named(planned, ordinal))
		return true;
	if (planned && planned->count)
		first = first > planned->count ? first - planned->count : 1;
	else if (launch_plan_is_further(ordinal, first))
		return true;
	if (atomic_load(&shape->tries) < first * TRIES)
		return atomic_load(&shape->measured) < first;
	if (planned && !planned->count)
		launch_shape_settle(shape);
	return false;
}

/* How many shapes of the plan, of the first COUNT, wait to be measured. */
static size_t waiting(size_t count)
{
	size_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += !atomic_load(&is_settled[i]);
	return sum;
}

struct measuring_need launch_shape_need(const struct launch_shape *shape, int64_t ordinal)
{
	const struct launch_plan_shape *planned = atomic_load(&shape->planned);
	const bool stands_for_it = planned && (!planned->count || is_named(planned, ordinal));
	const bool is_first = stands_for_it && !atomic_load(&is_settled[planned->rank]);

	if (planned && ordinal >= planned->launches) /* the last one */
		launch_shape_settle(shape);
	return (struct measuring_need){
		.is_urgent = is_first || is_named(planned, ordinal) ||
		             (ordinal > 1 && !atomic_load(&shape->measured)),
		.reserved = waiting(is_first ? planned->rank : plan.count),
	};
}

int64_t launch_shape_longest_ns(const struct launch_shape *shape)
{
	const struct launch_plan_shape *planned = atomic_load(&shape->planned);

	return planned ? planned->longest_ns : 0;
}

/* Of all its launches, at most. */
static double time_of(const struct launch_plan_shape *planned)
{
	return (double)planned->longest_ns * (double)planned->launches;
}

static double time_within(int64_t ns)
{
	double sum = 0;

	for (size_t i = 0; i < plan.count; i++)
		if (plan.shapes[i].longest_ns <= ns)
			sum += time_of(&plan.shapes[i]);
	return sum;
}

double launch_shapes_within(int64_t ns)
{
	const double all = time_within(INT64_MAX);

	return all > 0 ? time_within(ns) / all : 1;
}

double launch_shape_function_part(const struct launch_shape *shape)
{
	const struct launch_plan_shape *planned = atomic_load(&shape->planned);
	const double all = time_within(INT64_MAX);
	double sum = 0;

	if (all <= 0)
		return 1;
	for (size_t i = 0; planned && i < plan.count; i++)
		if (plan.shapes[i].function == planned->function)
			sum += time_of(&plan.shapes[i]);
	return sum / all;
}

void launch_shape_measured(struct launch_shape *shape, int64_t ordinal)
{
	const struct launch_plan_shape *planned = atomic_load(&shape->planned);

	atomic_fetch_add(&shape->measured, 1);
	if (planned && (!planned->count || is_named(planned, ordinal)))
		launch_shape_settle(shape);
}

void launch_shape_settle(const struct launch_shape *shape)
{
	const struct launch_plan_shape *planned = atomic_load(&shape->planned);

	if (planned)
		atomic_store(&is_settled[planned->rank], true);
}
