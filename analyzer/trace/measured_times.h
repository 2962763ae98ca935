/* SPDX-License-Identifier: MIT */
/* How long launches that another run of the program measured took in this one. */
#ifndef WARPWISE_MEASURED_TIMES_H
#define WARPWISE_MEASURED_TIMES_H

#include "trace/trace.h"

/*
 * Sets timeline_ns of all measured launches of TRACE, whose operations are in order, to the time of
 * the launch with the same ordinal. Ordinals count as the recorder does (launch_plan.h): launches
 * of one function, grid, block and dynamic shared memory, in order of launch, without nodes of
 * graphs. Returns 0 or -ENOMEM.
 */
int measured_times_find(struct trace *trace);

#endif
