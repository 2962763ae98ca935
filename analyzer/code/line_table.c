/* SPDX-License-Identifier: MIT */
/*
 * The decoder of the line number program. It is a state machine (DWARF 5, section 6.2) whose
 * opcodes are functions in tables.
 */
#include "code/line_table.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "code/cursor.h"
#include "code/line_decoder.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

static void begin_sequence(struct line_decoder *decoder)
{
	decoder->address = 0;
	decoder->file = 1;
	decoder->line = 1;
	decoder->caller = 0;
	decoder->function_name = 0;
	decoder->code = NULL;
	decoder->first_row = decoder->table->row_count;
}

/* ---- rows ---- */

static void append_row(struct line_decoder *decoder)
{
	struct line_table *table = decoder->table;
	const size_t in_sequence = table->row_count - decoder->first_row;
	struct line_row *row;

	if (!decoder->code) /* nobody can ask for it */
		return;
	if (decoder->address > decoder->code->section_bytes || decoder->address >= LINE_NONE ||
	    (in_sequence && decoder->address < table->rows[table->row_count - 1].offset)) {
		decoder_fail(decoder, -EINVAL);
		return;
	}
	row = ARRAY_ADD_WITHIN(decoder->budget_bytes, &table->rows, &table->row_count,
	                       &decoder->err);
	if (!row)
		return;
	*row = (struct line_row){
		.offset = (uint32_t)decoder->address,
		.line = decoder->line,
		.file = decoder_file_index(decoder, decoder->file),
		.caller = LINE_NONE,
	};
	/* Counted from 1 within the sequence; a call is before what it calls. */
	if (decoder->caller && decoder->caller <= in_sequence) {
		row->caller = (uint32_t)(decoder->first_row + decoder->caller - 1);
		row->function_name = LINE_NONE;
		if (decoder->has_names && decoder->function_name < LINE_NONE)
			row->function_name = (uint32_t)decoder->function_name;
	}
}

static void append_sequence(struct line_decoder *decoder)
{
	struct line_table *table = decoder->table;
	const size_t row_count = table->row_count - decoder->first_row;
	struct line_sequence *sequence;

	if (!row_count)
		return;
	if (decoder->address > decoder->code->section_bytes || decoder->address >= LINE_NONE ||
	    decoder->address < table->rows[table->row_count - 1].offset ||
	    table->row_count >= LINE_NONE) {
		decoder_fail(decoder, -EINVAL);
		return;
	}
	sequence = ARRAY_ADD_WITHIN(decoder->budget_bytes, &table->sequences,
	                            &table->sequence_count, &decoder->err);
	if (!sequence)
		return;
	*sequence = (struct line_sequence){
		.section = decoder->code->section,
		.first_row = (uint32_t)decoder->first_row,
		.row_count = (uint32_t)row_count,
		.first_offset = table->rows[decoder->first_row].offset,
		.end_offset = (uint32_t)decoder->address,
	};
}

/* ---- standard opcodes ---- */

static void advance_address(struct line_decoder *decoder, uint64_t instructions)
{
	decoder->address += instructions * decoder->minimum_instruction_length;
}

static void run_copy(struct line_decoder *decoder)
{
	append_row(decoder);
}

static void run_advance_pc(struct line_decoder *decoder)
{
	advance_address(decoder, cursor_uleb(&decoder->cursor));
}

static void run_advance_line(struct line_decoder *decoder)
{
	decoder->line += (uint32_t)cursor_leb(&decoder->cursor, true);
}

static void run_set_file(struct line_decoder *decoder)
{
	decoder->file = cursor_uleb(&decoder->cursor);
}

static void run_const_add_pc(struct line_decoder *decoder)
{
	advance_address(decoder, (255u - decoder->opcode_base) / decoder->line_range);
}

static void run_fixed_advance_pc(struct line_decoder *decoder)
{
	decoder->address += cursor_number(&decoder->cursor, 2);
}

/* The others (column, statement, basic block, prologue ...) say nothing that is kept. */
static void (*const standard_opcodes[])(struct line_decoder *) = {
	[1] = run_copy,     [2] = run_advance_pc,   [3] = run_advance_line,
	[4] = run_set_file, [8] = run_const_add_pc, [9] = run_fixed_advance_pc,
};

