/* SPDX-License-Identifier: MIT */
/* Reads source files: regular ones only, so that no device or pipe is ever waited for. */
#include "code/source_text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The whole file in new memory, terminated; NULL with *ERR 0 where it cannot be had. */
static char *read_file(int fd, int64_t *modified_unix_s, int *err)
{
	struct stat st;
	size_t used = 0;
	ssize_t got = 1;
	char *bytes;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > SOURCE_TEXT_MAX_BYTES)
		return NULL;
	bytes = malloc((size_t)st.st_size + 1);
	if (!bytes) {
		*err = -ENOMEM;
		return NULL;
	}
	while (used < (size_t)st.st_size && got > 0) {
		got = read(fd, bytes + used, (size_t)st.st_size - used);
		used += got > 0 ? (size_t)got : 0;
	}
	bytes[used] = '\0';
	*modified_unix_s = st.st_mtim.tv_sec;
	return bytes;
}

static int split(struct source_text *text)
{
	size_t room = 1;

	for (const char *p = text->bytes; (p = strchr(p, '\n')); p++)
		room++;
	text->lines = calloc(room, sizeof *text->lines);
	if (!text->lines)
		return -ENOMEM;
	for (char *line = text->bytes; line && *line;) {
		char *end = strchr(line, '\n');

		text->lines[text->count++] = line;
		if (end)
			*end++ = '\0';
		line[strcspn(line, "\r")] = '\0';
		line = end;
	}
	return 0;
}

/* Reads PATH, if it is there. Returns 0 or -ENOMEM. */
static int try_file(struct source_text *text, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	int err = 0;

	if (fd < 0)
		return 0;
	text->bytes = read_file(fd, &text->modified_unix_s, &err);
	close(fd);
	if (text->bytes && !(text->path = strdup(path)))
		err = -ENOMEM;
	return err;
}

static const char *next_component(const char *path)
{
	path += strcspn(path, "/");
	return path + strspn(path, "/");
}

/* What of PATH may be looked for in another folder: no more than a path can be, behind any "..". */
static const char *movable_part(const char *path)
{
	size_t length = strlen(path);
	const char *part = path + strspn(path, "/");

	if (length >= PATH_MAX)
		part = next_component(path + length - PATH_MAX + 1);
	for (const char *p = part; *p; p = next_component(p))
		if (strncmp(p, "..", 2) == 0 && (p[2] == '/' || !p[2]))
			part = next_component(p);
	return part;
}

/* The file under FOLDER that has most of the end of PATH. */
static int search(struct source_text *text, const char *path, const char *folder)
{
	int err = 0;

	for (path = movable_part(path); *path && !text->bytes && !err;
	     path = next_component(path)) {
		char *name;

		if (asprintf(&name, "%s/%s", folder, path) < 0)
			return -ENOMEM;
		err = try_file(text, name);
		free(name);
	}
	return err;
}

const char *source_text_part(const char *path, const char *folder)
{
	for (path = movable_part(path); *path; path = next_component(path)) {
		struct stat st;
		char *name;
		bool is_file;

		if (asprintf(&name, "%s/%s", folder, path) < 0)
			return NULL;
		is_file = stat(name, &st) == 0 && S_ISREG(st.st_mode);
		free(name);
		if (is_file)
			return path;
	}
	return NULL;
}

int source_text_init(struct source_text *text, const char *path, const char *folder)
{
	int err = 0;

	*text = (struct source_text){ 0 };
	if (folder)
		err = search(text, path, folder);
	if (!err && !text->bytes)
		err = try_file(text, path);
	return err || !text->bytes ? err : split(text);
}

void source_text_release(struct source_text *text)
{
	free(text->path);
	free(text->lines);
	free(text->bytes);
}

const char *source_text_line(const struct source_text *text, uint32_t number)
{
	return number && number <= text->count ? text->lines[number - 1] : NULL;
}
