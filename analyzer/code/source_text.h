/* SPDX-License-Identifier: MIT */
/*
 * A source file as it is on this machine now, if it is: whether it is what was compiled cannot be
 * known, only when it was last changed. Its name comes from a trace, so that it may be anything.
 */
#ifndef WARPWISE_SOURCE_TEXT_H
#define WARPWISE_SOURCE_TEXT_H

#include <stddef.h>
#include <stdint.h>

enum { SOURCE_TEXT_MAX_BYTES = 64 << 20 };

struct source_text {
	char *path;              /* of the file that was read; NULL: none was */
	int64_t modified_unix_s; /* when it was changed last */
	char *bytes;             /* NULL: no such file, or not a readable regular one */
	const char **lines;
	size_t count;
};

/*
 * Reads PATH. With a FOLDER, what ends like PATH below it comes first: of "/build/app/kernels/a.cu"
 * that is FOLDER/build/app/kernels/a.cu, FOLDER/app/kernels/a.cu, FOLDER/kernels/a.cu or
 * FOLDER/a.cu, whichever is there first. FOLDER is never left by "..". Returns 0, also where there
 * is no such file, or -ENOMEM; release in any case.
 */
int source_text_init(struct source_text *text, const char *path, const char *folder);
/*
 * The part of PATH that is a file below FOLDER, which source_text_init() would read there: of
 * "/build/app/kernels/a.cu" perhaps "kernels/a.cu". NULL: there is none.
 */
const char *source_text_part(const char *path, const char *folder);
void source_text_release(struct source_text *text);

/* Line NUMBER (from 1), without its end; NULL where the file has no such line. */
const char *source_text_line(const struct source_text *text, uint32_t number);

#endif
