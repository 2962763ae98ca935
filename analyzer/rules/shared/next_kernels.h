/* SPDX-License-Identifier: MIT */
#ifndef WARPWISE_RULES_NEXT_KERNELS_H
#define WARPWISE_RULES_NEXT_KERNELS_H

#include <stdint.h>

#include "trace/trace.h"

/*
 * By call, the function of the first kernel that its thread launched from there on; NONE: it
 * launched none. NULL without memory; free it. Any thread.
 */
uint32_t *next_kernels_find(const struct trace *trace);

#endif
