/* SPDX-License-Identifier: MIT */
/*
 * What tests of source lines start from: files of the source folder, and traces that hold cubins.
 * Run from the source folder, or with $srcdir. One process at a time.
 */
#ifndef WARPWISE_SOURCE_FIXTURE_H
#define WARPWISE_SOURCE_FIXTURE_H

#include <elf.h>
#include <stdbool.h>

#include "code/source.h"

/* The cubins of tests/source. */
struct built {
	const char *cubin;
	bool has_chains;
	bool is_whole; /* a device function lies in its kernel's section */
};
enum { BUILT = 4 };
extern const struct built built[BUILT];

/* Makes the folder for traces; false, with errno, where that fails. */
bool source_fixture_init(void);
void source_fixture_release(void);

/* The path of a file of the source folder; until the next call. */
const char *source_path(const char *name);

/* The bytes of a file and a 0 behind them; for the caller to free. */
char *source_file_bytes(const char *name, size_t *size);

/* The sources of the trace PATH. */
struct sources *open_sources(const char *path);

/* One of table module. */
struct row {
	const void *packed;
	size_t packed_bytes;
	int64_t crc, size_bytes;
};

/* Of a trace with these rows in table module. */
struct sources *sources_of_rows(const struct row *rows, size_t count);

/* ... with these bytes as its only module. */
struct sources *sources_of_bytes(const void *bytes, size_t size);
struct sources *sources_of_file(const char *name);

/* The header of the section NAME, which IMAGE must have. */
Elf64_Shdr *section_header(char *image, const char *name);

/* Whether the function is found; all ways to ask agree. */
enum source_state state_of(const struct sources *sources, const char *mangled);

#endif
