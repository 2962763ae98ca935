/* SPDX-License-Identifier: MIT */
#include "upload/query.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/terminal.h"
#include "upload/http.h"

#define NS_PER_S INT64_C(1000000000)

int64_t query_recorded_unix_s(const char *json, size_t size)
{
	json_t *root = json_loadb(json, size, 0, NULL), *process;
	int64_t first_s = INT64_MAX;
	size_t i;

	json_array_foreach(json_object_get(root, "processes"), i, process)
	{
		const int64_t s =
		        json_integer_value(json_object_get(process, "start_unix_ns")) / NS_PER_S;

		if (s > 0 && s < first_s)
			first_s = s;
	}
	json_decref(root);
	return first_s;
}

/* "&NAME=VALUE" onto QUERY, unless there is no value. */
static void add_parameter(FILE *query, const char *name, const char *value)
{
	char *valid = value && *value ? text_valid(value) : NULL;
	char *escaped = valid ? http_escape(valid) : NULL;

	if (escaped)
		fprintf(query, "%s%s=%s", ftell(query) > 0 ? "&" : "?", name, escaped);
	free(escaped);
	free(valid);
}

/* Whether git's commit, which is to be taken, was made after the recording. */
static bool is_younger(const struct upload_options *o, const struct labels *found,
                       int64_t recorded_unix_s)
{
	return !o->commit && found->has_git_commit && found->commit_unix_s > recorded_unix_s;
}

static const char *choose_commit(const struct upload_options *o, const struct labels *found,
                                 int64_t recorded_unix_s)
{
	if (o->commit)
		return o->commit;
	return is_younger(o, found, recorded_unix_s) ? "" : found->commit;
}

/* With the commit goes the branch that git says: the folder was on another one, maybe. */
static const char *choose_branch(const struct upload_options *o, const struct labels *found,
                                 int64_t recorded_unix_s)
{
	if (o->branch)
		return o->branch;
	return found->has_git_branch && is_younger(o, found, recorded_unix_s) ? "" : found->branch;
}

/* Where the commit is to be looked at, unless a tag of that name says it. */
static void add_repository(FILE *query, const struct upload_options *o, const struct labels *found)
{
	static const char key[] = "repository=";
	char tag[sizeof key + sizeof found->repository];

	for (size_t i = 0; i < o->tags_count; i++)
		if (strncmp(o->tags[i], key, strlen(key)) == 0)
			return;
	snprintf(tag, sizeof tag, "%s%s", key, found->repository);
	if (*found->repository)
		add_parameter(query, "tag", tag);
}

char *query_make(const struct upload_options *o, const struct labels *found, const char *project,
                 int64_t recorded_unix_s)
{
	char *text = NULL;
	size_t size;
	FILE *query = open_memstream(&text, &size);

	if (!query)
		return NULL;
	add_parameter(query, "project", project);
	add_parameter(query, "branch", choose_branch(o, found, recorded_unix_s));
	add_parameter(query, "commit", choose_commit(o, found, recorded_unix_s));
	if (!o->is_redacted)
		add_parameter(query, "host", o->host ? o->host : found->host);
	for (size_t i = 0; i < o->tags_count; i++)
		add_parameter(query, "tag", o->tags[i]);
	if (!o->is_redacted && *choose_commit(o, found, recorded_unix_s))
		add_repository(query, o, found);
	if (fclose(query)) {
		free(text);
		return NULL;
	}
	return text;
}

void query_say(const struct upload_options *o, const struct labels *found, const char *name,
               int64_t recorded_unix_s, bool *is_said)
{
	const bool has_commit = !o->commit && found->has_git_commit;
	const bool has_branch = !o->branch && found->has_git_branch;
	char text[LABELS_TEXT_MAX];

	if (o->is_quiet || (!has_commit && !has_branch))
		return;
	if (is_younger(o, found, recorded_unix_s)) {
		o->say("no commit%s: '%s' is older than the commit of git in the current folder; "
		       "--commit says one",
		       has_branch ? " and no branch" : "", name);
		return;
	}
	if (*is_said)
		return;
	*is_said = true;
	labels_print(has_commit ? found->commit : "", has_branch ? found->branch : "", text);
	o->say("as %s, of git in the current folder; --%s says otherwise", text,
	       has_commit ? "commit" : "branch");
}
