/* SPDX-License-Identifier: MIT */
/*
 * The recorder's own time. CUPTI says when it kept a thread of the program for itself (overhead
 * records), and a launch that was measured with hardware counters is the recorder's but for what a
 * launch usually takes; so is the first launch where warps are sampled. A report is about the
 * program as it runs without us, so this time is cut out of the trace as it is loaded: what comes
 * later moves to the front.
 *
 * Only time in which the whole program stood still can be cut out: no operation ran on a GPU, and
 * no other thread began or ended a call. What remains of the recorder's time stays where it is,
 * and is noted by call, for the budget.
 *
 * Time in which nothing was recorded, by the user's wish, is cut out likewise: what the program did
 * then is unknown, and no idle time. Any thread, one at a time.
 */
#ifndef WARPWISE_RECORDER_TIME_H
#define WARPWISE_RECORDER_TIME_H

#include "trace/trace.h"

/*
 * Cuts it out of TRACE, whose arrays are joined and sorted, and fills its cuts and recorder_calls.
 * Returns 0, or -ENOMEM: then the trace can only be released.
 */
int recorder_time_remove(struct trace *trace);

/* When it was by the clock of the recording, which other processes share, at NS of the trace. */
int64_t recorder_time_recorded_ns(const struct trace *trace, int64_t ns);

/* How much of it was cut out between FROM_NS and TO_NS, which are times of the trace. */
int64_t recorder_time_between(const struct trace *trace, int64_t from_ns, int64_t to_ns);

/* The same of time that was not recorded. */
int64_t recorder_time_unrecorded(const struct trace *trace, int64_t from_ns, int64_t to_ns);

#endif
