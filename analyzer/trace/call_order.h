/* SPDX-License-Identifier: MIT */
/* The order of calls in runs of several files, whose records came in no order at their seams. */
#ifndef WARPWISE_CALL_ORDER_H
#define WARPWISE_CALL_ORDER_H

#include "trace/trace.h"

/* Sorts calls by their correlation ids, unless they are sorted. 0 or -ENOMEM. */
int call_order(struct trace_calls *calls);

#endif
