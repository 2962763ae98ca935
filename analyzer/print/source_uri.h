/* SPDX-License-Identifier: MIT */
/* Source files as URI references, for programs that look for them in a checkout. Any thread. */
#ifndef WARPWISE_SOURCE_URI_H
#define WARPWISE_SOURCE_URI_H

#include <stdbool.h>

/*
 * PATH as a URI reference, reserved bytes in hex (RFC 3986), in new memory; NULL without memory.
 * It is relative, without ".." and "." (SARIF 2.1.0, 3.4.3 and 3.10.2), where PATH is below ROOT,
 * or ends like a file below ROOT, as warpwise source finds it, or is below FOLDER, in which the
 * program was started and which a relative PATH is taken to be in. Else it is file://, with the
 * whole path. ROOT and FOLDER are absolute paths, or "" where they are not known.
 */
char *source_uri(const char *path, const char *root, const char *folder);

bool source_uri_is_relative(const char *uri);

#endif
