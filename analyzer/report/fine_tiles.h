/* SPDX-License-Identifier: MIT */
/*
 * The run in detail by window and resolution, for timelines of any length. Each kind of row is a
 * tree of tiles. A tile is a part of the run, and has its boxes as FINE_TILE_CELLS pixels show
 * them: what is longer than such a cell stands as it is, shorter neighbours in a lane are one. The
 * tile of the root is the whole run; one in which nothing was joined is complete and has no others
 * below it, every other one has FINE_TILE_RATIO, which share its time.
 *
 * A box belongs to the tile in which it begins. What is as long as a cell, and reaches into later
 * tiles, is in each of these too, ahead of their own, so that a tile is all that there is to see.
 */
#ifndef WARPWISE_FINE_TILES_H
#define WARPWISE_FINE_TILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/fine_timeline.h"

enum {
	FINE_TILE_CELLS = 1024,
	FINE_TILE_RATIO = 4,
	FINE_CARRIED_MAX = 4096, /* that reach into a tile: more never run at once */
};

enum fine_rows {
	FINE_OPERATIONS,
	FINE_CALLS,
	FINE_RANGES,
	FINE_SAMPLES,
	FINE_OVERHEADS,
	FINE_MIGRATIONS,
	FINE_STEPS,
	FINE_ROWS
};

extern const char *const fine_rows_names[FINE_ROWS];

/* What a box refers to, by where it stands: which box that is depends on the tile. */
struct fine_reference {
	int64_t start_ns;
	uint32_t lane; /* track, or thread * FINE_DEPTHS + depth; NONE: it refers to nothing */
	uint32_t name;
};

struct fine_tile {
	enum fine_rows rows;
	int level;
	int64_t index; /* of the level's tiles */
	int64_t from_ns, to_ns, resolution_ns;
	bool is_complete;
	const union fine_box *boxes;
	/* Of operations: what held each back, and its call. Of calls: what each waited for. */
	const struct fine_reference *blockers, *calls, *waited;
	size_t count;
	const struct fine_place *places; /* of operations: by box */
	size_t places_count;
};

/* Who takes the tiles: each before those below it. What stands in a tile is gone afterwards. */
struct fine_sink {
	int (*take)(void *data, const struct fine_tile *tile); /* 0 or -errno, which ends it */
	void *data;
};

/* How long the tile of the root is: a power of FINE_TILE_RATIO times FINE_TILE_CELLS ns. */
int64_t fine_root_ns(int64_t first_ns, int64_t last_ns);

#endif
