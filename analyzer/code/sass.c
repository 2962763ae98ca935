/* SPDX-License-Identifier: MIT */
/*
 * A listing of nvdisasm, taken apart. Any thread.
 *
 * What is read of it, as nvdisasm 13.0 prints it with -c:
 *
 *     .section .text._Z6kernelPf,"ax",@progbits     a section begins
 *     .text._Z6kernelPf:                            so does the code of this kernel
 *     .L_x_0:                                       the next instruction has this name
 *             /xx0010xx/              @P0 BRA `(.L_x_0) ;     an instruction; xx stands for an
 * asterisk
 */
#include "code/sass.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "code/demangle.h"
#include "code/shorten.h"

/* Bytes of the listing. */
struct piece {
	const char *at;
	size_t size;
};

struct label {
	struct piece name;
	uint32_t offset_bytes; /* from the start of the section */
};

struct found {
	uint32_t offset_bytes; /* from the start of the section */
	struct piece text;
};

struct listing {
	const struct sass_range *range;
	struct found *found;
	size_t found_count;
	struct label *labels; /* in order of name once all are there */
	size_t labels_count;
	size_t labels_open; /* so many of the last ones wait for their instruction */
	bool is_inside;     /* in the section of the kernel */
};

/* ---- pieces ---- */

static struct piece trim(struct piece piece)
{
	while (piece.size && isspace((unsigned char)*piece.at)) {
		piece.at++;
		piece.size--;
	}
	while (piece.size && isspace((unsigned char)piece.at[piece.size - 1]))
		piece.size--;
	return piece;
}

static bool take_prefix(struct piece *piece, const char *prefix)
{
	const size_t length = strlen(prefix);

	if (piece->size < length || memcmp(piece->at, prefix, length) != 0)
		return false;
	piece->at += length;
	piece->size -= length;
	return true;
}

static int compare_pieces(const struct piece *a, const struct piece *b)
{
	const int order = memcmp(a->at, b->at, a->size < b->size ? a->size : b->size);

	return order ? order : (a->size > b->size) - (a->size < b->size);
}

static int compare_labels(const void *a, const void *b)
{
	return compare_pieces(&((const struct label *)a)->name, &((const struct label *)b)->name);
}

static int compare_found(const void *a, const void *b)
{
	const struct found *left = a, *right = b;

	return (left->offset_bytes > right->offset_bytes) -
	       (left->offset_bytes < right->offset_bytes);
}

/* ---- lines ---- */

