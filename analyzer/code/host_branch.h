/* SPDX-License-Identifier: MIT */
/*
 * Where the host's time divides: the innermost function of the program's own that nearly all of it
 * is in, and its lines, each with all that is called there. A training step, most often, and what
 * it calls one after another. Where the program's own code does not divide it, as one line that
 * calls a library for all of it, the same of the library's functions. Any thread, one at a time.
 */
#ifndef WARPWISE_HOST_BRANCH_H
#define WARPWISE_HOST_BRANCH_H

#include "code/host_time.h"

enum { HOST_BRANCH_LINES = 5 };

struct host_branch {
	uint32_t frame; /* of the function; NONE: there is none */
	struct host_branch_line {
		int line;
		uint32_t callee; /* frame of the program's own function that nearly all of it is in,
		                    else of a library's that is called there; NONE: neither */
		double share;    /* of all that is known, from 0 to 1 */
	} lines[HOST_BRANCH_LINES]; /* the heaviest first, those worth to be said */
	size_t count;               /* 0: there is none */
};

/* Finds it by samples by time. Where all lines are of code that is told by its innermost function
 * alone, there is none. Returns 0 or -ENOMEM. */
int host_branch_find(struct host_branch *branch, const struct host_time *time);

/* The same of the program's own functions alone, whatever their lines call. */
int host_branch_find_own(struct host_branch *branch, const struct host_time *time);

/* "in step() train.py, by line, with what is called there: 42 % in 179 (get_batch()), 23 % in 190
 * (Tensor.backward())", in TEXT; returns it. */
enum { HOST_BRANCH_TEXT = 8 * HOST_PLACE_TEXT };
const char *host_branch_text(char text[HOST_BRANCH_TEXT], const struct host_code *code,
                             const struct host_branch *branch);

/* The same with times, of ALL_NS: "in step() train.py 2.31 s under line 179 (get_batch()), 1.02 s
 * under 190". */
const char *host_branch_times(char text[HOST_BRANCH_TEXT], const struct host_code *code,
                              const struct host_branch *branch, double all_ns);

#endif
