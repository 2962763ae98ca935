/* SPDX-License-Identifier: MIT */
/*
 * Copy engines: a device copies in each direction with one, a copy at a time; small ones have one
 * for both. Private to analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_COPY_ENGINE_H
#define WARPWISE_GRAPH_COPY_ENGINE_H

#include "graph/moment.h"

enum {
	COPY_ENGINES = 3, /* of a device: host to device, device to host, the rest (within a device,
	                     between devices) */
	COPY_SLOTS = 64,  /* copies of one engine that are looked at */
};

/* The copies of one engine, as it was taken. All zero: none. */
struct copy_engine {
	struct copy_slot {
		int64_t recorded_start_ns, recorded_end_ns, start_ns, end_ns;
		uint32_t operation, stream;
	} slots[COPY_SLOTS];
	struct copy_slot before; /* the last of those that are forgotten: none starts before it has
	                            ended */
	unsigned used;
	bool has_forgotten;
	int64_t busy_until_ns; /* the latest end */
};

/* Which of its device's engines the copy OPERATION takes, below COPY_ENGINES. */
unsigned copy_engine_of(const struct trace *trace, uint32_t operation);

/* Adds a copy; of more than COPY_SLOTS the one that ends first is forgotten. */
void copy_engine_take(struct copy_engine *engine, const struct copy_slot *slot);

/*
 * The end of the copy that kept the engine busy last, after READY_NS and up to START_NS, in
 * recorded time; MOMENT_NONE: there is none.
 */
struct moment copy_engine_recorded(const struct copy_engine *engine, int64_t ready_ns,
                                   int64_t start_ns);

/* A copy that is looking for a place. */
struct copy_wanted {
	int64_t ready_ns, duration_ns;
	int64_t lag_ns; /* that it starts behind a copy of another stream */
	uint32_t stream;
};

/*
 * The earliest time at which the engine is free for the copy, in computed time. *BLOCKER becomes
 * the one that it starts behind, NONE if the engine is free at once.
 */
int64_t copy_engine_find(const struct copy_engine *engine, const struct copy_wanted *wanted,
                         uint32_t *blocker);

#endif
