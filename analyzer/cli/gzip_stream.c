/* SPDX-License-Identifier: MIT */
/* A file that is compressed as it is written. Main thread only. */
#include "cli/gzip_stream.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>

enum { PIECE = 1 << 20 }; /* gzwrite() takes an unsigned int */

bool gzip_is_named(const char *path)
{
	const size_t length = strlen(path);

	return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

static ssize_t take(void *file, const char *bytes, size_t size)
{
	const unsigned piece = size < PIECE ? (unsigned)size : PIECE;

	errno = 0;
	if (gzwrite(file, bytes, piece) > 0)
		return (ssize_t)piece;
	errno = errno ? errno : EIO;
	return 0; /* an error, to stdio */
}

static int end(void *file)
{
	errno = 0;
	if (gzclose(file) == Z_OK)
		return 0;
	errno = errno ? errno : EIO;
	return EOF;
}

FILE *gzip_open(const char *path)
{
	gzFile file = gzopen(
	        path, "wb1e"); /* half the time of the default, for a file half as large again */
	FILE *stream;

	if (!file)
		return NULL;
	stream = fopencookie(file, "w", (cookie_io_functions_t){ .write = take, .close = end });
	if (!stream)
		gzclose(file);
	return stream;
}
