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

/* What launches are counted for. */
enum host_launches_of { OF_FUNCTIONS, OF_SHAPES };

struct host_launch {
	uint32_t kernel;       /* a function or a launch shape of the trace */
	struct host_site site; /* a line of the program's own */
	int64_t launches;      /* of those with a stack */
};

struct host_launches {
	const struct host_code *code;
	struct host_launch *items; /* by kernel, the line with the most launches first */
	size_t count;
};

/* CODE must live as long. Returns 0 or -ENOMEM; release in any case. */
int host_launches_init(struct host_launches *launches, const struct host_code *code,
                       enum host_launches_of of);
void host_launches_release(struct host_launches *launches);

/* A line worth to be told: at most so many of a kernel are. */
enum { HOST_LAUNCH_LINES = 3 };
struct host_launch_line {
	struct host_site site;
	double percent; /* of the kernel's launches with a stack */
};

/* The lines that launch KERNEL, those with most launches first, into LINES. Returns how many. */
size_t host_launches_lines(struct host_launch_line lines[HOST_LAUNCH_LINES],
                           const struct host_launches *launches, uint32_t kernel);

/* "forward() model.py:20, called from train.py:88", in TEXT; with shares where several lines launch
 * KERNEL. Returns TEXT, which is "" where none is known. */
enum { HOST_LAUNCHES_TEXT = 8 * HOST_PLACE_TEXT };
const char *host_launches_text(char text[HOST_LAUNCHES_TEXT], const struct host_launches *launches,
                               uint32_t kernel);

#endif
