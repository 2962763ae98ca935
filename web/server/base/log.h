/* SPDX-License-Identifier: MIT */
/*
 * The log: lines of key=value on stderr, one write each, as journald and log shippers take them:
 *
 *	time=2026-11-22T14:49:16.123456Z level=info message="report stored" project="p" bytes=21568
 *
 * Any thread.
 */
#ifndef WARPWISE_SERVER_LOG_H
#define WARPWISE_SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARNING, LOG_ERROR, LOG_LEVELS };

extern const char *const log_level_names[]; /* ends with NULL */

struct log_field {
	const char *key;  /* NULL ends the fields */
	const char *text; /* quoted; NULL: the number */
	int64_t number;
};

#define LOG_TEXT(key, text)  \
	{                    \
		key, text, 0 \
	} /* text is not NULL */
#define LOG_NUMBER(key, number)   \
	{                         \
		key, NULL, number \
	}

/* log_line(LOG_INFO, "stopped", LOG_FIELDS(LOG_NUMBER("requests", 3))); FIELDS may be NULL. */
#define LOG_FIELDS(...) ((const struct log_field[]){ __VA_ARGS__, { 0 } })

void log_set_level(enum log_level level);
bool log_is_on(enum log_level level);
void log_line(enum log_level level, const char *message, const struct log_field *fields);

#endif
