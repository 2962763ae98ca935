/* SPDX-License-Identifier: MIT */
/* A file that is compressed as it is written. */
#ifndef WARPWISE_GZIP_STREAM_H
#define WARPWISE_GZIP_STREAM_H

#include <stdbool.h>
#include <stdio.h>

/* Whether PATH is named like one: "run.json.gz". */
bool gzip_is_named(const char *path);

/* Opens PATH for writing, for fclose(), which says whether all of it was written. Returns NULL with
 * errno set. */
FILE *gzip_open(const char *path);

#endif
