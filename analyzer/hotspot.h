/* SPDX-License-Identifier: MIT */
/*
 * Where the samples of warps fall: by function, by source line, by instruction. Samples of a
 * reason that is a subset of another are never part of a sum.
 */
#ifndef WARPWISE_HOTSPOT_H
#define WARPWISE_HOTSPOT_H

#include "source.h"
#include "trace.h"

enum hotspot_by { HOTSPOT_FUNCTION, HOTSPOT_LINE, HOTSPOT_INSTRUCTION };

struct hotspot {
	uint32_t function; /* index into functions of the trace */
	int64_t samples;   /* of all reasons that are no subset */
	/* Lines and instructions. */
	enum source_state state; /* SOURCE_FOUND: file and line are known */
	const char *file;        /* of the innermost inlined function; "" where unknown */
	uint32_t line;           /* 0: unknown */
	/* Instructions. */
	int64_t module_crc, pc_offset_bytes;
	size_t first, count; /* its samples, in hotspots.order */
};

struct hotspots {
	const struct trace *trace;
	struct hotspot *items;
	size_t count;
	uint32_t *order; /* indices into pc_samples of the trace */
	int64_t samples; /* of all items */
};

/* The samples of one reason at a hotspot. */
struct hotspot_reason {
	uint32_t reason; /* index into stall_reasons of the trace, no subset */
	int64_t samples;
	int64_t not_issued; /* those of them in which no warp of the scheduler could issue */
};

/*
 * Adds up the samples of FUNCTION (NONE: of all) BY what. Functions come with the most samples
 * first, lines in order of function, file and line, those without a line last, instructions in
 * order of function, module and offset. SOURCES may be NULL: no lines are known then. TRACE and
 * SOURCES must live as long. Returns 0 or -ENOMEM; release in any case.
 */
int hotspots_init(struct hotspots *hotspots, const struct trace *trace,
                  const struct sources *sources, enum hotspot_by by, uint32_t function);
void hotspots_release(struct hotspots *hotspots);

/*
 * The reasons at HOTSPOT, the most samples first, at most MAX of them, into REASONS. Returns how
 * many.
 */
size_t hotspot_reasons(const struct hotspots *hotspots, const struct hotspot *hotspot,
                       struct hotspot_reason *reasons, size_t max);

#endif
