/* SPDX-License-Identifier: MIT */
/* SHA-256, as 64 hexadecimal digits: the identity of reports and traces. Any thread. */
#ifndef WARPWISE_UPLOAD_DIGEST_H
#define WARPWISE_UPLOAD_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_MAX = 65 };

void digest_of_memory(char hex[DIGEST_MAX], const void *data, size_t size);

/* Of the file behind FD from its start, SIZE bytes. Returns 0 or -errno; -EIO: it became
 * shorter. */
int digest_of_file(char hex[DIGEST_MAX], int fd, int64_t size);

#endif
