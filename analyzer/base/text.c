/* SPDX-License-Identifier: MIT */
/* Cleaning, measuring, shortening and wrapping of text. */
#include "base/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "base/terminal.h"

/* One character as it is printed: LENGTH bytes at BYTES, WIDTH columns; taken from TAKEN bytes of
 * the text. */
struct glyph {
	const char *bytes;
	size_t length, taken;
	int width;
};

/*
 * Decodes the character at TEXT, which must not be at its end, into *POINT. Returns its bytes, 0
 * where it is no UTF-8: overlong forms, surrogates and what is above U+10FFFF included.
 */
static size_t decode(const char *text, uint32_t *point)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *byte = (const unsigned char *)text;
	size_t length;

	if (byte[0] < 0x80) {
		*point = byte[0];
		return 1;
	}
	length = byte[0] >= 0xf8   ? 0
	         : byte[0] >= 0xf0 ? 4
	         : byte[0] >= 0xe0 ? 3
	         : byte[0] >= 0xc2 ? 2
	                           : 0;
	if (!length)
		return 0;
	*point = byte[0] & (0x7fu >> length);
	for (size_t i = 1; i < length; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		*point = *point << 6 | (byte[i] & 0x3f);
	}
	if (*point < smallest[length] || *point > 0x10ffff || (*point >= 0xd800 && *point < 0xe000))
		return 0;
	return length;
}

/* Characters that turn the direction of what follows: they can make a line read as something
 * else. */
static bool turns_direction(uint32_t point)
{
	return point == 0x61c || point == 0x200e || point == 0x200f ||
	       (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
}

static struct glyph glyph_at(const char *text)
{
	struct glyph glyph = { .bytes = "?", .length = 1, .taken = 1, .width = 1 };
	uint32_t point = 0;
	size_t length = decode(text, &point);

	if (length)
		glyph.taken = length;
	if (!length || (point < 0x80 && (point < 0x20 || point == 0x7f)))
		return glyph;
	if (point >= 0x80) {
		if (!terminal_is_utf8() || !iswprint((wint_t)point) || turns_direction(point))
			return glyph;
		glyph.width = wcwidth((wchar_t)point);
		if (glyph.width < 0) {
			glyph.width = 1;
			return glyph;
		}
	}
	glyph.bytes = text;
	glyph.length = length;
	return glyph;
}

const char *text_ellipsis(void)
{
	return terminal_is_utf8() ? "…" : "...";
}

int text_ellipsis_width(void)
{
	return terminal_is_utf8() ? 1 : 3;
}

int text_width(const char *text)
{
	int64_t width = 0;

	for (struct glyph glyph; *text; text += glyph.taken) {
		glyph = glyph_at(text);
		width += glyph.width;
	}
	return width > INT32_MAX ? INT32_MAX : (int)width;
}

char *text_clean(const char *text, int columns)
{
	int width = text_width(text), ellipsis = text_ellipsis_width();
	int head = width, tail_from = width,
	    at = 0; /* columns before HEAD and from TAIL_FROM on are kept */
	bool is_kept = true, is_cut = false;
	char *clean = malloc(strlen(text) + sizeof "...");
	char *end = clean;

	if (!clean)
		return NULL;
	if (columns > 0 && width > columns) {
		if (columns <= ellipsis) /* no room for more than a piece of the beginning */
			ellipsis = 0;
		head = ellipsis ? (columns - ellipsis + 1) / 2 : columns;
		tail_from = ellipsis ? width - (columns - ellipsis - head) : width;
	}
	for (struct glyph glyph; *text; text += glyph.taken, at += glyph.width) {
		glyph = glyph_at(text);
		if (glyph.width) /* what has no width goes with the character before it */
			is_kept = at + glyph.width <= head || at >= tail_from;
		if (is_kept) {
			memcpy(end, glyph.bytes, glyph.length);
			end += glyph.length;
		} else if (!is_cut) {
			is_cut = true;
			if (ellipsis)
				end = stpcpy(end, text_ellipsis());
		}
	}
	*end = '\0';
	return clean;
}

/* How many bytes of TEXT a line of COLUMNS takes: up to a blank, if there is one. */
static size_t line_length(const char *text, int columns)
{
	const char *end = text, *blank = NULL;
	int at = 0;

	for (struct glyph glyph; *end; end += glyph.taken, at += glyph.width) {
		glyph = glyph_at(end);
		if (at + glyph.width > columns && end > text)
			break;
		if (*end == ' ' && end > text)
			blank = end;
	}
	if (*end && *end != ' ' && blank)
		end = blank;
	return (size_t)(end - text);
}

char *text_fold(const char *text, int columns)
{
	enum { INDENT = 1, INDENT_FROM = 12 };
	char *clean = text_clean(text, 0), *folded = NULL, *at = clean;
	const int indent = columns >= INDENT_FROM ? INDENT : 0;
	size_t size;
	FILE *stream;

	if (!clean || columns <= 0)
		return clean;
	stream = open_memstream(&folded, &size);
	for (bool is_first = true; stream && (*at || is_first); is_first = false) {
		size_t length = line_length(at, is_first ? columns : columns - indent);

		if (!is_first)
			fprintf(stream, "\n%*s", indent, "");
		fwrite(at, 1, length, stream);
		at += length;
		at += *at == ' ';
	}
	if (stream && fclose(stream)) {
		free(folded);
		folded = NULL;
	}
	free(clean);
	return folded;
}

/* Prints LENGTH bytes of one paragraph, wrapped at spaces; its first line is at BEGIN already. */
static void wrap_line(FILE *stream, const char *line, size_t length, int indent, int width,
                      int begin)
{
	const char *end = line + length;
	bool is_beginning = true; /* of a line */
	int column = begin;

	while (line < end) {
		size_t word = strcspn(line, " \n");
		char *text = strndup(line, word);
		int columns = text ? text_width(text) : (int)word;

		free(text);
		if (word && !is_beginning && column + 1 + columns > width) {
			fprintf(stream, "\n%*s", indent, "");
			column = indent;
			is_beginning = true;
		}
		if (word) {
			fprintf(stream, "%s%.*s", is_beginning ? "" : " ", (int)word, line);
			column += !is_beginning + columns;
			is_beginning = false;
		}
		line += word + 1;
	}
	fputc('\n', stream);
}

void text_wrap_from(FILE *stream, const char *text, int indent, int width, int used)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		if (length)
			fprintf(stream, "%*s", indent - used, "");
		if (*text == ' ' || *text == '\t')
			fprintf(stream, "%.*s\n", (int)length, text);
		else
			wrap_line(stream, text, length, indent, width, indent);
		used = 0;
		text += length;
		if (*text)
			text++;
	}
}

