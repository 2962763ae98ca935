/* SPDX-License-Identifier: MIT */
/*
 * Launches of CUDA graphs as one operation (--graph-trace=graph). To time each node makes a launch
 * up to twice as slow, and serving programs are loops of such launches; as one operation it takes
 * 3 % (collector/README.md).
 */
#ifndef WARPWISE_GRAPH_TRACE_H
#define WARPWISE_GRAPH_TRACE_H

#include "cupti/compat.h"

/* The kind graph launch: what kind.h says of these. Before any graph is instantiated. */
CUptiResult graph_trace_enable(void);
void graph_trace_disable(void);

#endif
