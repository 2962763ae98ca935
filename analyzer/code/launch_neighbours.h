/* SPDX-License-Identifier: MIT */
/*
 * Who made a launch of which nothing is known, by the launches around it: one operation of a
 * library is often several kernels, of which the first alone is behind a pause, where stacks are
 * taken. A launch that follows so soon behind another one of its thread that nothing was between is
 * of the same operation. If the functions before and behind it have the same line of the program in
 * MOSTLY_PERCENT of their stacks or more, it is of that line. Any thread.
 */
#ifndef WARPWISE_LAUNCH_NEIGHBOURS_H
#define WARPWISE_LAUNCH_NEIGHBOURS_H

#include "code/launch_callers.h"

/* Between launches of one operation a library was seen to take 0.3 to 1.9 us (PyTorch, cuDNN), a
 * program in Python from one operation to the next 2.8 us and more (PyTorch, on H200 hosts). */
enum { ONE_OPERATION_NS = 2000 };

/* Sets GUESSES, by operation, to a sample of the line that made it; NULL: not known. The items of
 * CALLERS are in the order of calls. Returns 0 or -ENOMEM. */
int launch_neighbours_find(const struct trace_host_sample **guesses,
                           const struct launch_callers *callers);

#endif
