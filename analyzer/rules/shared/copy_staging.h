/* SPDX-License-Identifier: MIT */
/* What calls that copy pageable memory do on the host. Any thread. */
#ifndef WARPWISE_RULES_COPY_STAGING_H
#define WARPWISE_RULES_COPY_STAGING_H

#include "rules/shared/copies.h"

/*
 * How long the call of copy ID copied on the host while the GPU did not: what it puts into the
 * driver's buffer before the GPU begins, or takes out of it when the GPU has done its part. A call
 * of small pieces has no such parts, and the first of all starts CUDA: no more counts than the host
 * takes to copy what fits into such a buffer.
 */
int64_t copy_staging_ns(const struct check *check, uint32_t id);

#endif
