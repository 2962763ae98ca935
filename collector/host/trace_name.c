/* SPDX-License-Identifier: MIT */
/* Names of traces. In the traced program: the thread that initialises CUDA, then the writer. */
#include "host/trace_name.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/settings.h"

static const char *const defaults[SETTINGS] = {
#define SETTING(name, variable, type, def, alone, min, max, letter, metavar, group, help) \
	[SETTING_ID_##name] = def,
#include "host/settings.def"
#undef SETTING
};

struct path {
	char *text; /* room for PATH_MAX */
	size_t used;
};

static void append(struct path *path, const char *text, size_t length)
{
	for (size_t i = 0; i < length && path->used < PATH_MAX; i++)
		path->text[path->used++] = text[i];
}

/* Appends what {NAME} at P stands for. Returns its last character, NULL for a wrong one. */
static const char *append_variable(struct path *path, const char *p)
{
	const char *end = strchr(p, '}'), *value;
	size_t length = end ? (size_t)(end - p) : 0;
	char name[256];

	if (*p != '{' || length < 2 || length > sizeof name)
		return NULL;
	snprintf(name, sizeof name, "%.*s", (int)length - 1, p + 1);
	value = getenv(name);
	if (!value || !*value)
		value = name;
	append(path, value, strlen(value));
	return end;
}

static int expand(struct path *path, const char *pattern)
{
	for (const char *p = pattern; *p; p++) {
		char text[256];

		if (*p != '%') {
			append(path, p, 1);
			continue;
		}
		switch (*++p) { /* the pattern language itself; a table would hide it */
		case '%':
			append(path, "%", 1);
			break;
		case 'p':
			snprintf(text, sizeof text, "%ld", (long)getpid());
			append(path, text, strlen(text));
			break;
		case 'h':
			if (gethostname(text, sizeof text))
				strcpy(text, "localhost");
			text[sizeof text - 1] = '\0';
			append(path, text, strlen(text));
			break;
		case 'q':
			p = append_variable(path, p + 1);
			if (!p)
				return -EINVAL;
			break;
		default:
			return -EINVAL;
		}
	}
	if (path->used >= PATH_MAX)
		return -ENAMETOOLONG;
	path->text[path->used] = '\0';
	return 0;
}

static bool ends_in_slash(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && !slash[1];
}

static bool is_folder(const char *path)
{
	struct stat st;

	return ends_in_slash(path) || (stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

int trace_name(const char *pattern, char path[PATH_MAX])
{
	struct path out = { path, 0 };
	int err = expand(&out, pattern);

	if (err || !is_folder(path))
		return err;
	if (!ends_in_slash(path))
		append(&out, "/", 1);
	return expand(&out, defaults[SETTING_ID_output]);
}

int trace_name_check(const char *pattern)
{
	char path[PATH_MAX];

	return trace_name(pattern, path) == -EINVAL ? -EINVAL : 0;
}

void trace_name_folder(const char *pattern, char folder[PATH_MAX])
{
	const char *slash = strrchr(pattern, '/');
	size_t length = slash ? (size_t)(slash - pattern) : 0;

	if (is_folder(pattern))
		length = strlen(pattern);
	while (length > 1 && pattern[length - 1] == '/')
		length--;
	if (!length)
		snprintf(folder, PATH_MAX, "%s", slash ? "/" : ".");
	else
		snprintf(folder, PATH_MAX, "%.*s", (int)length, pattern);
}

void trace_name_to_line(const char *path, char *line)
{
	const bool is_escaped = strchr(path, '\n') != NULL;

	if (is_escaped)
		*line++ = '\\';
	for (; *path; path++) {
		if (is_escaped && (*path == '\n' || *path == '\\'))
			*line++ = '\\';
		*line++ = *path;
		if (is_escaped && *path == '\n')
			line[-1] = 'n';
	}
	*line = '\0';
}

void trace_name_of_line(char *line)
{
	const char *in = line + 1;

	if (*line != '\\')
		return;
	for (; *in; in++) {
		const bool is_escaped = *in == '\\' && in[1];

		if (is_escaped)
			in++;
		*line++ = is_escaped && *in == 'n' ? '\n' : *in;
	}
	*line = '\0';
}
