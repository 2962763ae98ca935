/* SPDX-License-Identifier: MIT */
/* The occupancy calculation's questions, asked of a trace. Any thread. */
#ifndef WARPWISE_GRAPH_RECORDED_LAUNCH_H
#define WARPWISE_GRAPH_RECORDED_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/occupancy.h"
#include "trace/trace.h"

/*
 * The limits of the device's compute capability, replaced by what the trace knows of the device.
 * false: the capability is unknown.
 */
bool recorded_device(const struct trace_device *from, struct occupancy_device *device);

/* What a launch of SHAPE asks for. false: no launch can have such blocks. */
bool recorded_launch(const struct trace_launch_shape *shape, struct occupancy_launch *launch);

/* Blocks of a grid, or threads of a block; INT64_MAX where that overflows. All sizes are >= 0. */
int64_t recorded_volume(const int32_t size[3]);

#endif
