/* SPDX-License-Identifier: MIT */
/*
 * The decoder of the line number program. It is a state machine (DWARF 5, section 6.2) whose
 * opcodes are functions in tables, over a cursor that never leaves the bytes: what is read behind
 * the end is 0 and marks the cursor as failed.
 */
#include "code/line_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

enum {
	VERSION_MIN = 2,
	VERSION_MAX = 5,
	/* Directories and files of one unit. nvcc lists the included files, thousands at most. */
	LISTS_MAX_BYTES = 16 << 20,
	FORMATS_MAX = 16,
	PATH_BYTES_MAX = 4096,
};

/* ---- bytes ---- */

struct cursor {
	const uint8_t *at, *end;
	bool is_failed;
};

static size_t left(const struct cursor *cursor)
{
	return (size_t)(cursor->end - cursor->at);
}

static const uint8_t *take(struct cursor *cursor, uint64_t bytes)
{
	const uint8_t *at = cursor->at;

	if (bytes > left(cursor)) {
		cursor->is_failed = true;
		cursor->at = cursor->end;
		return NULL;
	}
	cursor->at += bytes;
	return at;
}

/* A little-endian number of BYTES bytes, 8 at most. */
static uint64_t take_number(struct cursor *cursor, unsigned bytes)
{
	const uint8_t *at = take(cursor, bytes);
	uint64_t number = 0;

	for (unsigned i = 0; at && i < bytes; i++)
		number |= (uint64_t)at[i] << (8 * i);
	return number;
}

/* LEB128; bits beyond the 64th are dropped. */
static uint64_t take_leb(struct cursor *cursor, bool is_signed)
{
	uint64_t number = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = (uint8_t)take_number(cursor, 1);
		if (shift < 64)
			number |= (uint64_t)(byte & 0x7f) << shift;
		shift += shift < 64 ? 7 : 0;
	} while (byte & 0x80);
	if (is_signed && shift < 64 && byte & 0x40)
		number |= ~UINT64_C(0) << shift;
	return number;
}

static uint64_t take_uleb(struct cursor *cursor)
{
	return take_leb(cursor, false);
}

/* A text with its 0, or "" and a failed cursor. */
static const char *take_text(struct cursor *cursor)
{
	const uint8_t *at = cursor->at;
	const uint8_t *nul = left(cursor) ? memchr(at, 0, left(cursor)) : NULL;

	if (!nul) {
		cursor->is_failed = true;
		cursor->at = cursor->end;
		return "";
	}
	cursor->at = nul + 1;
	return (const char *)at;
}

static const char *text_at(const struct line_texts *texts, uint64_t offset)
{
	return offset < texts->size ? texts->bytes + offset : "";
}

/* ---- state ---- */

struct unit_file {
	const char *name;
	uint64_t directory;
	uint32_t index; /* in line_table.files, LINE_NONE: not yet there */
};

struct decoder {
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
	bool default_is_statement;
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
	bool is_statement;
	const struct line_relocation *code; /* what address counts from; NULL: unknown */
	size_t first_row;                   /* of the sequence */
};

static void fail(struct decoder *decoder, int err)
{
	if (!decoder->err)
		decoder->err = err;
}

static void begin_sequence(struct decoder *decoder)
{
	decoder->address = 0;
	decoder->file = 1;
	decoder->line = 1;
	decoder->caller = 0;
	decoder->function_name = 0;
	decoder->is_statement = decoder->default_is_statement;
	decoder->code = NULL;
	decoder->first_row = decoder->table->row_count;
}

/* ---- files ---- */

static uint32_t add_path(struct decoder *decoder, const char *path)
{
	struct line_table *table = decoder->table;
	size_t bytes = strlen(path) + 1;
	char **file = ARRAY_ADD_WITHIN(decoder->budget_bytes, &table->files, &table->file_count,
	                               &decoder->err);

	if (!file)
		return LINE_NONE;
	*file = NULL;
	if (bytes > *decoder->budget_bytes) {
		fail(decoder, -EFBIG);
		return LINE_NONE;
	}
	*file = strdup(path);
	if (!*file) {
		fail(decoder, -ENOMEM);
		return LINE_NONE;
	}
	*decoder->budget_bytes -= bytes;
	return (uint32_t)(table->file_count - 1);
}

/*
 * Makes PATH short by its text alone, as CUPTI does: "/usr/local/cuda/bin/../targets" becomes
 * "/usr/local/cuda/targets". It is not looked up: the files may be on another machine.
 */
