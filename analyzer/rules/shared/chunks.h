/* SPDX-License-Identifier: MIT */
/*
 * The chunks of a pipeline: copy in, kernels, copy out, and again. Any thread, one at a time.
 * Functions that return an int return 0 or -ENOMEM.
 */
#ifndef WARPWISE_RULES_CHUNKS_H
#define WARPWISE_RULES_CHUNKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/interval.h"
#include "rules/shared/constants.h"
#include "rules/shared/finding.h"
#include "rules/shared/rule.h"
#include "rules/shared/copies.h"

/*
 * A chunk is a copy to the device (or several), then kernels on it, perhaps a copy back, all in one
 * stream; the next chunk of the stream begins with the next copy to the device. Where a stream has
 * no copies to the device, a chunk of results is kernels, then copies back, and the next one begins
 * with the next kernel. Chunks of a stream that follow one another without the host waiting in
 * between make a run.
 */
struct chunk_run {
	uint32_t stream, device;
	int64_t chunks;
	int64_t start_ns, end_ns;
	int64_t in_ns, out_ns, kernel_ns; /* sums of durations */
	int64_t in_bytes, out_bytes;
	int64_t blocking;      /* copies whose calls wait */
	int64_t pageable;      /* copies */
	int64_t nodes;         /* operations that are nodes of graphs */
	int64_t pause_ns;      /* the longest that the host waited between two chunks */
	size_t first, count;   /* of chunk_runs.operations */
	int64_t overlapped_ns; /* of a sum of runs: copies and kernels ran at once */
};

/* How many chunks are a run: with copies in, and of results. */
enum { CHUNKS_IN, CHUNKS_OUT };
extern const struct threshold chunks_threshold[], moving_threshold[]; /* "moving" */

struct chunk_runs {
	struct chunk_run *items; /* in order of stream and start */
	size_t count;
	uint32_t *operations; /* of each run, in order of issue */
	struct copy_rates rates;
	int64_t pinned_bytes; /* the most pinned memory that was allocated at a time; 0: unknown, or
	                         not all of it */
};

int chunk_runs_find(struct chunk_runs *runs, const struct graph *graph,
                    const struct copy_rates *rates);
void chunk_runs_release(struct chunk_runs *runs);

/*
 * Whether the run carries the same data back and forth: all pinned memory of the program is smaller
 * than one chunk in and one chunk out, so what is copied in is what was copied out before.
 */
bool chunk_run_is_round_trip(const struct chunk_runs *runs, const struct chunk_run *run);

/* Whether the run, or a sum of runs, is of chunks of results: nothing is copied in. */
bool chunk_run_is_results(const struct chunk_run *run);

/*
 * Whether the results of all chunks of the run have room in the program's pinned memory at a time.
 * If not, a result is written over that the host had no time to read: nobody needs it, as when a
 * program measures itself. True for other runs.
 */
bool chunk_run_is_kept_apart(const struct chunk_runs *runs, const struct chunk_run *run);

/* The run that ID is in; NULL: none has begun. ID is an operation of a run. */
const struct chunk_run *chunk_run_of(const struct chunk_runs *runs, const struct trace *trace,
                                     uint32_t id);

/*
 * Says in the finding why it has no prediction, if how long a pipeline of its targets takes depends
 * on more than a trace shows. SUM: of the runs that it is about.
 */
void chunks_note_prediction(const struct check *check, struct finding *finding,
                            const struct chunk_run *sum);

/* Whether most of the time of its copies goes into starting them: they are too small to deal
 * with. */
bool chunk_run_is_small(const struct chunk_runs *runs, const struct chunk_run *run);

/*
 * Looks for runs that IS_OURS, and tells for each device with how many ns a pipeline of their
 * chunks could save: their united time without what recording added to its gaps (or, without
 * IS_IDLE_COUNTED, that part of it in which the device ran something), less the busiest of copies
 * in, copies out and kernels, less what filling and draining takes: the stages of one chunk but the
 * longest. REPORT is called if that is worth it, with the sum of the runs.
 */
typedef bool chunk_run_filter(const struct chunk_runs *runs, const struct chunk_run *run);
typedef void chunk_run_report(struct check *check, const struct chunk_runs *runs,
                              const struct chunk_run *sum, int64_t gain_ns);
void chunk_runs_check(struct check *check, chunk_run_filter *is_ours, bool is_idle_counted,
                      chunk_run_report *report);

/*
 * What a pipeline without ends could save in the united WINDOWS: the time in which DEVICE was busy
 * (with IS_IDLE_COUNTED all of it), less the busiest of copies in, copies out and kernels. Kernels
 * that read the host's memory as fast as the bus goes count with the copies in, which go the same
 * way. OVERLAPPED_NS: copies and kernels ran at once.
 */
int chunks_pipeline_gain(int64_t *gain_ns, int64_t *overlapped_ns, const struct check *check,
                         uint32_t device, const struct interval_set *windows, bool is_idle_counted);

/* The least time in which a host could write so many bytes. */
int64_t chunk_writing_ns(int64_t size_bytes);

/* The host waited for the operation BEFORE, and then for long enough to look at the data of the
 * copy ID: it may have made them from results. */
bool chunk_data_is_seen(const struct trace *trace, uint32_t before, uint32_t id);

/* Lets the chunks of the finding's targets, operations in order of issue, run as if dealt to
 * PIPELINE_STREAMS streams, but their kernels one after another as they did. */
void pipeline_fix(const struct check *check, const struct finding *finding,
                  struct scenario *scenario);

#endif
