/* SPDX-License-Identifier: MIT */
/* Tells launches apart. Runs on the program's threads. */
#include "counters/launch_shapes.h"

#include <stddef.h>

enum {
	SHAPES = 8192, /* a power of two */
	PROBES = 64,   /* places looked at for one of them */
	TRIES = 4,     /* windows for each launch to be measured */
	LATER = 8,     /* times as far along as the first ones, then as far again */
};

static struct launch_shape shapes[SHAPES];

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

/*
 * A single one further along each time: a program that tries strides, or converges, does other work
 * in later launches.
 */
bool launch_shape_is_due(const struct launch_shape *shape, int64_t ordinal, int64_t first)
{
	if (ordinal == LATER * first || ordinal == LATER * (LATER * first))
		return true;
	return atomic_load(&shape->measured) < first && atomic_load(&shape->tries) < first * TRIES;
}