static void clean_path(char *path)
{
	char *const begin = path + (path[0] == '/');
	char *to = begin, *fixed = begin; /* what is before FIXED stays: leading ".." */
	const char *from = begin;

	while (*from) {
		const size_t size = strcspn(from, "/");
		const bool is_up = size == 2 && from[0] == '.' && from[1] == '.';
		const bool is_here = !size || (size == 1 && from[0] == '.');

		if (is_up && to > fixed) {
			while (to > fixed && *--to != '/')
				;
		} else if (!is_here && !(is_up && begin > path)) {
			if (to > begin)
				*to++ = '/';
			memmove(to, from, size);
			to += size;
			if (is_up)
				fixed = to;
		}
		from += size + (from[size] == '/');
	}
	*to = '\0';
}

/*
 * The path of FILE. Directory 0 is that of the compilation: before DWARF 5 the line table does not
 * name it, and nvcc does not use it.
 */
static void join_path(const struct decoder *decoder, const struct unit_file *file,
                      char path[PATH_BYTES_MAX])
{
	const size_t first = decoder->version >= 5 ? 0 : 1;
	const char *directory = "", *base = "";

	if (file->directory >= first && file->directory - first < decoder->directory_count)
		directory = decoder->directories[file->directory - first];
	if (first == 0 && file->directory > 0 && directory[0] != '/' && decoder->directory_count)
		base = decoder->directories[0];
	if (file->name[0] == '/')
		base = directory = "";
	if (snprintf(path, PATH_BYTES_MAX, "%s%s%s%s%s", base, base[0] ? "/" : "", directory,
	             directory[0] ? "/" : "", file->name) >= PATH_BYTES_MAX)
		snprintf(path, PATH_BYTES_MAX, "%s", file->name);
	clean_path(path);
}

/* The file that register NUMBER means, as an index into the table's files. */
static uint32_t file_index(struct decoder *decoder, uint64_t number)
{
	const size_t first = decoder->version >= 5 ? 0 : 1;
	char path[PATH_BYTES_MAX];
	struct unit_file *file;

	if (number < first || number - first >= decoder->file_count)
		return LINE_NONE;
	file = &decoder->files[number - first];
	if (file->index == LINE_NONE) {
		join_path(decoder, file, path);
		file->index = add_path(decoder, path);
	}
	return file->index;
}

static void define_file(struct decoder *decoder, const char *name, uint64_t directory)
{
	struct unit_file *file = ARRAY_ADD_WITHIN(&decoder->list_budget_bytes, &decoder->files,
	                                          &decoder->file_count, &decoder->err);

	if (file)
		*file = (struct unit_file){ .name = name,
			                    .directory = directory,
			                    .index = LINE_NONE };
}

static void define_directory(struct decoder *decoder, const char *name)
{
	const char **directory =
	        ARRAY_ADD_WITHIN(&decoder->list_budget_bytes, &decoder->directories,
	                         &decoder->directory_count, &decoder->err);

	if (directory)
		*directory = name;
}

/* ---- rows ---- */

static void append_row(struct decoder *decoder)
{
	struct line_table *table = decoder->table;
	const size_t in_sequence = table->row_count - decoder->first_row;
	struct line_row *row;

	if (!decoder->code) /* nobody can ask for it */
		return;
	if (decoder->address > decoder->code->section_bytes || decoder->address >= LINE_NONE ||
	    (in_sequence && decoder->address < table->rows[table->row_count - 1].offset)) {
		fail(decoder, -EINVAL);
		return;
	}
	row = ARRAY_ADD_WITHIN(decoder->budget_bytes, &table->rows, &table->row_count,
	                       &decoder->err);
	if (!row)
		return;
	*row = (struct line_row){
		.offset = (uint32_t)decoder->address,
		.line = decoder->line,
		.file = file_index(decoder, decoder->file),
		.caller = LINE_NONE,
		.is_statement = decoder->is_statement,
	};
	/* Counted from 1 within the sequence; a call is before what it calls. */
	if (decoder->caller && decoder->caller <= in_sequence) {
		row->caller = (uint32_t)(decoder->first_row + decoder->caller - 1);
		row->function_name = LINE_NONE;
		if (decoder->has_names && decoder->function_name < LINE_NONE)
			row->function_name = (uint32_t)decoder->function_name;
	}
}

