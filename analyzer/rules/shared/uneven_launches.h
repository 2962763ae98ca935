/* SPDX-License-Identifier: MIT */
/*
 * Launches that execute as much as others of their shape and take much longer: pages were there for
 * some, and not for others. Any thread.
 */
#ifndef WARPWISE_RULES_UNEVEN_LAUNCHES_H
#define WARPWISE_RULES_UNEVEN_LAUNCHES_H

#include "trace/trace.h"

/*
 * FASTEST_NS, by function: how long the fastest of its measured launches took, where some of the
 * same shape took TIMES_LONGER as long and executed no more than SAME_PERCENT more instructions; it
 * is left as it is where none did. Launches that were run several times count for nothing: these
 * find their pages. Returns 0 or -ENOMEM.
 */
int uneven_launches_find(double *fastest_ns, const struct trace *trace, double times_longer,
                         double same_percent);

#endif
