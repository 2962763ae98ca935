/* SPDX-License-Identifier: MIT */
/* The host's time as a table, for the verbs stats and source. */
#ifndef WARPWISE_HOST_TABLE_H
#define WARPWISE_HOST_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "print/table.h"
#include "trace/trace.h"

/* Prints it by function or by line, at most LIMIT rows (0: all), or says why there is none. Returns
 * 0 or -ENOMEM. */
int host_table_print(const struct trace *trace, bool is_by_line, enum table_format format,
                     int64_t limit);

/* Prints each stack as a line into STREAM. The same. */
int host_table_print_folded(FILE *stream, const struct trace *trace);

#endif
