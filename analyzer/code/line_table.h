/* SPDX-License-Identifier: MIT */
/*
 * The line table of GPU code: which instruction came from which line of which file, and through
 * which inlined calls. Decodes section .debug_line of a cubin (DWARF 2 to 5, with NVIDIA's
 * additions). The bytes are untrusted: nothing is read outside of them, time is linear in their
 * number, memory is bounded by a budget. Any thread, one at a time.
 *
 * Why not libdw (0.188), which knows NVIDIA's additions too:
 *   - it counts the calling row of an inlined call within the whole table, but nvcc 13.0 counts
 *     within the sequence, that is the function: all functions but the first of a cubin would get
 *     call sites in other functions (seen with dwarf_linecontext());
 *   - a cubin's functions all lie at address 0 of a section of their own, and libdw sorts rows by
 *     address: the sections would need made-up addresses first;
 *   - it has no limit on memory: one byte of input makes one row.
 */
#ifndef WARPWISE_LINE_TABLE_H
#define WARPWISE_LINE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LINE_NONE UINT32_MAX

/*
 * One row: it holds from its offset to the next row's. Of rows with the same offset the last holds;
 * those before it are the call sites through which it was inlined.
 */
struct line_row {
	uint32_t offset; /* bytes from the start of its section */
	uint32_t line;   /* 0: no line */
	uint32_t file;   /* index into line_table.files; LINE_NONE: unknown */
	uint32_t caller; /* inlined: index of the row of the call, which is before this; or
	                    LINE_NONE */
	/* Inlined: offset in .debug_str of the name of the function it is in; LINE_NONE:
	 * unknown. */
	uint32_t function_name;
};

/* Rows of one stretch of code, offsets never falling. It holds for first_offset .. end_offset -
 * 1. */
struct line_sequence {
	uint32_t section; /* index of the code's section in the cubin */
	uint32_t first_row, row_count;
	uint32_t first_offset, end_offset;
};

struct line_table {
	struct line_row *rows; /* as they come; a sequence's are together */
	size_t row_count;
	struct line_sequence *sequences; /* in order of section, then of first_offset */
	size_t sequence_count;
	char **files; /* paths, those that a row names alone; one path can be there several times */
	size_t file_count;
	size_t unplaced_count; /* sequences that were dropped, since they lie nowhere */
};

/* A section of texts. Its last byte is 0, or it is empty. */
struct line_texts {
	const char *bytes;
	size_t size;
};

/* A relocation: the 8 bytes at OFFSET of .debug_line are an address in SECTION. */
struct line_relocation {
	uint64_t offset;
	uint32_t section;
	uint64_t section_bytes; /* size of SECTION: no row may lie behind it */
};

struct line_input {
	/* .debug_line, relocations applied: an address counts from the start of its section. */
	const uint8_t *bytes;
	size_t size;
	struct line_texts texts;                   /* .debug_str */
	struct line_texts line_texts;              /* .debug_line_str (DWARF 5) */
	const struct line_relocation *relocations; /* in order of offset */
	size_t relocation_count;
};

/*
 * Decodes INPUT, which is not needed afterwards. What is kept in memory is taken from
 * *BUDGET_BYTES. Sequences without relocation are dropped: they are of functions that the linker
 * left out, and their addresses would be those of another one (libcupti 13.0 takes them for it).
 * Returns 0, or -EINVAL (damaged), -ENOTSUP (not DWARF 2 to 5), -EFBIG (over the budget), -ENOMEM;
 * then TABLE is empty and the budget as it was.
 */
int line_table_init(struct line_table *table, const struct line_input *input, size_t *budget_bytes);
void line_table_release(struct line_table *table);

/* The row that holds for OFFSET of SECTION, or NULL. */
const struct line_row *line_table_row(const struct line_table *table, uint32_t section,
                                      uint32_t offset);

#endif
