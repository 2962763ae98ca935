/* SPDX-License-Identifier: MIT */
/* Sizes as people write them: used by the collector and by `warpwise record`. */
#ifndef WARPWISE_AMOUNT_H
#define WARPWISE_AMOUNT_H

#include <stdint.h>

/* "500M", "2G", "64MiB", "1000000" (bytes) into *BYTES; units are powers of 1024. Returns 0 or
 * -EINVAL: no such size, not above 0, or more than 2^50. */
int amount_parse(const char *text, int64_t *bytes);

#endif
