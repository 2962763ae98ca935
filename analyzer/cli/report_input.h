/* SPDX-License-Identifier: MIT */
/*
 * A report as JSON, wherever it comes from: a file that `warpwise analyze --format json` wrote, or
 * a trace, which is analysed first. Main thread only.
 */
#ifndef WARPWISE_REPORT_INPUT_H
#define WARPWISE_REPORT_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Analyses COUNT traces (RANGE as in input_cut(), or NULL) into one report, *JSON, for free().
 * Returns STATUS_OK, or another status after the reason was said; then there is no report.
 */
int report_input_analyse(const char *const *paths, size_t count, const char *range,
                         bool is_without_timeline, char **json, size_t *size);

#endif