static void append_sequence(struct decoder *decoder)
{
	struct line_table *table = decoder->table;
	const size_t row_count = table->row_count - decoder->first_row;
	struct line_sequence *sequence;

	if (!row_count)
		return;
	if (decoder->address > decoder->code->section_bytes || decoder->address >= LINE_NONE ||
	    decoder->address < table->rows[table->row_count - 1].offset ||
	    table->row_count >= LINE_NONE) {
		fail(decoder, -EINVAL);
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

static void advance_address(struct decoder *decoder, uint64_t instructions)
{
	decoder->address += instructions * decoder->minimum_instruction_length;
}

static void run_copy(struct decoder *decoder)
{
	append_row(decoder);
}

static void run_advance_pc(struct decoder *decoder)
{
	advance_address(decoder, take_uleb(&decoder->cursor));
}

static void run_advance_line(struct decoder *decoder)
{
	decoder->line += (uint32_t)take_leb(&decoder->cursor, true);
}

static void run_set_file(struct decoder *decoder)
{
	decoder->file = take_uleb(&decoder->cursor);
}

static void run_negate_stmt(struct decoder *decoder)
{
	decoder->is_statement = !decoder->is_statement;
}

static void run_const_add_pc(struct decoder *decoder)
{
	advance_address(decoder, (255u - decoder->opcode_base) / decoder->line_range);
}

static void run_fixed_advance_pc(struct decoder *decoder)
{
	decoder->address += take_number(&decoder->cursor, 2);
}

/* The others (column, basic block, prologue ...) say nothing that is kept. */
static void (*const standard_opcodes[])(struct decoder *) = {
	[1] = run_copy,
	[2] = run_advance_pc,
	[3] = run_advance_line,
	[4] = run_set_file,
	[6] = run_negate_stmt,
	[8] = run_const_add_pc,
	[9] = run_fixed_advance_pc,
};

/* ---- extended opcodes: OPERANDS holds those of one opcode, and no more ---- */

static void run_end_sequence(struct decoder *decoder, struct cursor *operands)
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

static void run_set_address(struct decoder *decoder, struct cursor *operands)
{
	const struct line_input *input = decoder->input;
	const uint64_t offset = (uint64_t)(operands->at - input->bytes);
	const struct line_relocation *code = NULL;

	if (input->relocation_count)
		code = bsearch(&offset, input->relocations, input->relocation_count,
		               sizeof *input->relocations, compare_relocation);
	if (decoder->code && (!code || code->section != decoder->code->section)) {
		fail(decoder, -EINVAL); /* a sequence lies in one section */
		return;
	}
	decoder->code = code;
	decoder->address = take_number(operands, 8);
}

static void run_define_file(struct decoder *decoder, struct cursor *operands)
{
	const char *name = take_text(operands);

	define_file(decoder, name, take_uleb(operands));
}

/*
 * NVIDIA's (numbers and names as in elfutils' dwarf.h). The rows that follow were inlined: the
 * first operand is the row of this sequence where, counted from 1, or 0 where they were not; the
 * second is the offset in .debug_str of the name of the function that they belong to. Observed with
 * nvcc 13.0, -lineinfo; -G gives none.
 */
static void run_inlined_call(struct decoder *decoder, struct cursor *operands)
{
	decoder->caller = take_uleb(operands);
	decoder->function_name = take_uleb(operands);
}

static void run_set_function_name(struct decoder *decoder, struct cursor *operands)
{
	decoder->function_name = take_uleb(operands);
}

static void (*const extended_opcodes[])(struct decoder *, struct cursor *) = {
	[0x01] = run_end_sequence, [0x02] = run_set_address,       [0x03] = run_define_file,
	[0x90] = run_inlined_call, [0x91] = run_set_function_name,
};

static void run_extended(struct decoder *decoder)
{
	const uint64_t size = take_uleb(&decoder->cursor);
	const uint8_t *at = take(&decoder->cursor, size);
	struct cursor operands = { .at = at, .end = at ? at + size : NULL };
	uint8_t opcode;

	if (!at || !size)
		return;
	opcode = (uint8_t)take_number(&operands, 1);
	if (opcode >= ARRAY_SIZE(extended_opcodes) || !extended_opcodes[opcode])
		return;
	extended_opcodes[opcode](decoder, &operands);
	if (operands.is_failed)
		fail(decoder, -EINVAL);
}

static void run_standard(struct decoder *decoder, uint8_t opcode)
{
	if (opcode < ARRAY_SIZE(standard_opcodes) && standard_opcodes[opcode]) {
		standard_opcodes[opcode](decoder);
		return;
	}
	for (int i = 0; i < decoder->operand_counts[opcode]; i++)
		take_uleb(&decoder->cursor);
}

static void run_special(struct decoder *decoder, uint8_t opcode)
{
	const unsigned adjusted = opcode - decoder->opcode_base;

	advance_address(decoder, adjusted / decoder->line_range);
	decoder->line += (uint32_t)(decoder->line_base + (int)(adjusted % decoder->line_range));
	append_row(decoder);
}

static void run_program(struct decoder *decoder)
{
	struct cursor *cursor = &decoder->cursor;

	begin_sequence(decoder);
	while (left(cursor) && !cursor->is_failed && !decoder->err) {
		uint8_t opcode = (uint8_t)take_number(cursor, 1);

		if (opcode >= decoder->opcode_base)
			run_special(decoder, opcode);
		else if (opcode == 0)
			run_extended(decoder);
		else
			run_standard(decoder, opcode);
	}
	if (cursor->is_failed || decoder->table->row_count > decoder->first_row)
		fail(decoder, -EINVAL); /* cut in the middle of a sequence */
}

/* ---- header ---- */

/* Directories and files up to DWARF 4: texts, until an empty one. */
static void read_lists(struct decoder *decoder, struct cursor *header)
{
	const char *name;

	while ((name = take_text(header))[0] && !decoder->err)
		define_directory(decoder, name);
	while ((name = take_text(header))[0] && !decoder->err) {
		define_file(decoder, name, take_uleb(header));
		take_uleb(header); /* time */
		take_uleb(header); /* size */
	}
}

/* One field of a directory or a file in DWARF 5: a text, a number, or neither. */
struct field {
	const char *text;
	uint64_t number;
};

static struct field read_number(struct decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder;
	return (struct field){ "", take_number(header, bytes) };
}

static struct field read_uleb(struct decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder, (void)bytes;
	return (struct field){ "", take_uleb(header) };
}

static struct field read_string(struct decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder, (void)bytes;
	return (struct field){ take_text(header), 0 };
}

static struct field read_strp(struct decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)bytes;
	return (struct field){
		text_at(&decoder->input->texts, take_number(header, decoder->offset_bytes)), 0
	};
}

static struct field read_line_strp(struct decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)bytes;
	return (struct field){
		text_at(&decoder->input->line_texts, take_number(header, decoder->offset_bytes)), 0
	};
}

