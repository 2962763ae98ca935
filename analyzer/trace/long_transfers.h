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

/*
 * The same for kernels and nodes of graphs, if several later launches of their stream lie wholly
 * within them (H200, CUPTI 13.0: one of 720,000 kernels of 4 us lasted 34 ms, in which its graph
 * was launched 2,180 times more).
 */
int64_t long_kernels_cut(struct trace *trace);

#endif
