/* SPDX-License-Identifier: MIT */
/*
 * Which lines of the host's code launch which kernels, by the launches whose callers are known, and
 * how much of the kernels' time each of them has. Any thread, one at a time.
 */
#ifndef WARPWISE_HOST_LAUNCHES_H
#define WARPWISE_HOST_LAUNCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/host_code.h"
#include "code/host_time.h"
#include "code/launch_callers.h"

/* What launches are counted for. */
enum host_launches_of { OF_FUNCTIONS, OF_SHAPES };

struct host_launch {
	uint32_t kernel;       /* a function or a launch shape of the trace */
	struct host_site site; /* a line of the program's own; `own` NONE: nobody knows */
	double ns;             /* that the kernels of these launches ran */
	int64_t launches;
	int64_t known;     /* of these, with a known caller, */
	double seen_ns;    /* which have so much of `ns` */
	double unknown_ns; /* of `ns`: nobody knows who launched these */
};

struct host_launches {
	const struct host_code *code;
	struct launch_callers callers;
	struct host_launch *items; /* by kernel, the line with the most time first */
	size_t count;
};

/* CODE must live as long. Returns 0 or -ENOMEM; release in any case. */
int host_launches_init(struct host_launches *launches, const struct host_code *code,
                       enum host_launches_of of);
void host_launches_release(struct host_launches *launches);

/* Adds to TIME where kernels were launched, with the time that they ran: those whose IS_OF is true,
 * by operation. */
void host_launches_add(struct host_time *time, const struct host_launches *launches,
                       const bool *is_of);

/* A line worth to be told: at most so many of a kernel are. */
enum { HOST_LAUNCH_LINES = 3 };
struct host_launch_line {
	struct host_site site;
	double percent;       /* of the kernel's time, */
	double known_percent; /* of which so much is known who launched it */
};

/* The lines that launch KERNEL, those with most of its time first, into LINES. Returns how many. */
size_t host_launches_lines(struct host_launch_line lines[HOST_LAUNCH_LINES],
                           const struct host_launches *launches, uint32_t kernel);

/* "forward() model.py:20, called from train.py:88", in TEXT; with shares of what is known of its
 * time where that line has not nearly all of it, and how much that is, or how many launches it is
 * known by, where they are few. Of native code, without shares where launches with a stack have
 * less than half of the time: the others may be made elsewhere.
 * Returns TEXT, which is "" where nothing is known. */
enum { HOST_LAUNCHES_TEXT = 8 * HOST_PLACE_TEXT };
const char *host_launches_text(char text[HOST_LAUNCHES_TEXT], const struct host_launches *launches,
                               uint32_t kernel);

#endif
