/* SPDX-License-Identifier: MIT */
/*
 * The JSON trace event format ("Trace Event Format", a public document of the Chromium project),
 * which Perfetto, chrome://tracing and others read: one object for each event, written as it comes.
 * Events need not come in order of time. Nothing is kept but a buffer. Any thread, one at a time.
 */
#ifndef WARPWISE_EVENT_WRITER_H
#define WARPWISE_EVENT_WRITER_H

#include <stdint.h>
#include <stdio.h>

/* Where an event is shown: a row ("thread") of a group of rows ("process"). */
struct event_track {
	int64_t process, thread;
};

struct event_writer {
	FILE *stream;
	int64_t zero_ns; /* of the times that are written: what is 0 in them */
	char separator;  /* private: what comes before the next member */
	size_t used;
	char buffer[1 << 16];
};

/* Begins the document, of which 0 is ZERO_UNIX_NS. Whether STREAM takes it is found out by its
 * owner. */
void events_begin(struct event_writer *writer, FILE *stream, int64_t zero_unix_ns);
void events_end(struct event_writer *writer);

/* An event of PHASE: 'X' has a duration, 'i' is a moment, 'C' a counter, 's' and 'f' are the ends
 * of an arrow, 'M' names a track. QUOTED: its name, with quotes, of events_quote(). */
void event_open(struct event_writer *writer, char phase, const char *category, const char *quoted,
                struct event_track track);
void event_close(struct event_writer *writer);

/* Members of an event that is open, or of its arguments. */
void event_time(struct event_writer *writer, int64_t time_ns);
void event_duration(struct event_writer *writer, int64_t duration_ns);
void event_integer(struct event_writer *writer, const char *name, int64_t value);
/* JSON has no infinity: that is written as 0. */
void event_real(struct event_writer *writer, const char *name, double value);
void event_text(struct event_writer *writer, const char *name, const char *text);  /* anybody's */
void event_plain(struct event_writer *writer, const char *name, const char *text); /* ours */

/* MEMBERS: some as they are written, with a comma between them; "": none. */
void event_members(struct event_writer *writer, const char *members);

void event_arguments_open(struct event_writer *writer);
void event_arguments_close(struct event_writer *writer);

/* TEXT, whatever is in it, as a JSON string with its quotes; new memory for the caller to free,
 * NULL without memory. */
char *events_quote(const char *text);

#endif
