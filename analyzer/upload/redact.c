/* SPDX-License-Identifier: MIT */
/*
 * The members that are known to tell are taken out; then every text of the report is swept for what
 * is left: the host's name and the values of the environment go wherever they stand, as in a
 * message or a trace's name, and paths shrink to their last part.
 */
#include "upload/redact.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define REDACTED "redacted"

enum {
	SECRETS_MAX = 4096,
	SECRET_LEAST = 4, /* shorter ones ("1", "all") are anywhere, and tell nothing */
};

struct redaction {
	char *secrets[SECRETS_MAX]; /* texts that must not remain */
	size_t secrets_count;
	bool has_failed; /* memory ran out */
};

static void add_secret(struct redaction *r, const char *text)
{
	if (!text || strlen(text) < SECRET_LEAST || strstr(REDACTED, text) ||
	    r->secrets_count == SECRETS_MAX)
		return;
	r->secrets[r->secrets_count] = strdup(text);
	r->has_failed |= !r->secrets[r->secrets_count];
	r->secrets_count += r->secrets[r->secrets_count] != NULL;
}

/* ---- one text ---- */

/* A copy of TEXT, which has other words in place of each SECRET; NULL without memory. */
static char *without_secret(const char *text, const char *secret)
{
	const size_t secret_bytes = strlen(secret), instead_bytes = strlen(REDACTED);
	size_t times = 0;
	char *made, *to;

	for (const char *at = text; (at = strstr(at, secret)); at += secret_bytes)
		times++;
	to = made = malloc(strlen(text) + times * instead_bytes + 1);
	for (const char *at = text, *next; made && at; at = next) {
		next = strstr(at, secret);
		to = next ? mempcpy(mempcpy(to, at, (size_t)(next - at)), REDACTED, instead_bytes)
		          : stpcpy(to, at);
		next = next ? next + secret_bytes : NULL;
	}
	return made;
}

static bool is_of_word(char c)
{
	return isalnum((unsigned char)c) || strchr("_.-/", c);
}

/* Whether a path may begin at AT: not within a word, as in "and/or", unless that is an option, as
 * "-I/usr/include". */
static bool begins_path(const char *text, const char *at)
{
	if (at == text || !is_of_word(at[-1]))
		return true;
	return at - text >= 2 && at[-2] == '-' && (at - text == 2 || !is_of_word(at[-3]));
}

/* A path in quotation marks has what is in them, blanks too; any other ends at a blank. */
static size_t path_bytes(const char *text, const char *at)
{
	const char mark = at == text ? '\0' : at[-1];
	const char *end = mark == '"' || mark == '\'' ? strchr(at, mark) : NULL;

	return end ? (size_t)(end - at) : strcspn(at, " \t\n\"',;:)]}>");
}

/* Shortens the absolute paths in TEXT to their last parts. */
static void shorten_paths(char *text)
{
	char *to = text;

	for (const char *at = text; *at;) {
		size_t length = *at == '/' && begins_path(text, at) ? path_bytes(text, at) : 0;
		const char *last = length ? memrchr(at, '/', length) : NULL;

		if (last && last > at) { /* "/x" alone tells nothing, and may be a division */
			length -= (size_t)(last + 1 - at);
			at = last + 1;
		} else {
			length = 1;
		}
		memmove(to, at, length);
		to += length;
		at += length;
	}
	*to = '\0';
}

static void sweep_text(struct redaction *r, json_t *value)
{
	const char *before = json_string_value(value);
	char *text = strdup(before);

	for (size_t i = 0; i < r->secrets_count && text; i++)
		if (strstr(text, r->secrets[i])) {
			char *made = without_secret(text, r->secrets[i]);

			free(text);
			text = made;
		}
	if (text)
		shorten_paths(text);
	if (!text || (strcmp(text, before) != 0 && json_string_set(value, *text ? text : REDACTED)))
		r->has_failed = true;
	free(text);
}

/* A member that is a path, whatever is in it. */
static void sweep_path(struct redaction *r, json_t *value)
{
	if (*json_string_value(value) == '/' &&
	    json_string_set(value, text_file_name(json_string_value(value))))
		r->has_failed = true;
}

/* Depth is bounded by jansson's own limit. */
static void sweep(struct redaction *r, json_t *value)
{
	const char *name;
	json_t *part;
	size_t i;

	if (json_is_string(value))
		sweep_text(r, value);
	json_object_foreach(value, name, part)
	{
		if (json_is_string(part) &&
		    (strcmp(name, "file") == 0 || strcmp(name, "path") == 0))
			sweep_path(r, part);
		sweep(r, part);
	}
	json_array_foreach(value, i, part) sweep(r, part);
}

/* ---- the report ---- */

static const char *text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

/* Longer ones first: they may contain others. */
static int compare_lengths(const void *a, const void *b)
{
	const size_t left = strlen(*(char *const *)a), right = strlen(*(char *const *)b);

	return (left < right) - (left > right);
}

static void redact_process(struct redaction *r, json_t *process, size_t index)
{
	const char *label = text_of(process, "label"), *name;
	json_t *value;

	add_secret(r, text_of(process, "host"));
	add_secret(r, text_of(process, "command_line"));
	add_secret(r, text_of(process, "trace"));
	add_secret(r, text_file_name(text_of(process, "trace")));
	json_object_foreach(json_object_get(process, "environment"), name, value)
	        add_secret(r, json_string_value(value));
	json_object_set_new(process, "trace", json_string(REDACTED));
	json_object_set_new(process, "host", json_null());
	json_object_set_new(process, "executable", json_null());
	json_object_set_new(process, "command_line", json_null());
	json_object_set_new(process, "environment", json_object());
	/* The file's name, unless there is a rank. */
	if (!label || !json_is_integer(json_object_get(process, "rank")))
		json_object_set_new(process, "label", json_sprintf("process %zu", index));
}

int redact_report(const char *json, size_t size, char **redacted, size_t *redacted_size,
                  char error[REDACT_ERROR_MAX])
{
	struct redaction r = { .secrets_count = 0 };
	json_t *report = NULL, *process;
	json_error_t problem;
	int err = -EINVAL;
	size_t i;

	if (size > REDACT_MAX_BYTES) {
		snprintf(error, REDACT_ERROR_MAX, "is too large to be redacted");
		return -EINVAL;
	}
	report = json_loadb(json, size, JSON_REJECT_DUPLICATES, &problem);
	if (!json_is_array(json_object_get(report, "processes"))) {
		snprintf(error, REDACT_ERROR_MAX,
		         report ? "is not a report" : "is not JSON: line %d", problem.line);
		goto out;
	}
	json_array_foreach(json_object_get(report, "processes"), i, process)
	        redact_process(&r, process, i);
	qsort(r.secrets, r.secrets_count, sizeof *r.secrets, compare_lengths);
	sweep(&r, report);
	*redacted =
	        r.has_failed ? NULL : json_dumps(report, JSON_COMPACT | JSON_REAL_PRECISION(12));
	if (*redacted)
		*redacted_size = strlen(*redacted);
	err = *redacted ? 0 : -ENOMEM;
out:
	for (i = 0; i < r.secrets_count; i++)
		free(r.secrets[i]);
	json_decref(report);
	return err;
}
