/* SPDX-License-Identifier: MIT */
/* Line programs of DWARF, written by hand. */
#ifndef WARPWISE_LINE_PROGRAM_H
#define WARPWISE_LINE_PROGRAM_H

#include "code/line_table.h"

struct program {
	uint8_t bytes[4096];
	size_t size;
	struct line_relocation relocations[4];
	size_t relocation_count;
	struct line_texts texts, line_texts;
	size_t length_at, header_at;
	bool is_64;
};

/* A unit's header: opcode base 10, line base -5, line range 14, as nvcc's. */
void begin_unit(struct program *program, int version, const void *lists, size_t size);
void end_unit(struct program *program);

void put_number(struct program *program, uint64_t number, unsigned bytes);
void put_bytes(struct program *program, const void *bytes, size_t size);

/* DW_LNE_set_address to ADDRESS of SECTION. */
void set_address(struct program *program, uint32_t section, uint64_t address);

/* One file, /d/a.cu, for begin_unit(). */
enum { ONE_FILE_BYTES = 13 };
extern const char one_file[ONE_FILE_BYTES];

/* Advances by 16 bytes and ends the sequence. */
enum { END_AT_16_BYTES = 6 };
extern const char end_at_16[END_AT_16_BYTES];

#endif
