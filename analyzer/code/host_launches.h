/* SPDX-License-Identifier: MIT */
/*
 * Which lines of the host's code launch which kernels, by the launches whose stacks were recorded.
 * Any thread, one at a time.
 */
#ifndef WARPWISE_HOST_LAUNCHES_H
#define WARPWISE_HOST_LAUNCHES_H

#include <stddef.h>
#include <stdint.h>

#include "code/host_code.h"

struct host_launch {
	uint32_t function;
	struct host_site site; /* a line of the program's own */
	int64_t launches;      /* of those with a stack */
};

struct host_launches {
	const struct host_code *code;
	struct host_launch *items; /* by function, the line with the most launches first */
	size_t count;
};

/* Returns 0 or -ENOMEM; release in any case. */
int host_launches_init(struct host_launches *launches, const struct host_code *code);
void host_launches_release(struct host_launches *launches);

/* "forward() model.py:20, called from train.py:88", in TEXT; with shares where several lines launch
 * FUNCTION. Returns TEXT, which is "" where none is known. */
enum { HOST_LAUNCHES_TEXT = 8 * HOST_PLACE_TEXT };
const char *host_launches_text(char text[HOST_LAUNCHES_TEXT], const struct host_launches *launches,
                               uint32_t function);

#endif
