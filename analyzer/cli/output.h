/* SPDX-License-Identifier: MIT */
/* The file of --output. */
#ifndef WARPWISE_CLI_OUTPUT_H
#define WARPWISE_CLI_OUTPUT_H

#include <stdio.h>

/* Opens PATH for writing; NULL: stdout. Returns NULL after it said why not. */
FILE *output_open(const char *path);

/*
 * Closes STREAM, which output_open() opened for PATH; ERR is what printing into it returned: 0 or
 * -errno, -ENOSYS for a page that this build does not have. Returns the exit status, and has said
 * what went wrong. Then there is no file: one that is cut short may look like a whole one.
 */
int output_close(FILE *stream, const char *path, int err);

#endif
