/* SPDX-License-Identifier: MIT */
/*
 * What the rules about copies share: directions and memory, what a copy would take from pinned
 * memory, and the chunks of a pipeline: copy in, kernels, copy out, and again. Any thread, one at
 * a time. Functions that return an int return 0 or -ENOMEM.
 */
#ifndef WARPWISE_RULES_COPIES_H
#define WARPWISE_RULES_COPIES_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/shared/finding.h"
#include "rules/shared/names.h"

enum copy_direction { COPY_IN, COPY_OUT, COPY_DIRECTIONS }; /* host to device, device to host */

/* COPY_DIRECTIONS for kernels, fills, and copies from devices to devices, staged ones, too, or from
 * host to host. */
enum copy_direction copy_direction(const struct trace *trace, uint32_t operation);

/* Its host memory is pageable, so that the driver stages it through a pinned buffer of its own. */
bool copy_is_pageable(const struct trace *trace, uint32_t operation);

/* Its call returns when it is done: a synchronous one, or one from or to pageable memory. */
bool copy_is_blocking(const struct trace *trace, uint32_t operation);

int64_t copy_bytes(const struct trace *trace, uint32_t operation);

/* ---- bandwidth ---- */

/* How fast copies of pinned memory are, for each direction. */
struct copy_rates {
	double bytes_per_s[COPY_DIRECTIONS];
	bool is_measured[COPY_DIRECTIONS]; /* by the trace's own copies; else what the link can do
	                                    */
	double pageable_bytes_per_s[COPY_DIRECTIONS]; /* the best of the trace's pageable copies; 0:
	                                                 none */
	int64_t least_ns;                             /* what any copy takes */
	const char *link;                             /* "PCIe 5.0 x16" */
};

/* A share of the link's rate that copies reach; reason in copies.c. */
#define LINK_EFFICIENCY 0.85
#define RATE_MIN_BYTES  (1 << 20) /* smaller copies do not show a bandwidth */

/* How long so much takes at a rate above 0; TRACE_TIME_MAX_NS at most. */
int64_t copy_ns(int64_t size_bytes, double bytes_per_s);

void copy_rates_measure(struct copy_rates *rates, const struct trace *trace);
int64_t copy_pinned_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes);

/* What one copy of many pieces would take; pageable memory stays what it is. */
int64_t copy_merged_ns(const struct copy_rates *rates, enum copy_direction direction,
                       int64_t size_bytes, bool is_pageable);

/* "54.5 GB/s, as its own pinned copies", "53.6 GB/s, 85 % of PCIe 5.0 x16". */
const char *copy_rate_text(char text[NAME_MAX_BYTES], const struct copy_rates *rates,
                           enum copy_direction direction);

/* ---- chunks ---- */

/*
 * A chunk is a copy to the device (or several), then kernels on it, perhaps a copy back, all in one
 * stream; the next chunk of the stream begins with the next copy to the device. Chunks of a stream
 * that follow one another without the host waiting in between make a run.
 */
struct chunk_run {
	uint32_t stream, device;
	int64_t chunks;
	int64_t start_ns, end_ns;
	int64_t in_ns, out_ns, kernel_ns; /* sums of durations */
	int64_t in_bytes, out_bytes;
	int64_t blocking;    /* copies whose calls wait */
	int64_t pageable;    /* copies */
	int64_t nodes;       /* operations that are nodes of graphs */
	int64_t pause_ns;    /* the longest that the host waited between two chunks */
	size_t first, count; /* of chunk_runs.operations */
};

extern const struct threshold chunks_threshold[]; /* "chunks" */

struct chunk_runs {
	struct chunk_run *items; /* of at least `chunks`, in order of stream */
	size_t count;
	uint32_t *operations; /* of each run, in order of issue */
	int64_t pinned_bytes; /* the most pinned memory that was allocated at a time; 0: unknown, or
	                         not all of it */
};

int chunk_runs_find(struct chunk_runs *runs, const struct graph *graph);
void chunk_runs_release(struct chunk_runs *runs);

/*
 * Whether the run carries the same data back and forth: all pinned memory of the program is smaller
 * than one chunk in and one chunk out, so what is copied in is what was copied out before.
 */
bool chunk_run_is_round_trip(const struct chunk_runs *runs, const struct chunk_run *run);

/*
 * Looks for runs that IS_OURS, and tells for each device with how many ns a pipeline of their
 * chunks could save: their united time (or, without IS_IDLE_COUNTED, that part of it in which the
 * device ran something), less the busiest of copies in, copies out and kernels, less what filling
 * and draining takes: the stages of one chunk but the longest. REPORT is called if that is worth
 * it, with the sum of the runs.
 */
typedef bool chunk_run_filter(const struct chunk_runs *runs, const struct chunk_run *run);
typedef void chunk_run_report(struct check *check, const struct chunk_runs *runs,
                              const struct chunk_run *sum, int64_t gain_ns);
void chunk_runs_check(struct check *check, chunk_run_filter *is_ours, bool is_idle_counted,
                      chunk_run_report *report);

/* The streams that a pipeline would use; reason in copies.c. */
#define PIPELINE_STREAMS 4

/* Lets the chunks of the finding's targets, operations in order of issue, run as if dealt to
 * PIPELINE_STREAMS streams, but their kernels one after another as they did. */
void pipeline_fix(const struct check *check, const struct finding *finding,
                  struct scenario *scenario);

#endif
