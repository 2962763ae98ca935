/* SPDX-License-Identifier: MIT */
/* Events of a timeline as JSON. */
#include "print/event_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void flush(struct event_writer *writer)
{
	fwrite(writer->buffer, 1, writer->used, writer->stream);
	writer->used = 0;
}

static void put(struct event_writer *writer, const char *bytes, size_t size)
{
	if (size > sizeof writer->buffer - writer->used)
		flush(writer);
	if (size > sizeof writer->buffer) {
		fwrite(bytes, 1, size, writer->stream);
		return;
	}
	memcpy(writer->buffer + writer->used, bytes, size);
	writer->used += size;
}

static void put_text(struct event_writer *writer, const char *text)
{
	put(writer, text, strlen(text));
}

/* printf() takes most of the time otherwise. */
static void put_integer(struct event_writer *writer, int64_t value)
{
	char digits[24], *at = digits + sizeof digits;
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		*--at = '-';
	put(writer, at, (size_t)(digits + sizeof digits - at));
}

/* In microseconds, as the format has it, to the nanosecond. */
static void put_microseconds(struct event_writer *writer, int64_t ns)
{
	const int64_t length_ns = ns < 0 ? -ns : ns;
	const char fraction[] = { '.', (char)('0' + length_ns / 100 % 10),
		                  (char)('0' + length_ns / 10 % 10), (char)('0' + length_ns % 10) };

	if (ns < 0)
		put(writer, "-", 1);
	put_integer(writer, length_ns / 1000);
	put(writer, fraction, sizeof fraction);
}

static void put_name(struct event_writer *writer, const char *name)
{
	if (writer->separator)
		put(writer, &writer->separator, 1);
	writer->separator = ',';
	put(writer, "\"", 1);
	put_text(writer, name);
	put(writer, "\":", 2);
}

void events_begin(struct event_writer *writer, FILE *stream, int64_t zero_unix_ns)
{
	writer->stream = stream;
	writer->zero_ns = 0;
	writer->used = 0;
	writer->separator = '\0';
	put_text(writer, "{\"displayTimeUnit\":\"ns\",\"baseTimeNanoseconds\":");
	put_integer(writer, zero_unix_ns);
	put_text(writer, ",\"traceEvents\":[");
}

void events_end(struct event_writer *writer)
{
	put_text(writer, "\n]}\n");
	flush(writer);
}

void event_open(struct event_writer *writer, char phase, const char *category, const char *quoted,
                struct event_track track)
{
	put_text(writer, writer->separator ? ",\n{\"ph\":\"" : "\n{\"ph\":\"");
	put(writer, &phase, 1);
	put_text(writer, "\"");
	writer->separator = ',';
	if (category) {
		put_text(writer, ",\"cat\":\"");
		put_text(writer, category);
		put_text(writer, "\"");
	}
	put_text(writer, ",\"name\":");
	put_text(writer, quoted);
	event_integer(writer, "pid", track.process);
	event_integer(writer, "tid", track.thread);
}

void event_close(struct event_writer *writer)
{
	put(writer, "}", 1);
	writer->separator = ',';
}

void event_time(struct event_writer *writer, int64_t time_ns)
{
	put_name(writer, "ts");
	put_microseconds(writer, time_ns - writer->zero_ns);
}

void event_duration(struct event_writer *writer, int64_t duration_ns)
{
	put_name(writer, "dur");
	put_microseconds(writer, duration_ns);
}

void event_integer(struct event_writer *writer, const char *name, int64_t value)
{
	put_name(writer, name);
	put_integer(writer, value);
}

void event_real(struct event_writer *writer, const char *name, double value)
{
	char text[40];

	put_name(writer, name);
	put(writer, text, (size_t)snprintf(text, sizeof text, "%.6g", isfinite(value) ? value : 0));
}

void event_text(struct event_writer *writer, const char *name, const char *text)
{
	char *quoted = events_quote(text);

	put_name(writer, name);
	put_text(writer, quoted ? quoted : "\"\"");
	free(quoted);
}

void event_plain(struct event_writer *writer, const char *name, const char *text)
{
	put_name(writer, name);
	put(writer, "\"", 1);
	put_text(writer, text);
	put(writer, "\"", 1);
}

void event_members(struct event_writer *writer, const char *members)
{
	if (!*members)
		return;
	if (writer->separator)
		put(writer, &writer->separator, 1);
	writer->separator = ',';
	put_text(writer, members);
}

void event_arguments_open(struct event_writer *writer)
{
	put_name(writer, "args");
	put(writer, "{", 1);
	writer->separator = '\0';
}

void event_arguments_close(struct event_writer *writer)
{
	put(writer, "}", 1);
	writer->separator = ',';
}

char *events_quote(const char *text)
{
	char *quoted = NULL;
	size_t size;
	FILE *stream = open_memstream(&quoted, &size);

	if (!stream)
		return NULL;
	text_print_json(stream, text);
	if (fclose(stream) == 0)
		return quoted;
	free(quoted);
	return NULL;
}
