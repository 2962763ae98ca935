/* SPDX-License-Identifier: MIT */
/*
 * The members that are known to tell are taken out; then every text of the report is swept for what
 * is left: paths shrink to their last part, and the host's name and the values of the environment
 * go wherever they stand, as in a message or a trace's name.
 */
#include "upload/redact.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	if (!text || strlen(text) < SECRET_LEAST || r->secrets_count == SECRETS_MAX)
		return;
	r->secrets[r->secrets_count] = strdup(text);
	r->has_failed |= !r->secrets[r->secrets_count];
	r->secrets_count += r->secrets[r->secrets_count] != NULL;
}

/* ---- one text ---- */

/* Whether a path may begin at AT: not within a word, as in "and/or". */
static bool begins_path(const char *text, const char *at)
{
	return at == text || strchr(" \t\"'=(:,[{<", at[-1]);
}

/* Writes TEXT to TO, where absolute paths are only as long as their last part. */
static void shorten_paths(const char *text, char *to)
{
	for (const char *at = text; *at;) {
		size_t length =
		        *at == '/' && begins_path(text, at) ? strcspn(at, " \t\"',;)]}>") : 0;
		const char *last = length ? memrchr(at, '/', length) : NULL;

		if (last && last > at) { /* "/x" alone tells nothing, and may be a division */
			const char *end = at + length;

			at = last + 1;
			while (at < end)
				*to++ = *at++;
			continue;
		}
		*to++ = *at++;
	}
	*to = '\0';
}

/* TEXT with SECRET replaced; takes over TEXT. */
static char *remove_secret(struct redaction *r, char *text, const char *secret)
{
	char *found = strstr(text, secret), *made;
	int length;

	if (!found)
		return text;
	length = asprintf(&made, "%.*s" REDACTED "%s", (int)(found - text), text,
	                  found + strlen(secret));
	free(text);
	if (length < 0) {
		r->has_failed = true;
		return NULL;
	}
	return made;
}

static void sweep_text(struct redaction *r, json_t *value)
{
	const char *before = json_string_value(value);
	char *text = malloc(strlen(before) + 1);

	if (!text) {
		r->has_failed = true;
		return;
	}
	shorten_paths(before, text);
	for (size_t i = 0; i < r->secrets_count && text; i++)
		for (int turn = 0; turn < 16 && text && strstr(text, r->secrets[i]); turn++) {
			/* One that is part of what stands for it would never end. */
			if (strstr(REDACTED, r->secrets[i]))
				break;
			text = remove_secret(r, text, r->secrets[i]);
		}
	if (text && strcmp(text, before) != 0 && json_string_set(value, *text ? text : REDACTED))
		r->has_failed = true;
	free(text);
}

/* Depth is bounded by jansson's own limit. */
static void sweep(struct redaction *r, json_t *value)
{
	const char *name;
	json_t *part;
	size_t i;

	if (json_is_string(value))
		sweep_text(r, value);
	json_object_foreach(value, name, part) sweep(r, part);
	json_array_foreach(value, i, part) sweep(r, part);
}

/* ---- the report ---- */

static const char *text_of(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

static const char *last_part(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

static void redact_process(struct redaction *r, json_t *process, size_t index)
{
	const char *label = text_of(process, "label"), *name;
	json_t *value;

	add_secret(r, text_of(process, "host"));
	add_secret(r, text_of(process, "command_line"));
	add_secret(r, text_of(process, "trace"));
	add_secret(r, last_part(text_of(process, "trace")));
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