static struct field skip_bytes(struct decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder;
	take(header, bytes ? bytes : take_uleb(header));
	return (struct field){ "", 0 };
}

/* The forms that DWARF 5 allows in a line table (section 6.2.4.1). */
static const struct form {
	struct field (*read)(struct decoder *, struct cursor *, unsigned bytes);
	unsigned bytes; /* 0: said by the value itself, or by the unit */
} forms[] = {
	[0x05] = { read_number, 2 },    /* data2 */
	[0x06] = { read_number, 4 },    /* data4 */
	[0x07] = { read_number, 8 },    /* data8 */
	[0x08] = { read_string, 0 },    /* string */
	[0x09] = { skip_bytes, 0 },     /* block */
	[0x0b] = { read_number, 1 },    /* data1 */
	[0x0e] = { read_strp, 0 },      /* strp */
	[0x0f] = { read_uleb, 0 },      /* udata */
	[0x1e] = { skip_bytes, 16 },    /* data16: MD5 */
	[0x1f] = { read_line_strp, 0 }, /* line_strp */
};

static struct field read_field(struct decoder *decoder, struct cursor *header, uint64_t code)
{
	if (code >= ARRAY_SIZE(forms) || !forms[code].read) {
		fail(decoder, -ENOTSUP);
		return (struct field){ "", 0 };
	}
	return forms[code].read(decoder, header, forms[code].bytes);
}

