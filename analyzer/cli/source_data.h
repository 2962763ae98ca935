/* SPDX-License-Identifier: MIT */
/* The CSV and JSON of warpwise source: a row for each stall reason and each counter of a line or an
 * instruction. Main thread. */
#ifndef WARPWISE_SOURCE_DATA_H
#define WARPWISE_SOURCE_DATA_H

#include <stdbool.h>

#include "kernel/kernel_profile.h"
#include "print/table.h"

enum { SOURCE_DATA_COLUMNS = 11 };

extern const struct table_column source_data_columns[SOURCE_DATA_COLUMNS];

/* Adds what is known of the LINES of the kernel NAME; HAS_OFFSETS: they are instructions. Returns 0
 * or -ENOMEM. */
int source_data_add(struct table *table, const struct kernel_lines *lines, const char *name,
                    bool has_offsets);

#endif
