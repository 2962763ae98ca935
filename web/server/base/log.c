/* SPDX-License-Identifier: MIT */
/* The log. Any thread: a line is one write. */
#include "server/base/log.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "server/base/clock.h"

const char *const log_level_names[] = { "debug", "info", "warning", "error", NULL };

static atomic_int least = LOG_INFO;

void log_set_level(enum log_level level)
{
	atomic_store(&least, level);
}

bool log_is_on(enum log_level level)
{
	return (int)level >= atomic_load(&least);
}

struct line {
	char text[2048];
	size_t used;
};

static void add(struct line *line, char c)
{
	if (line->used + 3 < sizeof line->text) /* room for a quote and the line feed */
		line->text[line->used++] = c;
}

static void add_quoted(struct line *line, const char *text)
{
	add(line, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			add(line, '\\');
		add(line, (unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text);
	}
	if (line->used + 2 < sizeof line->text)
		line->text[line->used++] = '"';
}

static void add_plain(struct line *line, const char *text)
{
	while (*text)
		add(line, *text++);
}

void log_line(enum log_level level, const char *message, const struct log_field *fields)
{
	struct line line = { .used = 0 };
	const int64_t now_ns = clock_unix_ns();
	const time_t now_s = (time_t)(now_ns / NS_PER_S);
	char text[64];
	struct tm tm;

	if (!log_is_on(level))
		return;
	gmtime_r(&now_s, &tm);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	add_plain(&line, "time=");
	add_plain(&line, text);
	snprintf(text, sizeof text, ".%06dZ level=%s message=", (int)(now_ns % NS_PER_S / 1000),
	         log_level_names[level]);
	add_plain(&line, text);
	add_quoted(&line, message);
	for (; fields && fields->key; fields++) {
		add(&line, ' ');
		add_plain(&line, fields->key);
		add(&line, '=');
		snprintf(text, sizeof text, "%lld", (long long)fields->number);
		if (fields->text)
			add_quoted(&line, fields->text);
		else
			add_plain(&line, text);
	}
	line.text[line.used++] = '\n';
	(void)!write(STDERR_FILENO, line.text, line.used);
}
