/* SPDX-License-Identifier: MIT */
/* What the files that print a report for people share. Private to out_text*.c. */
#ifndef WARPWISE_OUT_TEXT_PARTS_H
#define WARPWISE_OUT_TEXT_PARTS_H

#include "format.h"
#include "report.h"
#include "terminal.h"
#include "text.h"

struct page {
	FILE *stream;
	const struct report *report;
	const struct report_text_options *options;
	int width;
};

enum {
	LABEL_COLUMNS = 11, /* of the facts about the program */
};

/* "s" unless COUNT is 1: printf("%s kernel%s", format_count(...), plural(count)). */
const char *plural(int64_t count);

/* A paragraph in COLOR behind INDENT, wrapped. */
void print_line(const struct page *page, int indent, enum color color, const char *format, ...)
        __attribute__((format(printf, 4, 5)));

void print_heading(const struct page *page, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

/* A label behind BEFORE columns, and the text behind it from column INDENT on. */
void print_fact(const struct page *page, int before, int indent, const char *label,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

/* What counters and samples say of the hottest kernels, or how to get them. */
void print_profiles(const struct page *page, const struct report_process *process);

/* What the trace of PROCESS is missing, and notes on what it has. */
void print_missing(const struct page *page, const struct report_process *process);

/* Counters of a whole GPU over the run. */
void print_gpu_samples(const struct page *page, const struct report_gpu_samples *samples);

#endif
