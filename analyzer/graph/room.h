/* SPDX-License-Identifier: MIT */
/*
 * Room on the SMs: which kernels occupy how much of a device at a time, and when there is room for
 * one block more. All SMs of a device are counted as one pool of warps, registers, shared memory
 * and block slots, since blocks are spread evenly; a kernel holds what its resident blocks hold.
 */
#ifndef WARPWISE_GRAPH_ROOM_H
#define WARPWISE_GRAPH_ROOM_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

/* What one launch shape needs. */
struct room_demand {
	int64_t block[4]; /* of one block: slots, warps, registers, shared bytes */
	int64_t held[4];  /* of all blocks that are resident at once */
	double waves;     /* blocks of the grid over blocks resident at once; 0: unknown */
	/* The same as parts of ROOM_FULL of the device and kind that have least of it, rounded
	 * up. */
	int32_t block_share, held_share;
};

/* The demand of every launch shape on every device would be one table; shapes belong to one device
 * mostly. */
struct room_model {
	struct room_demand *demands; /* by launch shape */
	int64_t (*limits)[4]; /* by device: slots, warps, registers, shared bytes; 0: unknown, no
	                         limit */
	const struct trace *trace;
};

/* Returns 0 or -ENOMEM. */
int room_model_init(struct room_model *model, const struct trace *trace);
void room_model_release(struct room_model *model);

enum {
	ROOM_RESIDENT = 128, /* grids that can be resident at once since capability 7.0 (CUDA
	                        programming guide) */
	ROOM_FULL = 1 << 20, /* a whole device, for shares of it */
};

/* The kernels that hold room on one device. All zero: none. */
struct room {
	struct room_holder {
		int64_t start_ns, until_ns; /* when it begins to give room away */
		uint32_t operation, shape;
	} holders[ROOM_RESIDENT];
	int count;             /* in use */
	unsigned next;         /* the one to use next */
	int64_t busy_until_ns; /* the latest end */

	/*
	 * The same once more for a quick upper bound of what is held at a time: ns since base_ns,
	 * cut to 32 bits, so that a compiler makes a few vector instructions of the search.
	 */
	struct {
		int32_t start[ROOM_RESIDENT], until[ROOM_RESIDENT], share[ROOM_RESIDENT];
	} quick;
	int64_t base_ns;
};

/* Adds a kernel; of more than ROOM_RESIDENT the one added first is forgotten. */
void room_hold(const struct room_model *model, struct room *room, uint32_t operation,
               uint32_t shape, int64_t start_ns, int64_t end_ns);

/* A kernel that is looking for room. */
struct room_wanted {
	uint32_t device, shape;
	int64_t ready_ns;
	/*
	 * Replay: the kernel. A holder that fills the device, beside which it ran nevertheless,
	 * gives it room as long after its own start as it was then: blocks that end one after the
	 * other leave room before the kernel ends. NONE: it is recorded times that are looked at.
	 */
	uint32_t operation;
};

/*
 * The earliest time from when it is ready on with room for one block of WANTED. *BLOCKER becomes
 * the kernel that made the room, NONE if there was room at once.
 */
int64_t room_find(const struct room_model *model, const struct room *room,
                  const struct room_wanted *wanted, uint32_t *blocker);

/* Whether a kernel of shape HOLDER leaves no room on DEVICE for a block of WANTED. */
bool room_is_filled_by(const struct room_model *model, uint32_t device, uint32_t holder,
                       uint32_t wanted);

#endif
