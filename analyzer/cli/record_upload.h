/* SPDX-License-Identifier: MIT */
/* What `warpwise record --upload` does at the end. Main thread only. */
#ifndef WARPWISE_RECORD_UPLOAD_H
#define WARPWISE_RECORD_UPLOAD_H

#include <stdbool.h>
#include <sys/types.h>

#define RECORD_UPLOAD_HELP                                                                       \
	"At the end, send a report of all traces to the dashboard at URL, as 'warpwise upload' " \
	"does, with its settings and WARPWISE_TOKEN"

extern const char *record_upload_url; /* the option's; NULL: nothing is sent */

/* Whether it can be used at all: said before a long run, not after it. Returns a status. */
int record_upload_check(void);

/*
 * Sends one report of the traces that the file LIST names from byte FROM on. Whatever comes of it
 * is said on stderr: the program's exit status is not ours to change.
 */
void record_upload(const char *list, off_t from, bool is_quiet, bool (*is_cancelled)(void));

#endif