/* ---- extended opcodes: OPERANDS holds those of one opcode, and no more ---- */

static void run_end_sequence(struct line_decoder *decoder, struct cursor *operands)
{
	(void)operands;
	if (decoder->code)
		append_sequence(decoder);
	else
		decoder->table->unplaced_count++;
	begin_sequence(decoder);
}

static int compare_relocation(const void *key, const void *item)
{
	const uint64_t offset = *(const uint64_t *)key;
	const struct line_relocation *relocation = item;

	return (offset > relocation->offset) - (offset < relocation->offset);
}

static void run_set_address(struct line_decoder *decoder, struct cursor *operands)
{
	const struct line_input *input = decoder->input;
	const uint64_t offset = (uint64_t)(operands->at - input->bytes);
	const struct line_relocation *code = NULL;

	if (input->relocation_count)
		code = bsearch(&offset, input->relocations, input->relocation_count,
		               sizeof *input->relocations, compare_relocation);
	if (decoder->code && (!code || code->section != decoder->code->section)) {
		decoder_fail(decoder, -EINVAL); /* a sequence lies in one section */
		return;
	}
	decoder->code = code;
	decoder->address = cursor_number(operands, 8);
}

static void run_define_file(struct line_decoder *decoder, struct cursor *operands)
{
	const char *name = cursor_text(operands);

	decoder_define_file(decoder, name, cursor_uleb(operands));
}

/*
 * NVIDIA's (numbers and names as in elfutils' dwarf.h). The rows that follow were inlined: the
 * first operand is the row of this sequence where, counted from 1, or 0 where they were not; the
 * second is the offset in .debug_str of the name of the function that they belong to. Observed with
 * nvcc 13.0, -lineinfo; -G gives none.
 */
static void run_inlined_call(struct line_decoder *decoder, struct cursor *operands)
{
	decoder->caller = cursor_uleb(operands);
	decoder->function_name = cursor_uleb(operands);
}

static void run_set_function_name(struct line_decoder *decoder, struct cursor *operands)
{
	decoder->function_name = cursor_uleb(operands);
}

static void (*const extended_opcodes[])(struct line_decoder *, struct cursor *) = {
	[0x01] = run_end_sequence, [0x02] = run_set_address,       [0x03] = run_define_file,
	[0x90] = run_inlined_call, [0x91] = run_set_function_name,
};

static void run_extended(struct line_decoder *decoder)
{
	const uint64_t size = cursor_uleb(&decoder->cursor);
	const uint8_t *at = cursor_take(&decoder->cursor, size);
	struct cursor operands = { .at = at, .end = at ? at + size : NULL };
	uint8_t opcode;

	if (!at || !size)
		return;
	opcode = (uint8_t)cursor_number(&operands, 1);
	if (opcode >= ARRAY_SIZE(extended_opcodes) || !extended_opcodes[opcode])
		return;
	extended_opcodes[opcode](decoder, &operands);
	if (operands.is_failed)
		decoder_fail(decoder, -EINVAL);
}

static void run_standard(struct line_decoder *decoder, uint8_t opcode)
{
	if (opcode < ARRAY_SIZE(standard_opcodes) && standard_opcodes[opcode]) {
		standard_opcodes[opcode](decoder);
		return;
	}
	for (int i = 0; i < decoder->operand_counts[opcode]; i++)
		cursor_uleb(&decoder->cursor);
}

static void run_special(struct line_decoder *decoder, uint8_t opcode)
{
	const unsigned adjusted = opcode - decoder->opcode_base;

	advance_address(decoder, adjusted / decoder->line_range);
	decoder->line += (uint32_t)(decoder->line_base + (int)(adjusted % decoder->line_range));
	append_row(decoder);
}

