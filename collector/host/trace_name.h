/* SPDX-License-Identifier: MIT */
/*
 * What a trace is called: a pattern (settings.def: output) becomes a path. The collector names its
 * trace so; `warpwise record` refuses a wrong pattern before the program runs. Any thread.
 */
#ifndef WARPWISE_TRACE_NAME_H
#define WARPWISE_TRACE_NAME_H

#include <limits.h>

/*
 * Writes the trace's name for this process, made from PATTERN, into PATH. %q{NAME} of a variable
 * that is unset or empty is NAME, so that no name is missing its visible part. A folder, there or
 * with a slash at its end, gets the default name in it.
 *
 * Returns 0, or -ENAMETOOLONG, or -EINVAL for an unknown % sequence.
 */
int trace_name(const char *pattern, char path[PATH_MAX]);

/* 0, or -EINVAL for an unknown % sequence. */
int trace_name_check(const char *pattern);

/* The folder that the traces of PATTERN go to, without slash at its end, "." for the current one;
 * % sequences stay as they are. */
void trace_name_folder(const char *pattern, char folder[PATH_MAX]);

/*
 * A trace's whole name as a line of the list of traces, without its end, and back. One with a
 * newline begins with a backslash, and has \n for it and \\ for a backslash. LINE needs room for
 * two characters for each of PATH, and two more.
 */
void trace_name_to_line(const char *path, char *line);
void trace_name_of_line(char *line); /* in place */

#endif
