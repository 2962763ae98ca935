/* SPDX-License-Identifier: MIT */
/* Puts the operations of a trace in order of start. */
#ifndef WARPWISE_OPERATION_ORDER_H
#define WARPWISE_OPERATION_ORDER_H

#include "trace/trace.h"

/*
 * Sorts all columns by start, then end, then the order they were in. Linear for columns that are
 * sorted or whose starts are spread over their range, n log n at worst. Needs 13 bytes of memory an
 * operation for the time it runs. Returns 0 or -ENOMEM (columns unchanged or partly reordered:
 * useless).
 */
int operation_order(struct trace_operations *operations);

#endif
