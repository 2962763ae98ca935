/* SPDX-License-Identifier: MIT */
/* Which row of a timeline an event goes into. */
#include "print/event_lanes.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

static bool fits(struct event_lane *lane, int64_t start_ns, int64_t end_ns, bool may_nest)
{
	while (lane->depth && lane->ends_ns[lane->depth - 1] <= start_ns)
		lane->depth--;
	return !lane->depth || (may_nest && end_ns <= lane->ends_ns[lane->depth - 1]);
}

static int add_lane(struct event_lanes *lanes)
{
	if (ARRAY_ROOM(&lanes->items, lanes->count))
		return -ENOMEM;
	lanes->items[lanes->count++] = (struct event_lane){ 0 };
	return 0;
}

static int open_in(struct event_lane *lane, int64_t end_ns)
{
	if (ARRAY_ROOM(&lane->ends_ns, lane->depth))
		return -ENOMEM;
	lane->ends_ns[lane->depth++] = end_ns;
	return 0;
}

int event_lanes_place(struct event_lanes *lanes, int64_t start_ns, int64_t end_ns, bool may_nest,
                      size_t *lane)
{
	size_t i = 0;

	while (i < lanes->count && !fits(&lanes->items[i], start_ns, end_ns, may_nest))
		i++;
	if (i == lanes->count && i < EVENT_LANES_MAX && add_lane(lanes))
		return -ENOMEM;
	if (i == EVENT_LANES_MAX)
		i--;
	*lane = i;
	return open_in(&lanes->items[i], end_ns);
}

void event_lanes_release(struct event_lanes *lanes)
{
	for (size_t i = 0; i < lanes->count; i++)
		free(lanes->items[i].ends_ns);
	free(lanes->items);
	*lanes = (struct event_lanes){ 0 };
}
