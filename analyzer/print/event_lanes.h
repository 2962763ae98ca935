/* SPDX-License-Identifier: MIT */
/*
 * Which row of a timeline an event goes into. Viewers of the trace event format show a row well
 * only where its events lie within one another or apart; but nodes of a graph run side by side in
 * one stream, and NVTX ranges need not nest. What does not fit goes into another row of the same
 * name. Any thread.
 */
#ifndef WARPWISE_EVENT_LANES_H
#define WARPWISE_EVENT_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EVENT_LANES_MAX = 64 }; /* of what does not fit even so, a viewer shows what it can */

struct event_lane {
	int64_t *ends_ns; /* of the events that are open, the outermost first */
	size_t depth, room;
};

/* Begins as { 0 }. */
struct event_lanes {
	struct event_lane *items;
	size_t count;
};

/*
 * The lane of an event, which becomes the last of it: below count, or count, which was one more
 * then. Events come in order of start, of those that start together the longest first. MAY_NEST:
 * they may lie within one another. Returns 0 or -ENOMEM.
 */
int event_lanes_place(struct event_lanes *lanes, int64_t start_ns, int64_t end_ns, bool may_nest,
                      size_t *lane);
void event_lanes_release(struct event_lanes *lanes);

#endif
