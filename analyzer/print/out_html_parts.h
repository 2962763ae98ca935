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
/* The same without writing what is left. */
void html_data_free(struct html_data *data);

void html_data_bytes(struct html_data *data, const void *bytes, size_t size);
void html_data_number(struct html_data *data, uint64_t value);
void html_data_signed(struct html_data *data, int64_t value);

/* Ends what was compressed so far, and begins anew in the same stream; the size of the former is
 * in *BYTES. HTML_BYTES alone. Returns 0 or -errno. */
int html_data_next(struct html_data *data, uint64_t *bytes);

/*
 * The timeline of PROCESS: see web/ui/timeline/columns.js, which reads it. Where its boxes are in
 * tiles, PRINT_MORE adds members to its head, and the tables of boxes are not there; else it is
 * NULL.
 */
int html_print_timeline(const struct report_process *process, FILE *stream, enum html_coding coding,
                        void (*print_more)(FILE *head, void *data), void *more);

#endif
