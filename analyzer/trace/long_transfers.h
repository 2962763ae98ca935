/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_LONG_TRANSFERS_H
#define WARPWISE_LONG_TRANSFERS_H

#include <stdint.h>

#include "trace/trace.h"

/*
 * Ends copies and memory sets where what comes behind them in their stream begins, if that lies
 * wholly within them: a stream does one after the other, so their end cannot be right. CUPTI 13.0
 * gives copies in front of a graph with a loop the end of the loop (JAX: 4 bytes in 197 ms). Nodes
 * of graphs are left alone: they may run beside each other. Returns how many there were, or
 * -ENOMEM. Operations are in order of start.
 */
int64_t long_transfers_cut(struct trace *trace);

#endif
