/* SPDX-License-Identifier: MIT */
/*
 * A report as JSON, read back: from a file or from memory. It is untrusted input: its size and
 * depth are bounded, and what is no report of a version that we know is refused with a reason. Main
 * thread or any other, one at a time for each.
 */
#ifndef WARPWISE_COMPARE_REPORT_FILE_H
#define WARPWISE_COMPARE_REPORT_FILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

enum {
	REPORT_FILE_ERROR_MAX = 256,
	/* Of what is read into memory, which takes some ten times as much: everything but the
	 * timelines, which are most of a report and are skipped. Reports of 64 ranks have 20 MB. */
	REPORT_FILE_MAX_BYTES = 64 << 20,
	REPORT_FILE_MAX_DEPTH = 64,
};

/*
 * Reads STREAM to its end. Returns the report without its timelines, for json_decref(); NULL
 * after a phrase for the user was written into ERROR: "is not JSON: ...".
 */
json_t *report_file_read(FILE *stream, char error[REPORT_FILE_ERROR_MAX]);

/* The same from the file PATH. */
json_t *report_file_open(const char *path, char error[REPORT_FILE_ERROR_MAX]);

/* Whether PATH begins as a JSON document does, with an object. */
bool report_file_is_json(const char *path);

#endif
