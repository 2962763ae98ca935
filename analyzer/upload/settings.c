/* SPDX-License-Identifier: MIT */
#include "upload/settings.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_BYTES = 8192 };

static const struct {
	const char *name;
	size_t member;
	bool is_path;
} names[] = {
	{ "url", offsetof(struct upload_settings, url), false },
	{ "project", offsetof(struct upload_settings, project), false },
	{ "token-file", offsetof(struct upload_settings, token_file), true },
	{ "ca-file", offsetof(struct upload_settings, ca_file), true },
	{ "spool", offsetof(struct upload_settings, spool), true },
};

enum { NAMES = sizeof names / sizeof *names };

static char **member(struct upload_settings *settings, size_t name)
{
	return (char **)((char *)settings + names[name].member);
}

/* The folder of the settings; "" where there is no home. */
static void find_folder(char folder[PATH_MAX])
{
	const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");

	folder[0] = '\0';
	if (config && *config)
		snprintf(folder, PATH_MAX, "%s/warpwise", config);
	else if (home && *home)
		snprintf(folder, PATH_MAX, "%s/.config/warpwise", home);
}

/* TEXT without the blanks around it. */
static char *trim(char *text)
{
	char *end = text + strlen(text);

	while (end > text && isspace((unsigned char)end[-1]))
		*--end = '\0';
	return text + strspn(text, " \t\r\n");
}

/* A path of the file: "~/..." is below the home, others that are not absolute below FOLDER. */
static char *resolve(const char *folder, const char *value)
{
	const char *home = getenv("HOME");
	char *path;
	int length;

	if (strncmp(value, "~/", 2) == 0 && home)
		length = asprintf(&path, "%s%s", home, value + 1);
	else
		length = *value == '/' ? asprintf(&path, "%s", value)
		                       : asprintf(&path, "%s/%s", folder, value);
	return length < 0 ? NULL : path;
}

/* Returns NULL, or why the line is wrong. */
static const char *take_line(struct upload_settings *settings, const char *folder, char *line)
{
	char *name = trim(line), *value = strchr(line, '='), **to;
	size_t i = 0;

	if (!*name || *name == '#')
		return NULL;
	if (!value)
		return "must be 'name = value'";
	*value++ = '\0';
	name = trim(name);
	value = trim(value);
	while (i < NAMES && strcmp(names[i].name, name) != 0)
		i++;
	if (i == NAMES)
		return strcmp(name, "token") == 0
		               ? "a token does not belong here: token-file = PATH names its file"
		               : "no such setting: url, project, token-file, ca-file and spool are";
	if (!*value)
		return "has no value";
	to = member(settings, i);
	free(*to);
	*to = names[i].is_path ? resolve(folder, value) : strdup(value);
	return *to ? NULL : strerror(ENOMEM);
}

int upload_settings_read(struct upload_settings *settings, char error[UPLOAD_SETTINGS_ERROR_MAX])
{
	char folder[PATH_MAX], path[PATH_MAX + 8], line[LINE_MAX_BYTES];
	const char *wrong = NULL;
	FILE *stream;
	int number = 0;

	*settings = (struct upload_settings){ 0 };
	find_folder(folder);
	if (!*folder)
		return 0;
	snprintf(path, sizeof path, "%s/config", folder);
	stream = fopen(path, "re");
	if (!stream && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	if (!stream) {
		snprintf(error, UPLOAD_SETTINGS_ERROR_MAX, "cannot read: path=\"%s\": %s", path,
		         strerror(errno));
		return -EINVAL;
	}
	while (!wrong && fgets(line, sizeof line, stream)) {
		number++;
		wrong = take_line(settings, folder, line);
	}
	fclose(stream);
	if (wrong)
		snprintf(error, UPLOAD_SETTINGS_ERROR_MAX,
		         "wrong setting: path=\"%s\": line %d: %s", path, number, wrong);
	return wrong ? -EINVAL : 0;
}

void upload_settings_release(struct upload_settings *settings)
{
	for (size_t i = 0; i < NAMES; i++)
		free(*member(settings, i));
	*settings = (struct upload_settings){ 0 };
}
