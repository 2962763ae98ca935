/* SPDX-License-Identifier: MIT */
/*
 * Memory sets of managed memory that wait for its pages, which are made meanwhile, or brought from
 * the host: a device writes its own memory tens of times as fast as the bus is. Any thread.
 */
#ifndef WARPWISE_GRAPH_FILL_PAGES_H
#define WARPWISE_GRAPH_FILL_PAGES_H

#include "trace/trace.h"

/* How long OPERATION, a memory set, did: all but what its bytes take at the peak of the device's
 * memory, if it was no faster than the bus, and that is most of it; else 0. */
int64_t fill_pages_ns(const struct trace *trace, uint32_t operation);

/* Of all of DEVICE. */
int64_t fill_pages_of_device_ns(const struct trace *trace, uint32_t device);

#endif
