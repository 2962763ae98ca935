/* SPDX-License-Identifier: MIT */
/*
 * The trace that a verb is given: loads it, cuts it, and says on stderr what is wrong with it. Main
 * thread only.
 */
#ifndef WARPWISE_INPUT_H
#define WARPWISE_INPUT_H

#include "trace/trace.h"

/*
 * Loads PATH, for trace_release(), for verbs that print no diagnostics of the trace. Returns
 * STATUS_OK, or STATUS_UNUSABLE after it was said; then nothing need be freed.
 */
int input_load(struct trace *trace, const char *path);

/*
 * Says on stderr, if that is a terminal and PATH so large that it takes seconds, that it is being
 * read or analysed: DOING, "Reading". NULL takes the line away, before anything else is printed.
 */
void input_busy(const char *doing, const char *path);

/*
 * Leaves of TRACE what trace_window() leaves; with NULL all of it. Returns STATUS_OK,
 * STATUS_UNUSABLE after it was said, or -ENOMEM; release the trace in any case.
 */
int input_cut(struct trace *trace, const char *range);

/* What the option for it says. */
#define INPUT_RANGE_HELP                                                                          \
	"Only what was issued from the start of the first NVTX range of this name to the end of " \
	"the last, as if nothing else had been recorded: a loop without the set-up before it"

/* Says it when PATH, a trace that can be used, lacks the file with what was recorded last. */
void input_check_log(const char *path);

#endif
