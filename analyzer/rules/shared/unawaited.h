/* SPDX-License-Identifier: MIT */
/* Copies that nobody waits for. Any thread. */
#ifndef WARPWISE_RULES_UNAWAITED_H
#define WARPWISE_RULES_UNAWAITED_H

#include <stdint.h>

#include "graph/graph.h"

/*
 * The first time that the thread which asked for copy ID, by an asynchronous call, works by itself
 * for LEAST_NS and more, outside CUDA, before it calls what waits: the host may use there what it
 * copied, without knowing that the copy is done. 0: it waits first, or asks whether it is done, or
 * neither within UNAWAITED_CALLS.
 */
int64_t copy_unawaited_ns(const struct graph *graph, uint32_t id, int64_t least_ns);

#endif