static void run_program(struct line_decoder *decoder)
{
	struct cursor *cursor = &decoder->cursor;

	begin_sequence(decoder);
	while (cursor_left(cursor) && !cursor->is_failed && !decoder->err) {
		uint8_t opcode = (uint8_t)cursor_number(cursor, 1);

		if (opcode >= decoder->opcode_base)
			run_special(decoder, opcode);
		else if (opcode == 0)
			run_extended(decoder);
		else
			run_standard(decoder, opcode);
	}
	if (cursor->is_failed || decoder->table->row_count > decoder->first_row)
		decoder_fail(decoder, -EINVAL); /* cut in the middle of a sequence */
}

/* ---- the table ---- */

static void read_unit(struct line_decoder *decoder, struct cursor *section)
{
	uint64_t size = cursor_number(section, 4);
	const uint8_t *at;

	decoder->offset_bytes = 4;
	if (size == 0xffffffff) {
		size = cursor_number(section, 8);
		decoder->offset_bytes = 8;
	}
	at = cursor_take(section, size);
	if (section->is_failed) {
		decoder_fail(decoder, -EINVAL);
		return;
	}
	if (!size) /* padding */
		return;
	decoder->cursor = (struct cursor){ .at = at, .end = at + size };
	/* nvlink 13.0 appends the units' .debug_str to each other but leaves the offsets of
	 * names as they were: only those of the first unit are right. */
	decoder->has_names = at - decoder->input->bytes <= 12;
	decoder_read_header(decoder);
	if (!decoder->err)
		run_program(decoder);
}

static int compare_sequences(const void *a, const void *b)
{
	const struct line_sequence *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	if (x->first_offset != y->first_offset)
		return x->first_offset < y->first_offset ? -1 : 1;
	return (x->first_row > y->first_row) - (x->first_row < y->first_row);
}

int line_table_init(struct line_table *table, const struct line_input *input, size_t *budget_bytes)
{
	struct cursor section = { .at = input->bytes, .end = input->bytes + input->size };
	struct line_decoder decoder = {
		.input = input,
		.table = table,
		.budget_bytes = budget_bytes,
	};
	const size_t budget_before = *budget_bytes;

	*table = (struct line_table){ 0 };
	while (cursor_left(&section) && !decoder.err)
		read_unit(&decoder, &section);
	free(decoder.directories);
	free(decoder.files);
	if (decoder.err) {
		line_table_release(table);
		*budget_bytes = budget_before;
		return decoder.err;
	}
	if (table->sequence_count)
		qsort(table->sequences, table->sequence_count, sizeof *table->sequences,
		      compare_sequences);
	return 0;
}

void line_table_release(struct line_table *table)
{
	for (size_t i = 0; i < table->file_count; i++)
		free(table->files[i]);
	free(table->files);
	free(table->sequences);
	free(table->rows);
	*table = (struct line_table){ 0 };
}

/* Both: an item that begins at an offset or before. */
static bool begins_in_time(const void *item, const void *key)
{
	const struct line_sequence *sequence = item, *wanted = key;

	return sequence->section < wanted->section ||
	       (sequence->section == wanted->section &&
	        sequence->first_offset <= wanted->first_offset);
}

static bool row_begins_in_time(const void *item, const void *key)
{
	return ((const struct line_row *)item)->offset <= *(const uint32_t *)key;
}

/* The one that holds for OFFSET of SECTION, or NULL. */
static const struct line_sequence *find_sequence(const struct line_table *table, uint32_t section,
                                                 uint32_t offset)
{
	const struct line_sequence wanted = { .section = section, .first_offset = offset };
	const size_t behind = lower_bound(&wanted, table->sequences, table->sequence_count,
	                                  sizeof wanted, begins_in_time);
	const struct line_sequence *sequence;

	if (!behind)
		return NULL;
	sequence = &table->sequences[behind - 1];
	return sequence->section == section && offset < sequence->end_offset ? sequence : NULL;
}

const struct line_row *line_table_row(const struct line_table *table, uint32_t section,
                                      uint32_t offset)
{
	const struct line_sequence *sequence = find_sequence(table, section, offset);
	const struct line_row *rows;

	if (!sequence)
		return NULL;
	rows = table->rows + sequence->first_row; /* the first one begins where the sequence does */
	return &rows[lower_bound(&offset, rows, sequence->row_count, sizeof *rows,
	                         row_begins_in_time) -
	             1];
}
