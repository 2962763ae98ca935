/* SPDX-License-Identifier: MIT */
/* Says what was joined into a trace. Main thread only. */
#ifndef WARPWISE_MERGED_H
#define WARPWISE_MERGED_H

#include <stdio.h>

#include "record/merge.h"

/* Prints a line on what was taken from LABEL, a trace or a run, and one for all that does not
 * fit. */
void merged_print(FILE *stream, const char *label, const int64_t counts[MERGED]);

#endif
