/* SPDX-License-Identifier: MIT */
/* The parts of the report's page: out_html.c puts them together. */
#ifndef WARPWISE_OUT_HTML_PARTS_H
#define WARPWISE_OUT_HTML_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "report/report.h"

/* The report as JSON; for the page without its timelines' tracks, which it has as columns. */
int report_print_model(const struct report *report, FILE *stream, bool is_for_page);

/*
 * Columns of numbers, compressed, and for the body of an element of the page written as base64.
 * Each number takes as few bytes as it needs (LEB128), and zlib's deflate takes what repeats.
 */
struct html_data;

enum html_coding { HTML_BASE64, HTML_BYTES };

struct html_data *html_data_open(FILE *stream, enum html_coding coding); /* NULL: no memory */
/* Frees DATA. Returns 0 or -ENOMEM; whether the stream took all is its owner's to ask. */
int html_data_close(struct html_data *data);

void html_data_bytes(struct html_data *data, const void *bytes, size_t size);
void html_data_number(struct html_data *data, uint64_t value);
void html_data_signed(struct html_data *data, int64_t value);

/* The timeline of PROCESS: see web/ui/timeline/columns.js, which reads it. */
int html_print_timeline(const struct report_process *process, FILE *stream,
                        enum html_coding coding);

#endif
