/* SPDX-License-Identifier: MIT */
/* Tries resolutions from fine to coarse, each twice the one before: a pass over all spans each. */
#include "report/fine_boxes.h"

#include <errno.h>
#include <stdlib.h>

#include "report/fine_timeline.h"

struct lane {
	int64_t start_ns, end_ns; /* of its last box */
	uint32_t box;             /* NONE: it has none yet */
};

static size_t join(const struct fine_input *input, struct lane *lanes, int64_t resolution_ns,
                   uint32_t *box_of)
{
	size_t boxes = 0;

	for (size_t i = 0; i < input->lanes; i++)
		lanes[i] = (struct lane){ .box = NONE };
	for (size_t i = 0; i < input->count; i++) {
		struct lane *lane = &lanes[input->lane[i]];
		int64_t start_ns = fine_start_ns(input, i), end_ns = fine_end_ns(input, i);

		if (lane->box != NONE && start_ns >= lane->start_ns &&
		    start_ns - lane->end_ns < resolution_ns &&
		    end_ns - lane->start_ns < resolution_ns) {
			lane->end_ns = end_ns > lane->end_ns ? end_ns : lane->end_ns;
		} else {
			lane->start_ns = start_ns;
			lane->end_ns = end_ns;
			lane->box = (uint32_t)boxes++;
		}
		box_of[i] = lane->box;
	}
	return boxes;
}

int fine_boxes(const struct fine_input *input, size_t limit, uint32_t *box_of, size_t *boxes,
               int64_t *resolution_ns)
{
	struct lane *lanes;

	*boxes = input->count;
	*resolution_ns = 0;
	for (size_t i = 0; i < input->count; i++)
		box_of[i] = (uint32_t)i;
	if (input->count <= limit || !limit)
		return 0;
	lanes = calloc((input->lanes + 1), sizeof *lanes);
	if (!lanes)
		return -ENOMEM;
	*resolution_ns = input->wall_ns / (int64_t)limit / 16 + 1;
	for (;;) {
		*boxes = join(input, lanes, *resolution_ns, box_of);
		/* One box a lane is the least. */
		if (*boxes <= limit || *boxes <= input->lanes || *resolution_ns > input->wall_ns)
			break;
		*resolution_ns *= 2;
	}
	free(lanes);
	return 0;
}

uint32_t fine_depth(int64_t *until_ns, size_t thread, int64_t start_ns, int64_t end_ns)
{
	int64_t *until = until_ns + thread * FINE_DEPTHS;
	uint32_t depth = 0;

	while (depth < FINE_DEPTHS - 1 && until[depth] > start_ns)
		depth++;
	until[depth] = end_ns;
	return depth;
}
