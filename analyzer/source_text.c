/* SPDX-License-Identifier: MIT */
/* Reads source files: regular ones only, so that no device or pipe is ever waited for. */
#include "source_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The whole file in new memory, terminated; NULL with *ERR 0 where it cannot be had. */
static char *read_file(int fd, int *err)
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

int source_text_init(struct source_text *text, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	int err = 0;

	*text = (struct source_text){ 0 };
	if (fd < 0)
		return 0;
	text->bytes = read_file(fd, &err);
	close(fd);
	return text->bytes ? split(text) : err;
}

void source_text_release(struct source_text *text)
{
	free(text->lines);
	free(text->bytes);
}

const char *source_text_line(const struct source_text *text, uint32_t number)
{
	return number && number <= text->count ? text->lines[number - 1] : NULL;
}
