/* SPDX-License-Identifier: MIT */
/*
 * Sends reports to the team's dashboard, with what they are labelled with, and keeps what cannot be
 * sent now. Used by `warpwise upload` and `warpwise record --upload`. Main thread only.
 */
#ifndef WARPWISE_UPLOAD_H
#define WARPWISE_UPLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What came of it, the worst last. */
enum upload_result {
	UPLOAD_SENT,
	UPLOAD_KEPT,   /* in the spool, for `warpwise upload --spool` */
	UPLOAD_FAILED, /* refused, or neither sent nor kept: the file is still where it was */
};

struct upload_options {
	const char *url, *project;        /* NULL: those of the environment or the settings file */
	const char *token_file, *ca_file; /* the same */
	const char *commit, *branch, *host; /* NULL: found out; "": left out */
	const char *const *tags;            /* "KEY=VALUE" */
	size_t tags_count;
	bool is_redacted, has_trace; /* has_trace: send the trace, too */
	bool may_be_plain, is_quiet;
	int64_t retries, wait_ms, timeout_s; /* as in struct server */
	void (*say)(const char *format, ...) __attribute__((format(printf, 1, 2)));
	bool (*is_cancelled)(void); /* then what was not sent is kept; NULL: never */
	FILE *output;               /* where a report is to be seen */
};

#define UPLOAD_RETRIES   5
#define UPLOAD_WAIT_MS   500
#define UPLOAD_TIMEOUT_S 30

struct upload;

/* What stands wrong in the options: NULL, or a phrase. TAG is one of them. */
const char *upload_check_project(const char *project);
const char *upload_check_tag(const char *tag);

/*
 * Prepares uploads: settings, server, token, labels. Returns NULL after it was said; *IS_USAGE: the
 * user can say better what to do. OPTIONS must live as long.
 */
struct upload *upload_open(const struct upload_options *options, bool *is_usage);
void upload_close(struct upload *upload);

/* Sends a report of SIZE bytes that comes from the file NAME, and was made of COUNT traces (0: it
 * is not known of which), which are sent as well if that is asked for. */
enum upload_result upload_send(struct upload *upload, const char *name, const char *json,
                               size_t size, const char *const *traces, size_t count);

/* Sends what the spool keeps, wherever it is to go, or to the server of OPTIONS alone if it has
 * one. Returns the worst; UPLOAD_SENT when there was nothing. */
enum upload_result upload_send_spool(const struct upload_options *options);

#endif
