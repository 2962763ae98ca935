/* SPDX-License-Identifier: MIT */
/* The host's time by function or by line. Any thread, one at a time. */
#ifndef WARPWISE_HOST_ROWS_H
#define WARPWISE_HOST_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "code/host_time.h"

struct host_row {
	const struct host_place *place; /* the first line of a function that was met, or the line */
	double self_ns;                 /* in it */
	double total_ns;                /* in it and in what it called */
};

struct host_rows {
	struct host_code code;
	struct host_time time;
	/* The largest total first; of Python, and of pauses, that of the program's own code. */
	struct host_row *items;
	size_t count;
	bool is_by_line;
	bool is_sampled; /* by time; else these are pauses before calls of CUDA */
	double sum_ns;
	double unknown_ns; /* of it, at stacks whose callers are not known up to main() */
	size_t unknown_at; /* where a row of that has its place among the items */
	double nowhere_ns; /* of it, in CUDA's libraries, and who called them is not known */
};

/* Of all threads that called CUDA. Returns 0 or -ENOMEM; release in any case. */
int host_rows_make(struct host_rows *rows, const struct trace *trace, bool is_by_line);
void host_rows_release(struct host_rows *rows);

/* A line for each stack, "outermost;...;innermost us", as tools for flame graphs read it. */
void host_rows_print_folded(const struct host_rows *rows, FILE *file);

#endif
