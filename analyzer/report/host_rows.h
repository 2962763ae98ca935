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
	double self_ns;                 /* in it, and in what it called of CUDA's libraries */
	double total_ns;                /* in it and in all that it called */
	int64_t samples;                /* of total_ns; calls where these are pauses before them */
};

struct host_rows {
	const struct host_code *code; /* not owned */
	struct host_time time;
	/* The largest total first; of Python, and of pauses, that of the program's own code. */
	struct host_row *items;
	size_t count;
	uint32_t *row_of; /* by frame: position in items; NONE: no time was spent there */
	int64_t *samples; /* by stack, as of rows */
	bool is_by_line;
	bool is_sampled; /* by time; else these are pauses before calls of CUDA */
	double sum_ns;
	double unknown_ns; /* of it, at stacks whose callers are not known up to main() */
	size_t unknown_at; /* where a row of that has its place among the items */
	double nowhere_ns; /* of it, in CUDA's libraries, and who called them is not known */
};

/* Of all threads that called CUDA. CODE must outlive the rows. Returns 0 or -ENOMEM; release in any
 * case. */
int host_rows_make(struct host_rows *rows, const struct host_code *code, bool is_by_line);
void host_rows_release(struct host_rows *rows);

/* What a table calls the function of PLACE: "(no names)" in a library without any, "(script)". */
const char *host_rows_name(const struct host_place *place, bool is_by_line);

/* Of the time at the stack I. */
double host_rows_weight(const struct host_rows *rows, uint32_t i);

/* The stack I as rows, the innermost first. */
enum { HOST_PATH_MAX = 1024 }; /* what is further out is left out */
struct host_path {
	uint32_t rows[HOST_PATH_MAX];
	size_t count;
	bool is_in_cuda; /* its innermost frames are of CUDA's libraries, which have no rows */
};
void host_rows_path(const struct host_rows *rows, uint32_t i, struct host_path *path);

/* A line for each stack, "outermost;...;innermost us", as tools for flame graphs read it. */
void host_rows_print_folded(const struct host_rows *rows, FILE *file);

#endif
