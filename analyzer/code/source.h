/* SPDX-License-Identifier: MIT */
/*
 * Source lines of GPU code, from the cubins in a trace; no GPU and no CUDA is needed. There are
 * some where a program was compiled with -lineinfo (or -G).
 *
 * Functions are named as in the trace: mangled. Texts of an answer come from the cubin, control
 * characters included, are never NULL, "" where unknown, and live as long as the sources. What was
 * opened is constant: any thread, several at once.
 *
 * The call chain is as good as nvcc's line table. Observed with nvcc 13.0: -lineinfo has chains; -G
 * has none; now and then a row of optimised code names the inlined line without its chain; in a
 * cubin linked of several files (-rdc=true) the names of inlined functions are known for the first
 * one only.
 */
#ifndef WARPWISE_SOURCE_H
#define WARPWISE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace_file.h"

enum source_state {
	SOURCE_FOUND,
	SOURCE_NO_MODULES,  /* the trace holds no GPU code (or none with that checksum) */
	SOURCE_NO_FUNCTION, /* GPU code, but no function of that name */
	SOURCE_NO_LINES,    /* the function was compiled without -lineinfo */
	SOURCE_NO_ROW,      /* it has lines, but none for this offset */
	SOURCE_UNREADABLE,  /* the GPU code, or its line table, is damaged, too new or too large */
	SOURCE_STATES
};

enum {
	SOURCE_DEPTH_MAX = 32,
	SOURCE_CUBINS_MAX_BYTES = 2047 << 20, /* of all that are unpacked */
	SOURCE_MEMORY_MAX_BYTES = 512 << 20,  /* kept for all: rows, names */
};

struct source_frame {
	const char *function; /* mangled */
	const char *file;     /* path as the compiler was given it */
	uint32_t line;        /* 0: unknown */
};

/* Where an instruction comes from. */
struct source_where {
	/* The innermost first: each was inlined into the next one, at its line. The last is that of
	 * the function that was compiled: the kernel, or a device function that was not inlined. */
	struct source_frame frames[SOURCE_DEPTH_MAX];
	size_t frame_count;
	bool is_cut; /* frames before the last one are missing */
};

struct sources;

/*
 * Unpacks and reads all modules of DB (as trace_file_open() gives it), which is not needed
 * afterwards. A cubin that cannot be read is no error: see source_unreadable_count(). Takes
 * the time to unpack all of them, so open them only when they are asked for. Returns 0 and the
 * sources in *SOURCES, or -EINVAL (damaged database), -ENOMEM and the reason in ERROR; then
 * *SOURCES is NULL.
 */
int sources_open(struct sources **sources, sqlite3 *db, char error[TRACE_ERROR_MAX]);
void sources_close(struct sources *sources);

/* Modules in the trace, and how many of them could not be read. */
size_t source_module_count(const struct sources *sources);
size_t source_unreadable_count(const struct sources *sources);

/*
 * Where the function begins: the line of its first instruction that has one, in the function
 * itself, not in what was inlined there. The name may be in several modules: the first one with
 * lines answers. *FRAME is set where SOURCE_FOUND is returned.
 */
enum source_state source_function(const struct sources *sources, const char *mangled,
                                  struct source_frame *frame);

/*
 * Where the instruction at PC_OFFSET bytes from the start of the function comes from.
 * *MODULE_CRC: the checksum of the module (module.crc); NULL: as in source_function(). *WHERE is
 * set where SOURCE_FOUND is returned; where SOURCE_NO_ROW is, it has one frame with the name alone
 * of a device function without lines, such as the compiler's pow(), or none.
 */
enum source_state source_line(const struct sources *sources, const int64_t *module_crc,
                              const char *mangled, uint64_t pc_offset, struct source_where *where);

/* One line for people: why there is no source line, and what to do. "" for SOURCE_FOUND. */
const char *source_state_text(enum source_state state);

#endif