/* The offset in hexadecimal digits that LINE begins with, as a comment; the rest stays in LINE. */
static bool take_offset(struct piece *line, uint32_t *offset_bytes)
{
	struct piece rest = *line;
	size_t digits = 0;

	if (!take_prefix(&rest, "/*"))
		return false;
	for (*offset_bytes = 0;
	     digits < 8 && digits < rest.size && isxdigit((unsigned char)rest.at[digits]);
	     digits++) {
		const char c = (char)tolower((unsigned char)rest.at[digits]);

		*offset_bytes = *offset_bytes * 16 + (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	rest.at += digits;
	rest.size -= digits;
	if (!digits || !take_prefix(&rest, "*/"))
		return false;
	*line = trim(rest);
	return true;
}

static int add_instruction(struct listing *listing, uint32_t offset_bytes, struct piece text)
{
	const char *end = memchr(text.at, ';', text.size);
	struct found *found;

	for (; listing->labels_open; listing->labels_open--)
		listing->labels[listing->labels_count - listing->labels_open].offset_bytes =
		        offset_bytes;
	if (end)
		text.size = (size_t)(end - text.at);
	text = trim(text);
	if (offset_bytes < listing->range->first || offset_bytes >= listing->range->end ||
	    !text.size || listing->found_count == SASS_INSTRUCTIONS_MAX)
		return 0;
	found = ARRAY_ADD(&listing->found, &listing->found_count);
	if (!found)
		return -ENOMEM;
	*found = (struct found){ offset_bytes, text };
	return 0;
}

static int add_label(struct listing *listing, struct piece name)
{
	struct label *label;

	if (listing->labels_count == SASS_INSTRUCTIONS_MAX)
		return 0;
	label = ARRAY_ADD(&listing->labels, &listing->labels_count);
	if (!label)
		return -ENOMEM;
	*label = (struct label){ name, 0 };
	listing->labels_open++;
	return 0;
}

static int read_line(struct listing *listing, struct piece line)
{
	const struct piece kernel = { listing->range->kernel, strlen(listing->range->kernel) };
	uint32_t offset_bytes;

	line = trim(line);
	if (take_prefix(&line, ".section")) {
		listing->is_inside = false;
	} else if (take_offset(&line, &offset_bytes)) {
		return listing->is_inside ? add_instruction(listing, offset_bytes, line) : 0;
	} else if (line.size > 1 && line.at[line.size - 1] == ':') {
		line.size--;
		if (listing->is_inside)
			return add_label(listing, line);
		if (take_prefix(&line, ".text."))
			listing->is_inside = compare_pieces(&line, &kernel) == 0;
	}
	return 0;
}

static int read_lines(struct listing *listing, const char *text, size_t size)
{
	const char *end = text + size;
	int err = 0;

	while (text < end && !err) {
		const char *line_end = memchr(text, '\n', (size_t)(end - text));
		const size_t length = (size_t)((line_end ? line_end : end) - text);

		err = read_line(listing, (struct piece){ text, length });
		text += length + (line_end != NULL);
	}
	listing->labels_count -= listing->labels_open; /* of the section's end */
	if (listing->labels_count)
		qsort(listing->labels, listing->labels_count, sizeof *listing->labels,
		      compare_labels);
	if (listing->found_count)
		qsort(listing->found, listing->found_count, sizeof *listing->found, compare_found);
	return err;
}

/* ---- texts ---- */

/* The function in NAME, as people write it. A device function's symbol is "$kernel$function". */
static size_t write_function(char *text, size_t room, struct piece name)
{
	char mangled[SASS_TEXT_MAX * 4];
	char *demangled, *shortened = NULL;
	const char *dollar = memrchr(name.at, '$', name.size);
	int length;

	if (dollar) {
		name.size -= (size_t)(dollar + 1 - name.at);
		name.at = dollar + 1;
	}
	if (name.size >= sizeof mangled)
		name.size = sizeof mangled - 1;
	memcpy(mangled, name.at, name.size);
	mangled[name.size] = '\0';
	demangled = demangle(mangled);
	if (demangled)
		shortened = function_shorten(demangled, SASS_TEXT_MAX / 2);
	length = snprintf(text, room, "%s", shortened ? shortened : mangled);
	free(shortened);
	free(demangled);
	return length < 0 ? 0 : (size_t)length < room ? (size_t)length : room - 1;
}

/* Where the reference NAME leads to: an offset from the start of the function, or a function. */
static size_t write_target(const struct listing *listing, char *text, size_t room,
                           struct piece name)
{
	const struct label key = { .name = name };
	const struct label *label = listing->labels_count
	                                    ? bsearch(&key, listing->labels, listing->labels_count,
	                                              sizeof *listing->labels, compare_labels)
	                                    : NULL;

	if (!label || label->offset_bytes < listing->range->first ||
	    label->offset_bytes >= listing->range->end || memchr(name.at, '$', name.size))
		return write_function(text, room, name);
	return (size_t)snprintf(text, room, "0x%04x",
	                        (unsigned)(label->offset_bytes - listing->range->first));
}

/* TEXT with its references resolved and each run of blanks as one, in ROOM bytes; how many it took,
 * its 0 included. */
static size_t write_text(const struct listing *listing, char *to, size_t room, struct piece text)
{
	size_t used = 0;

	for (size_t i = 0; i < text.size && used + 1 < room; i++) {
		const char c = text.at[i];
		const char *close = NULL;

		if (c == '`' && i + 1 < text.size && text.at[i + 1] == '(')
			close = memchr(text.at + i, ')', text.size - i);
		if (close && room - used > sizeof "0x12345678") {
			const struct piece name = { text.at + i + 2,
				                    (size_t)(close - (text.at + i + 2)) };

			used += write_target(listing, to + used, room - used, name);
			i = (size_t)(close - text.at);
		} else if (!isspace((unsigned char)c)) {
			to[used++] = c;
		} else if (used && to[used - 1] != ' ') {
			to[used++] = ' ';
		}
	}
	to[used] = '\0';
	return used + 1;
}

/* Behind a function's code, to the end of its section. */
static bool is_filling(const struct sass_instruction *instruction)
{
	return instruction->text && strcmp(instruction->text, "NOP") == 0;
}

static int keep(struct sass *sass, const struct listing *listing)
{
	size_t used = 0;

	sass->items = calloc(listing->found_count + 1, sizeof *sass->items);
	sass->texts = malloc((listing->found_count + 1) * SASS_TEXT_MAX);
	if (!sass->items || !sass->texts)
		return -ENOMEM;
	for (size_t i = 0; i < listing->found_count; i++) {
		const struct found *found = &listing->found[i];

		if (i && found->offset_bytes == found[-1].offset_bytes)
			continue;
		sass->items[sass->count++] = (struct sass_instruction){
			.offset_bytes = found->offset_bytes - listing->range->first,
			.text = sass->texts + used,
		};
		used += write_text(listing, sass->texts + used, SASS_TEXT_MAX, found->text);
	}
	while (sass->count && is_filling(&sass->items[sass->count - 1]))
		sass->count--;
	return 0;
}

int sass_parse(struct sass *sass, const char *listing, size_t size, const struct sass_range *range)
{
	struct listing work = { .range = range };
	int err = read_lines(&work, listing, size);

	*sass = (struct sass){ 0 };
	if (!err)
		err = keep(sass, &work);
	free(work.found);
	free(work.labels);
	return err;
}

void sass_release(struct sass *sass)
{
	free(sass->items);
	free(sass->texts);
	*sass = (struct sass){ 0 };
}

static bool is_before(const void *item, const void *key)
{
	return ((const struct sass_instruction *)item)->offset_bytes < *(const uint32_t *)key;
}

const char *sass_text(const struct sass *sass, uint32_t offset_bytes)
{
	const size_t i = lower_bound(&offset_bytes, sass->items, sass->count, sizeof *sass->items,
	                             is_before);

	return i < sass->count && sass->items[i].offset_bytes == offset_bytes ? sass->items[i].text
	                                                                      : NULL;
}
