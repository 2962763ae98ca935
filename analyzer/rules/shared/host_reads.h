/* SPDX-License-Identifier: MIT */
/*
 * Kernels that read the host's memory over the bus (mapped memory), as fast as that goes. Copies to
 * the device go the same way. Any thread.
 */
#ifndef WARPWISE_RULES_HOST_READS_H
#define WARPWISE_RULES_HOST_READS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/kernel_profile.h"
#include "rules/shared/copies.h"
#include "rules/shared/threshold.h"

enum { HOST_READS_ELSEWHERE, HOST_READS_RATE };
extern const struct threshold host_reads_thresholds[];

/* The most pinned host memory, which kernels can read, that was in use at a time: 1 where its size
 * is not known, 0 where there is none. */
int64_t host_reads_pinned_bytes(const struct trace *trace);

/*
 * Bytes that a launch of PROFILE loads from the host's memory: counted, or else what neither a
 * cache nor device memory has of what it loads. NAN: unknown.
 */
double host_reads_bytes(const struct kernel_profile *profile);

/* Most of what a kernel loads comes over the bus, as fast as that goes. False, too, where this is
 * not known. */
bool host_reads_bind(const struct kernel_profile *profile, const struct copy_rates *rates);

#endif
