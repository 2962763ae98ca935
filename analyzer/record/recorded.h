/* SPDX-License-Identifier: MIT */
/* The summary of traces that were just written, for the end of `warpwise record`. Main thread
 * only. */
#ifndef WARPWISE_RECORDED_H
#define WARPWISE_RECORDED_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Names of traces, in the order in which they were begun. Begins as { 0 }. */
struct trace_list {
	char **paths;
	size_t count;
};

/* Adds the lines of FILE from byte FROM on. What cannot be read is as good as empty. */
void trace_list_read(struct trace_list *list, const char *file, off_t from);
void trace_list_release(struct trace_list *list);

/*
 * Prints a table of the traces that the file LIST names from byte FROM on, one a line, then what
 * each of them lacks, and how to go on. IS_QUIET: only what they lack. Traces that cannot be read
 * are named with the reason. Returns how many traces LIST names.
 */
size_t recorded_print(FILE *stream, const char *list, off_t from, bool is_quiet);

#endif
