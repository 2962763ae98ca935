/* SPDX-License-Identifier: MIT */
/*
 * Which metrics of launches the settings ask for. Read once, in the thread that initialises CUDA;
 * then any thread.
 */
#ifndef WARPWISE_WANTED_METRICS_H
#define WARPWISE_WANTED_METRICS_H

#include "counters/metric_config.h"
#include "counters/range_profiler.h"
#include "host/losses.h"

/* Reads TEXT, as --metrics takes it. Says what is wrong with it, and returns -errno then. */
int wanted_metrics_read(const char *text);

/* Whether CUPTI counts metric NAME by code that it adds to the kernel, in passes that take many
 * times as long as it. */
bool wanted_metrics_is_patched(const char *name);

/* Those of SET; none before they were read, and of RANGE_UNPATCHED where that were all. */
const struct metric_list *wanted_metrics(enum range_set set);

/* CHIP, a name, has no metric NAME, one of RANGE_ALL: who typed it is told. */
void wanted_metrics_note_unknown(void *chip, const char *name);

/* Calls WRITE for each metric that a chip does not have. */
void wanted_metrics_each_unknown(diagnostic_fn *write, void *data);

#endif