/* Directories or files in DWARF 5: how an entry looks, how many there are, and they. */
static void read_described_list(struct decoder *decoder, struct cursor *header, bool is_files)
{
	enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };
	struct {
		uint64_t content, form;
	} formats[FORMATS_MAX];
	const size_t format_count = (size_t)take_number(header, 1);
	uint64_t count;

	if (format_count > FORMATS_MAX) {
		fail(decoder, -ENOTSUP);
		return;
	}
	for (size_t i = 0; i < format_count; i++) {
		formats[i].content = take_uleb(header);
		formats[i].form = take_uleb(header);
	}
	count = take_uleb(header);
	if (count > left(header) || (count && !format_count))
		fail(decoder, -EINVAL);
	for (uint64_t entry = 0; entry < count && !header->is_failed && !decoder->err; entry++) {
		const char *name = "";
		uint64_t directory = 0;

		for (size_t i = 0; i < format_count; i++) {
			struct field field = read_field(decoder, header, formats[i].form);

			if (formats[i].content == CONTENT_PATH)
				name = field.text;
			else if (formats[i].content == CONTENT_DIRECTORY)
				directory = field.number;
		}
		if (is_files)
			define_file(decoder, name, directory);
		else
			define_directory(decoder, name);
	}
}

/* Splits the header, from the version on, off the decoder's cursor, which then holds the program
 * alone. */
static void read_header(struct decoder *decoder)
{
	struct cursor *cursor = &decoder->cursor, header;
	uint64_t header_bytes;
	const uint8_t *at;

	decoder->version = (int)take_number(cursor, 2);
	if (decoder->version < VERSION_MIN || decoder->version > VERSION_MAX) {
		fail(decoder, cursor->is_failed ? -EINVAL : -ENOTSUP);
		return;
	}
	if (decoder->version >= 5)
		take(cursor, 2); /* size of an address and of a segment selector */
	header_bytes = take_number(cursor, decoder->offset_bytes);
	at = take(cursor, header_bytes);
	if (!at) {
		fail(decoder, -EINVAL);
		return;
	}
	header = (struct cursor){ .at = at, .end = at + header_bytes };
	decoder->minimum_instruction_length = (uint8_t)take_number(&header, 1);
	if (decoder->version >= 4 && take_number(&header, 1) != 1)
		fail(decoder, -ENOTSUP); /* several operations in an instruction: not on GPUs */
	decoder->default_is_statement = take_number(&header, 1) != 0;
	decoder->line_base = (int8_t)take_number(&header, 1);
	decoder->line_range = (uint8_t)take_number(&header, 1);
	decoder->opcode_base = (uint8_t)take_number(&header, 1);
	if (!decoder->line_range || !decoder->opcode_base)
		fail(decoder, -EINVAL);
	for (unsigned i = 1; i < decoder->opcode_base; i++)
		decoder->operand_counts[i] = (uint8_t)take_number(&header, 1);
	decoder->directory_count = decoder->file_count = 0;
	decoder->list_budget_bytes = LISTS_MAX_BYTES; /* both begin anew, in the memory they have */
	if (decoder->version >= 5) {
		read_described_list(decoder, &header, false);
		read_described_list(decoder, &header, true);
	} else {
		read_lists(decoder, &header);
	}
	if (header.is_failed)
		fail(decoder, -EINVAL);
}

/* ---- the table ---- */

static void read_unit(struct decoder *decoder, struct cursor *section)
{
	uint64_t size = take_number(section, 4);
	const uint8_t *at;

	decoder->offset_bytes = 4;
	if (size == 0xffffffff) {
		size = take_number(section, 8);
		decoder->offset_bytes = 8;
	}
	at = take(section, size);
	if (section->is_failed) {
		fail(decoder, -EINVAL);
		return;
	}
	if (!size) /* padding */
		return;
	decoder->cursor = (struct cursor){ .at = at, .end = at + size };
	/* nvlink 13.0 appends the units' .debug_str to each other but leaves the offsets of
	 * names as they were: only those of the first unit are right. */
	decoder->has_names = at - decoder->input->bytes <= 12;
	read_header(decoder);
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
	struct decoder decoder = {
		.input = input,
		.table = table,
		.budget_bytes = budget_bytes,
	};
	const size_t budget_before = *budget_bytes;

	*table = (struct line_table){ 0 };
	while (left(&section) && !decoder.err)
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

const struct line_sequence *line_table_sequence(const struct line_table *table, uint32_t section,
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
	const struct line_sequence *sequence = line_table_sequence(table, section, offset);
	const struct line_row *rows;

	if (!sequence)
		return NULL;
	rows = table->rows + sequence->first_row; /* the first one begins where the sequence does */
	return &rows[lower_bound(&offset, rows, sequence->row_count, sizeof *rows,
	                         row_begins_in_time) -
	             1];
}