void text_wrap(FILE *stream, const char *text, int indent, int width)
{
	text_wrap_from(stream, text, indent, width, 0);
}

void text_wrap_hanging(FILE *stream, const char *text, int indent, int width)
{
	const size_t length = strcspn(text, "\n");

	wrap_line(stream, text, length, indent, width, 0);
	if (text[length])
		text_wrap(stream, text + length + 1, indent, width);
}

const char *text_file_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

bool text_is_python(const char *file_name)
{
	return strncmp(file_name, "python", 6) == 0 || strncmp(file_name, "pypy", 4) == 0;
}

bool text_is_one_of(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(text, *list) == 0)
			return true;
	return false;
}

bool text_matches(const char *pattern, const char *text)
{
	static const char digit[] = "[0-9]";
	const char *behind_star = NULL, *from = NULL; /* where the last * may be longer by one */

	while (*text) {
		const bool is_digit = *pattern == *digit;

		if (*pattern == '*') {
			behind_star = ++pattern;
			from = text;
		} else if (is_digit ? *text >= '0' && *text <= '9' : *text == *pattern) {
			pattern += is_digit ? strlen(digit) : 1;
			text++;
		} else if (behind_star) {
			pattern = behind_star;
			text = ++from;
		} else {
			return false;
		}
	}
	return pattern[strspn(pattern, "*")] == '\0';
}

char *text_valid(const char *text)
{
	static const char replacement[] = "\xef\xbf\xbd";
	char *valid = malloc(strlen(text) * (sizeof replacement - 1) + 1), *end = valid;
	uint32_t point;

	for (size_t length; valid && *text; text += length ? length : 1) {
		length = decode(text, &point);
		end = length ? mempcpy(end, text, length) : stpcpy(end, replacement);
	}
	if (valid)
		*end = '\0';
	return valid;
}

void text_print_json(FILE *stream, const char *text)
{
	static const char *const escapes[0x80] = {
		['"'] = "\\\"", ['\\'] = "\\\\", ['\n'] = "\\n", ['\t'] = "\\t", ['\r'] = "\\r"
	};
	uint32_t point;
	size_t length;

	fputc('"', stream);
	for (; *text; text += length) {
		point = 0;
		length = decode(text, &point);
		if (!length) {
			fputs("\\ufffd", stream);
			length = 1;
		} else if (point < 0x80 && escapes[point]) {
			fputs(escapes[point], stream);
		} else if (point < 0x20 || (point >= 0x7f && point < 0xa0)) {
			fprintf(stream, "\\u%04x", point);
		} else {
			fwrite(text, 1, length, stream);
		}
	}
	fputc('"', stream);
}
