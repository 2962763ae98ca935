/* SPDX-License-Identifier: MIT */
/*
 * The header of a unit in .debug_line (DWARF 5, section 6.2.4): its version and lengths, its
 * directories and files, and what paths they make.
 */
#include "code/line_decoder.h"

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

static const char *text_at(const struct line_texts *texts, uint64_t offset)
{
	return offset < texts->size ? texts->bytes + offset : "";
}

void decoder_fail(struct line_decoder *decoder, int err)
{
	if (!decoder->err)
		decoder->err = err;
}

/* ---- files ---- */

static uint32_t add_path(struct line_decoder *decoder, const char *path)
{
	struct line_table *table = decoder->table;
	size_t bytes = strlen(path) + 1;
	char **file = ARRAY_ADD_WITHIN(decoder->budget_bytes, &table->files, &table->file_count,
	                               &decoder->err);

	if (!file)
		return LINE_NONE;
	*file = NULL;
	if (bytes > *decoder->budget_bytes) {
		decoder_fail(decoder, -EFBIG);
		return LINE_NONE;
	}
	*file = strdup(path);
	if (!*file) {
		decoder_fail(decoder, -ENOMEM);
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
static void join_path(const struct line_decoder *decoder, const struct unit_file *file,
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

uint32_t decoder_file_index(struct line_decoder *decoder, uint64_t number)
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

void decoder_define_file(struct line_decoder *decoder, const char *name, uint64_t directory)
{
	struct unit_file *file = ARRAY_ADD_WITHIN(&decoder->list_budget_bytes, &decoder->files,
	                                          &decoder->file_count, &decoder->err);

	if (file)
		*file = (struct unit_file){ .name = name,
			                    .directory = directory,
			                    .index = LINE_NONE };
}

static void define_directory(struct line_decoder *decoder, const char *name)
{
	const char **directory =
	        ARRAY_ADD_WITHIN(&decoder->list_budget_bytes, &decoder->directories,
	                         &decoder->directory_count, &decoder->err);

	if (directory)
		*directory = name;
}

/* ---- header ---- */

/* Directories and files up to DWARF 4: texts, until an empty one. */
static void read_lists(struct line_decoder *decoder, struct cursor *header)
{
	const char *name;

	while ((name = cursor_text(header))[0] && !decoder->err)
		define_directory(decoder, name);
	while ((name = cursor_text(header))[0] && !decoder->err) {
		decoder_define_file(decoder, name, cursor_uleb(header));
		cursor_uleb(header); /* time */
		cursor_uleb(header); /* size */
	}
}

/* One field of a directory or a file in DWARF 5: a text, a number, or neither. */
struct field {
	const char *text;
	uint64_t number;
};

static struct field read_number(struct line_decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder;
	return (struct field){ "", cursor_number(header, bytes) };
}

static struct field read_uleb(struct line_decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder, (void)bytes;
	return (struct field){ "", cursor_uleb(header) };
}

static struct field read_string(struct line_decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder, (void)bytes;
	return (struct field){ cursor_text(header), 0 };
}

static struct field read_strp(struct line_decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)bytes;
	return (struct field){
		text_at(&decoder->input->texts, cursor_number(header, decoder->offset_bytes)), 0
	};
}

static struct field read_line_strp(struct line_decoder *decoder, struct cursor *header,
                                   unsigned bytes)
{
	(void)bytes;
	return (struct field){ text_at(&decoder->input->line_texts,
		                       cursor_number(header, decoder->offset_bytes)),
		               0 };
}

static struct field skip_bytes(struct line_decoder *decoder, struct cursor *header, unsigned bytes)
{
	(void)decoder;
	cursor_take(header, bytes ? bytes : cursor_uleb(header));
	return (struct field){ "", 0 };
}

/* The forms that DWARF 5 allows in a line table (section 6.2.4.1). */
static const struct form {
	struct field (*read)(struct line_decoder *, struct cursor *, unsigned bytes);
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

static struct field read_field(struct line_decoder *decoder, struct cursor *header, uint64_t code)
{
	if (code >= ARRAY_SIZE(forms) || !forms[code].read) {
		decoder_fail(decoder, -ENOTSUP);
		return (struct field){ "", 0 };
	}
	return forms[code].read(decoder, header, forms[code].bytes);
}

/* Directories or files in DWARF 5: how an entry looks, how many there are, and they. */
static void read_described_list(struct line_decoder *decoder, struct cursor *header, bool is_files)
{
	enum { CONTENT_PATH = 1, CONTENT_DIRECTORY = 2 };
	struct {
		uint64_t content, form;
	} formats[FORMATS_MAX];
	const size_t format_count = (size_t)cursor_number(header, 1);
	uint64_t count;

	if (format_count > FORMATS_MAX) {
		decoder_fail(decoder, -ENOTSUP);
		return;
	}
	for (size_t i = 0; i < format_count; i++) {
		formats[i].content = cursor_uleb(header);
		formats[i].form = cursor_uleb(header);
	}
	count = cursor_uleb(header);
	if (count > cursor_left(header) || (count && !format_count))
		decoder_fail(decoder, -EINVAL);
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
			decoder_define_file(decoder, name, directory);
		else
			define_directory(decoder, name);
	}
}

void decoder_read_header(struct line_decoder *decoder)
{
	struct cursor *cursor = &decoder->cursor, header;
	uint64_t header_bytes;
	const uint8_t *at;

	decoder->version = (int)cursor_number(cursor, 2);
	if (decoder->version < VERSION_MIN || decoder->version > VERSION_MAX) {
		decoder_fail(decoder, cursor->is_failed ? -EINVAL : -ENOTSUP);
		return;
	}
	if (decoder->version >= 5)
		cursor_take(cursor, 2); /* size of an address and of a segment selector */
	header_bytes = cursor_number(cursor, decoder->offset_bytes);
	at = cursor_take(cursor, header_bytes);
	if (!at) {
		decoder_fail(decoder, -EINVAL);
		return;
	}
	header = (struct cursor){ .at = at, .end = at + header_bytes };
	decoder->minimum_instruction_length = (uint8_t)cursor_number(&header, 1);
	if (decoder->version >= 4 && cursor_number(&header, 1) != 1)
		decoder_fail(decoder,
		             -ENOTSUP); /* several operations in an instruction: not on GPUs */
	cursor_number(&header, 1);      /* whether rows are statements */
	decoder->line_base = (int8_t)cursor_number(&header, 1);
	decoder->line_range = (uint8_t)cursor_number(&header, 1);
	decoder->opcode_base = (uint8_t)cursor_number(&header, 1);
	if (!decoder->line_range || !decoder->opcode_base)
		decoder_fail(decoder, -EINVAL);
	for (unsigned i = 1; i < decoder->opcode_base; i++)
		decoder->operand_counts[i] = (uint8_t)cursor_number(&header, 1);
	decoder->directory_count = decoder->file_count = 0;
	decoder->list_budget_bytes = LISTS_MAX_BYTES; /* both begin anew, in the memory they have */
	if (decoder->version >= 5) {
		read_described_list(decoder, &header, false);
		read_described_list(decoder, &header, true);
	} else {
		read_lists(decoder, &header);
	}
	if (header.is_failed)
		decoder_fail(decoder, -EINVAL);
}
