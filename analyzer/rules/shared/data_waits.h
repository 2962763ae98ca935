/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_RULES_DATA_WAITS_H
#define WARPWISE_RULES_DATA_WAITS_H

#include <stdint.h>

#include "trace/trace.h"

/*
 * How long the thread that waits most for data which other processes load (the workers of a
 * DataLoader) waits again and again, as samples of the host tell: as often as it was seen to, the
 * median wait; 0: fewer than REPEATS_MIN times. The first batch of an epoch takes long, and once.
 * Returns 0 or -ENOMEM. Any thread.
 */
int data_waits_find(int64_t *ns, const struct trace *trace);

#endif
