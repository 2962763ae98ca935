/* SPDX-License-Identifier: MIT */
#include "print/page.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/statistics.h"
#include "base/text.h"

const char *plural(int64_t count)
{
	return count == 1 ? "" : "s";
}

int page_room(const struct page *page, int columns)
{
	return terminal_width(page->stream) ? columns : 0;
}

enum { HANG = 2 }; /* a paragraph at the margin: its other lines stand behind the first */

void print_line(const struct page *page, int indent, enum color color, const char *format, ...)
{
	va_list arguments;
	char *text, *clean;
	int length;

	va_start(arguments, format);
	length = vasprintf(&text, format, arguments);
	va_end(arguments);
	clean = length < 0 ? NULL : text_clean(text, 0);
	fputs(color_begin(page->stream, color), page->stream);
	if (indent)
		text_wrap(page->stream, clean ? clean : "", indent, page->width);
	else
		text_wrap_hanging(page->stream, clean ? clean : "", HANG, page->width);
	fputs(color_end(page->stream), page->stream);
	free(clean);
	if (length >= 0)
		free(text);
}

void print_heading(const struct page *page, const char *format, ...)
{
	char *text;
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	fputc('\n', page->stream);
	print_line(page, 0, COLOR_HEADING, "%s", text ? text : "");
	free(text);
}

void print_wrapped(const struct page *page, const char *text, int indent, int used)
{
	char *clean = text_clean(text, 0);

	text_wrap_from(page->stream, clean && *clean ? clean : "-", indent, page->width, used);
	free(clean);
}

void print_fact(const struct page *page, int before, int indent, const char *label,
                const char *format, ...)
{
	char *text = NULL, *clean = text_clean(label, 0);
	va_list arguments;
	int used = before + (clean ? text_width(clean) : 0);

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	fprintf(page->stream, "%*s%s%s%s", before, "", color_begin(page->stream, COLOR_DIM),
	        clean ? clean : "", color_end(page->stream));
	if (used >= indent) {
		fputc('\n', page->stream);
		used = 0;
	}
	print_wrapped(page, text ? text : "", indent, used);
	free(text);
	free(clean);
}
