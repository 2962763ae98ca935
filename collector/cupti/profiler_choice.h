/* SPDX-License-Identifier: MIT */
/*
 * CUPTI's profilers exclude each other in a process: PC sampling, the range profiler, SASS metrics
 * and PM sampling. Of those that the settings ask for, the first one runs; the others are said, and
 * are in the trace's diagnostics.
 */
#ifndef WARPWISE_PROFILER_CHOICE_H
#define WARPWISE_PROFILER_CHOICE_H

#include "host/losses.h"
#include "host/settings.h"

/* Turns all profilers but the first off in SETTINGS. Once, in the thread that initialises CUDA. */
void profiler_choose(struct settings *settings);

/* Calls WRITE, as counters_each() does, for each profiler that was turned off. */
void profiler_each_excluded(diagnostic_fn *write, void *data);

#endif
