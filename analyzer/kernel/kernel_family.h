/* SPDX-License-Identifier: MIT */
/*
 * Kernels of one family: XLA names a kernel for what it computes, and numbers those of one name
 * ("loop_dynamic_update_slice_fusion_3"). Any thread.
 */
#ifndef WARPWISE_KERNEL_FAMILY_H
#define WARPWISE_KERNEL_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

/* How much of NAME the kernels of its family share: all but its number. 0: it has no family. */
size_t kernel_family_length(const char *name);

/* Whether the kernels A and B are of one family. */
bool kernel_family_is_same(const char *a, const char *b);

#endif
