/* SPDX-License-Identifier: MIT */
/*
 * Which launches of a program are to be measured, as a run of it before has told: a small file that
 * `warpwise record` writes and the collector of the next run reads. It names a launch shape by a
 * hash of what both runs know of it, and its launches by their ordinals: which launch of its shape
 * one is in the process, from 1, in the order in which the program launched; nodes of graphs are
 * none. Any thread.
 */
#ifndef WARPWISE_LAUNCH_PLAN_H
#define WARPWISE_LAUNCH_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LAUNCH_PLAN_SHAPES = 1000,
	LAUNCH_PLAN_ORDINALS = 8, /* of a shape */
};

/* What tells launch shapes apart in every run and context. */
struct launch_key {
	const char *function; /* mangled */
	uint32_t grid[3], block[3], dynamic_shared_bytes;
};

uint64_t launch_function_hash(const char *function);

/* Never 0. */
uint64_t launch_key_hash(const struct launch_key *key);

struct launch_plan_shape {
	uint64_t key;      /* launch_key_hash() */
	uint64_t function; /* launch_function_hash() */
	uint32_t rank;     /* where it stands in the file */
	uint32_t count;
	int64_t longest_ns;                     /* of its launches, at least 1 */
	int64_t launches;                       /* that there were in the run before */
	int64_t ordinals[LAUNCH_PLAN_ORDINALS]; /* the launches that stand for its time; none: any
	                                           does */
};

/* Whether a shape without a plan, of which the FIRST launches are measured, has this one measured,
 * too: a single one further along, then another. */
bool launch_plan_is_further(int64_t ordinal, int64_t first);

/* Begins as { 0 }. */
struct launch_plan {
	size_t count;
	struct launch_plan_shape shapes[LAUNCH_PLAN_SHAPES]; /* that take most time, most first */
};

/* Gives the shapes of PLAN their rank, and puts them in order of key. */
void launch_plan_sort(struct launch_plan *plan);

/* What PLAN, which is in order of key, says of KEY; NULL: nothing. */
const struct launch_plan_shape *launch_plan_find(const struct launch_plan *plan, uint64_t key);

/* Makes the file PATH, which has the shapes as they stand in PLAN. Returns 0 or -errno. */
int launch_plan_write(const struct launch_plan *plan, const char *path);

/* Reads the file PATH, which anybody may have written. Returns 0, -EINVAL: it is no plan, or
 * another -errno; after an error PLAN is empty. It is in order of key. */
int launch_plan_read(struct launch_plan *plan, const char *path);

#endif
