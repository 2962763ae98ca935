/* SPDX-License-Identifier: MIT */
/* A hash of bytes, the same in every process. Any thread, in callbacks, too. */
#ifndef WARPWISE_FNV1A_H
#define WARPWISE_FNV1A_H

#include <stddef.h>
#include <stdint.h>

/* As draft-eastlake-fnv has it, 64 bits. */
uint64_t fnv1a(const void *bytes, size_t size);

#endif
