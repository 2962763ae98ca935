/* SPDX-License-Identifier: MIT */
/*
 * What reads .debug_line, between its two halves: line_header.c reads the header of a unit, with
 * its directories and files, line_table.c runs the unit's program.
 */
#ifndef WARPWISE_LINE_DECODER_H
#define WARPWISE_LINE_DECODER_H

#include "code/cursor.h"
#include "code/line_table.h"

struct unit_file {
	const char *name;
	uint64_t directory;
	uint32_t index; /* in line_table.files, LINE_NONE: not yet there */
};

struct line_decoder {
	const struct line_input *input;
	struct line_table *table;
	size_t *budget_bytes;
	int err;

	/* of the unit */
	struct cursor cursor;
	int version;
	unsigned offset_bytes; /* 4, or 8 in 64-bit DWARF */
	uint8_t minimum_instruction_length, line_range, opcode_base;
	int8_t line_base;
	bool has_names;              /* what it says about names can be looked up */
	uint8_t operand_counts[256]; /* of the standard opcodes */
	const char **directories;    /* texts of the input */
	size_t directory_count;
	struct unit_file *files;
	size_t file_count;
	size_t list_budget_bytes; /* for both */

	/* the state machine's registers, reset for each sequence */
	uint64_t address, file, caller, function_name;
	uint32_t line;
	const struct line_relocation *code; /* what address counts from; NULL: unknown */
	size_t first_row;                   /* of the sequence */
};

/* Notes the first thing that went wrong; the decoder stops there. */
void decoder_fail(struct line_decoder *decoder, int err);

/* Splits the header, from the version on, off the decoder's cursor, which then holds the program
 * alone. */
void decoder_read_header(struct line_decoder *decoder);

/* A further file of the unit; NAME stays the caller's. */
void decoder_define_file(struct line_decoder *decoder, const char *name, uint64_t directory);

/* The file that register NUMBER means, as an index into the table's files; LINE_NONE: none. */
uint32_t decoder_file_index(struct line_decoder *decoder, uint64_t number);

#endif
