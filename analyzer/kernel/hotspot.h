/* SPDX-License-Identifier: MIT */
/*
 * Where the samples of warps fall: by function or by instruction (kernel_lines brings those of a
 * source line together). Samples of a reason that is a subset of another are never part of a sum.
 */
#ifndef WARPWISE_HOTSPOT_H
#define WARPWISE_HOTSPOT_H

#include "trace/trace.h"

struct hotspot {
	uint32_t function;                   /* index into functions of the trace */
	int64_t samples;                     /* of all reasons that are no subset */
	int64_t module_crc, pc_offset_bytes; /* of an instruction; a function's first one */
	size_t first, count;                 /* its samples, in hotspots.order */
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
 * The functions of TRACE that were sampled, those with the most samples first; or the instructions
 * of FUNCTION, in order of module and offset. TRACE must live as long. Return 0 or -ENOMEM; release
 * in any case.
 */
int hotspots_by_function(struct hotspots *hotspots, const struct trace *trace);
int hotspots_by_instruction(struct hotspots *hotspots, const struct trace *trace,
                            uint32_t function);
void hotspots_release(struct hotspots *hotspots);

/*
 * The reasons at HOTSPOT, the most samples first, at most MAX of them, into REASONS. Returns how
 * many.
 */
size_t hotspot_reasons(const struct hotspots *hotspots, const struct hotspot *hotspot,
                       struct hotspot_reason *reasons, size_t max);

#endif
