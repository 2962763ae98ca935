/* SPDX-License-Identifier: MIT */
/*
 * A report without what says where it was made: command line, environment, paths and host. What it
 * says of the program's kernels and time stays. Main thread only.
 */
#ifndef WARPWISE_UPLOAD_REDACT_H
#define WARPWISE_UPLOAD_REDACT_H

#include <stddef.h>

enum {
	REDACT_ERROR_MAX = 256,
	REDACT_MAX_BYTES = 256 << 20, /* of a report; it takes some ten times as much memory */
};

/*
 * Makes *REDACTED, for free(), of SIZE bytes of JSON. Returns 0, -ENOMEM, or -EINVAL with a phrase
 * in ERROR.
 */
int redact_report(const char *json, size_t size, char **redacted, size_t *redacted_size,
                  char error[REDACT_ERROR_MAX]);

#endif
