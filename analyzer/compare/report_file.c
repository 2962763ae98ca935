/* SPDX-License-Identifier: MIT */
/*
 * Reads a report back. The bytes go through a filter before jansson sees them: it follows depth and
 * strings, which is all that is needed to leave out the value of the top level's "timelines" (an
 * empty array stands there instead) and to stop at too great a depth. Everything else about the
 * syntax is jansson's to judge.
 */
#include "compare/report_file.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

#define SKIPPED "timelines"

enum { KEY_MAX = 16 }; /* of the top level: longer ones are not the one we look for */

struct filter {
	FILE *stream;
	size_t passed; /* bytes */
	int depth;
	bool is_in_string, is_escaped;
	bool is_skipping; /* the value of SKIPPED, which ends when depth is 1 again */
	bool is_value;    /* at depth 1: behind a colon */
	char key[KEY_MAX];
	size_t key_length;
	const char *problem; /* why reading stopped; NULL: it did not */
};

static void begin_key(struct filter *filter)
{
	if (filter->depth == 1 && !filter->is_value)
		filter->key_length = 0;
}

static void add_to_key(struct filter *filter, char c)
{
	if (filter->depth != 1 || filter->is_value)
		return;
	if (filter->key_length < KEY_MAX)
		filter->key[filter->key_length] = c;
	filter->key_length++;
}

static bool is_skipped_key(const struct filter *filter)
{
	return filter->depth == 1 && filter->is_value && filter->key_length == sizeof SKIPPED - 1 &&
	       memcmp(filter->key, SKIPPED, sizeof SKIPPED - 1) == 0;
}

/* C inside a string. */
static void take_text(struct filter *filter, char c)
{
	if (filter->is_escaped) {
		filter->is_escaped = false;
		add_to_key(filter, c);
	} else if (c == '"') {
		filter->is_in_string = false;
	} else {
		filter->is_escaped = c == '\\';
		add_to_key(filter, c);
	}
}

/* C outside of strings. Returns whether it is passed on. */
static bool take_syntax(struct filter *filter, char c)
{
	bool is_passed = !filter->is_skipping;

	switch (c) {
	case '"':
		filter->is_in_string = true;
		begin_key(filter);
		break;
	case '[':
		/* The array itself is passed on: empty. */
		if (!filter->is_skipping && is_skipped_key(filter))
			filter->is_skipping = true;
		/* fall through */
	case '{':
		if (++filter->depth > REPORT_FILE_MAX_DEPTH)
			filter->problem = "is nested too deeply to be a report";
		break;
	case ']':
	case '}':
		filter->depth--;
		if (filter->is_skipping && filter->depth == 1) {
			filter->is_skipping = false;
			is_passed = true;
		}
		break;
	case ':':
		filter->is_value = filter->is_value || filter->depth == 1;
		break;
	case ',':
		filter->is_value = filter->is_value && filter->depth != 1;
		break;
	default:
		break;
	}
	return is_passed;
}

/* For json_load_callback(): as many bytes as there are, at most SIZE; 0 at the end. */
static size_t read_filtered(void *buffer, size_t size, void *data)
{
	struct filter *filter = data;
	char *to = buffer;
	size_t count = 0;
	int c;

	while (count < size && !filter->problem && (c = getc(filter->stream)) != EOF) {
		bool is_text = filter->is_in_string, is_passed = !filter->is_skipping;

		if (is_text)
			take_text(filter, (char)c);
		else
			is_passed = take_syntax(filter, (char)c);
		if (!is_passed)
			continue;
		to[count++] = (char)c;
		if (++filter->passed > REPORT_FILE_MAX_BYTES)
			filter->problem = "is too large for a report";
	}
	if (ferror(filter->stream))
		filter->problem = strerror(errno);
	return filter->problem ? 0 : count;
}

/* Whether this is a report, of a version that we can read. */
static int check_version(const json_t *report, char error[REPORT_FILE_ERROR_MAX])
{
	const char *version = json_string_value(json_object_get(report, "schema_version"));
	const char *tool =
	        json_string_value(json_object_get(json_object_get(report, "tool"), "name"));

	if (!version || !tool || strcmp(tool, "warpwise") != 0) {
		snprintf(error, REPORT_FILE_ERROR_MAX,
		         "is JSON, but neither a report (warpwise analyze --format json) nor a "
		         "trace");
		return -EINVAL;
	}
	if (strncmp(version, "1.", 2) != 0 || !isdigit((unsigned char)version[2])) {
		snprintf(error, REPORT_FILE_ERROR_MAX,
		         "is a report of version %.20s, and this warpwise reads version 1",
		         version);
		return -EINVAL;
	}
	return 0;
}

json_t *report_file_read(FILE *stream, char error[REPORT_FILE_ERROR_MAX])
{
	struct filter filter = { .stream = stream };
	json_error_t problem;
	json_t *report =
	        json_load_callback(read_filtered, &filter, JSON_REJECT_DUPLICATES, &problem);

	if (filter.problem) {
		snprintf(error, REPORT_FILE_ERROR_MAX, "%s", filter.problem);
	} else if (!report && filter.passed == 0) {
		snprintf(error, REPORT_FILE_ERROR_MAX, "is empty");
	} else if (!report) {
		snprintf(error, REPORT_FILE_ERROR_MAX, "is not JSON: line %d: %.150s", problem.line,
		         problem.text);
	} else if (check_version(report, error) == 0) {
		return report;
	}
	json_decref(report);
	return NULL;
}

json_t *report_file_open(const char *path, char error[REPORT_FILE_ERROR_MAX])
{
	FILE *stream = fopen(path, "re");
	json_t *report;

	if (!stream) {
		snprintf(error, REPORT_FILE_ERROR_MAX, "%s", strerror(errno));
		return NULL;
	}
	report = report_file_read(stream, error);
	fclose(stream);
	return report;
}

bool report_file_is_json(const char *path)
{
	FILE *stream = fopen(path, "re");
	int c = EOF;

	if (!stream)
		return false;
	do
		c = getc(stream);
	while (c == ' ' || c == '\t' || c == '\n' || c == '\r');
	fclose(stream);
	return c == '{';
}
