/* SPDX-License-Identifier: MIT */
/*
 * The slow path of sinf(), cosf(), tanf() and their double precision: an argument beyond 105,615
 * (of doubles, beyond 2^31) is multiplied by as many bits of 2/pi as it needs. They come from a
 * table that nvcc puts into the module, and the product goes into an array in local memory: 32 or
 * 40 bytes of frame (nvcc 13.0, capability 7.5 to 12.0). Any thread.
 */
#ifndef WARPWISE_ARGUMENT_REDUCTION_H
#define WARPWISE_ARGUMENT_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "code/elf_image.h"

/* The frame of a function whose only array is that of the slow path, at most. */
enum { REDUCTION_FRAME_MAX_BYTES = 40 };

/* Where bank 4 of constant memory has the addresses of the tables, one of floats, one of doubles.
 * In a module of several files each may have its own. */
enum { REDUCTION_TABLES_MAX = 16 };
struct reduction_tables {
	uint64_t offsets[REDUCTION_TABLES_MAX];
	int count;
};

/* Those of IMAGE; none where it has none. */
void reduction_tables_find(struct reduction_tables *tables, const struct elf_image *image);

/* Whether the code TEXT reads one of TABLES. */
bool reduction_tables_are_read(const struct reduction_tables *tables, const struct elf_bytes *text);

#endif
