/* SPDX-License-Identifier: MIT */
/*
 * The page that a report for people is printed on, and the pieces that it is made of. Texts are
 * cleaned of control characters and wrapped at the page's width.
 */
#ifndef WARPWISE_PAGE_H
#define WARPWISE_PAGE_H

#include <stdint.h>
#include <stdio.h>

#include "report/report.h"
#include "base/terminal.h"

struct page {
	FILE *stream;
	const struct report *report;
	const struct report_text_options *options;
	int width; /* columns */
};

enum {
	LABEL_COLUMNS = 11, /* of the facts about the program */
};

/* "s" unless COUNT is 1: printf("%s kernel%s", format_count(...), plural(count)). */
const char *plural(int64_t count);

/* A paragraph in COLOR behind INDENT; at the margin, all but its first line are indented, so that
 * it is seen where the next one begins. */
void print_line(const struct page *page, int indent, enum color color, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

void print_heading(const struct page *page, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

/* The columns to shorten a name to: COLUMNS on a terminal; elsewhere 0, which leaves it whole, for
 * grep. */
int page_room(const struct page *page, int columns);

/* TEXT behind INDENT, where USED columns of its first line are taken. */
void print_wrapped(const struct page *page, const char *text, int indent, int used);

/* A label behind BEFORE columns, and the text behind it from column INDENT on. */
void print_fact(const struct page *page, int before, int indent, const char *label,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

#endif
