/* SPDX-License-Identifier: MIT */
/*
 * The trace that a verb is given: loads it, and says on stderr what is wrong with it. For verbs
 * that have no place for it in what they print; analyze has one. Main thread only.
 */
#ifndef WARPWISE_INPUT_H
#define WARPWISE_INPUT_H

#include "trace.h"

/*
 * Loads PATH, for trace_release(). Returns STATUS_OK, or STATUS_UNUSABLE after it was said; then
 * nothing need be freed.
 */
int input_load(struct trace *trace, const char *path);

/* Says it when PATH, a trace that can be used, lacks the file with what was recorded last. */
void input_check_log(const char *path);

#endif
