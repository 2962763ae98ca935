/* SPDX-License-Identifier: MIT */
/*
 * Numbers for people. Each function writes into TEXT and returns it, so that FORMAT serves as a
 * buffer inside one expression: printf("%s of %s\n", format_duration(FORMAT, a),
 * format_duration(FORMAT, b)).
 */
#ifndef WARPWISE_FORMAT_H
#define WARPWISE_FORMAT_H

#include <stdint.h>

enum { FORMAT_MAX = 48 };
#define FORMAT ((char[FORMAT_MAX]){ 0 })

const char *format_duration(char text[FORMAT_MAX], int64_t ns); /* "56 ns", "1.234 ms", "12.00 s" */
const char *format_bytes(char text[FORMAT_MAX], int64_t bytes); /* "512 B", "1.50 KiB" */
const char *format_rate(char text[FORMAT_MAX],
                        double bytes_per_s);                       /* "12.3 GB/s", powers of 1000 */
const char *format_count(char text[FORMAT_MAX], int64_t count);    /* "1,234,567" */
const char *format_percent(char text[FORMAT_MAX], double percent); /* "12.3 %" of 12.34; "<0.1 %" */
const char *format_speedup(char text[FORMAT_MAX], int64_t before_ns,
                           int64_t after_ns);                 /* "1.25 times", "over 100 times" */
const char *format_real(char text[FORMAT_MAX], double value); /* "0.0123", "1.23", "1,234" */

/* Differences: "+1.234 ms", "-56 ns", "0 ns"; "+12.3 %". */
const char *format_change(char text[FORMAT_MAX], int64_t ns);
const char *format_change_percent(char text[FORMAT_MAX], double percent);

#endif
