/* SPDX-License-Identifier: MIT */
/*
 * A kernel's source as people read it: each line with its share of the samples, the lanes that were
 * active, and below it what warps waited for, where they split, and what memory accesses cost too
 * much. Or one row for each instruction. What was not measured has no column. Main thread only.
 */
#ifndef WARPWISE_SOURCE_LISTING_H
#define WARPWISE_SOURCE_LISTING_H

#include <stdbool.h>
#include <stdio.h>

#include "kernel/kernel_profile.h"
#include "print/table.h"

enum {
	STALLS_TEXT = 96, /* bytes for what warps waited for */
	STALLS_MAX = 2,   /* reasons in them */
};

/*
 * Whether the samples of HOTSPOT are too few (SAMPLES_MIN of kernel_profile.h) to tell shares of
 * them.
 */
bool stalls_are_few(const struct hotspot *hotspot);

/*
 * "long scoreboard 61 %, wait 12 %" into TEXT: of the samples of HOTSPOT, at most MAX reasons; ""
 * where it has none that waited, or they are too few.
 */
const char *stalls_text(const struct hotspots *hotspots, const struct hotspot *hotspot, size_t max,
                        char text[STALLS_TEXT]);

/* The cell of a count that should be 0: no value where it is, or was not measured. */
struct table_cell source_listing_count(double count);

/*
 * Prints which launches of FUNCTION its counters are of: often few, and smaller than the others.
 * Nothing where it has none. Returns 0 or -ENOMEM.
 */
int source_listing_print_measured(FILE *stream, const struct kernel_profiles *profiles,
                                  uint32_t function);

/*
 * Print LINES, made of KERNEL_LINES or of KERNEL_INSTRUCTIONS. Sources are read as
 * source_text_init() does, from below FOLDER (NULL: none) first. Return 0 or -ENOMEM.
 */
int source_listing_print(FILE *stream, const struct kernel_lines *lines, const char *folder);
int source_listing_print_instructions(FILE *stream, const struct kernel_lines *lines);

#endif
