/* SPDX-License-Identifier: MIT */
/* What `warpwise record` says when it cannot do its work. */
#ifndef WARPWISE_RECORD_MESSAGES_H
#define WARPWISE_RECORD_MESSAGES_H

#include <stdbool.h>
#include <sys/types.h>

#include "record/runs.h"

/* Says how to record process PID, which waits for that. */
void record_dormant(pid_t pid);

/* Says why PROGRAM was not started (ERR: negative errno); returns the status that shells give for
 * it. */
int record_not_started(const char *program, int err);

/*
 * Says why there is no trace, as far as it can be known: STATUS is the program's. IS_SAID: a line
 * before gave a reason.
 */
void record_no_trace(int status, bool has_several, bool is_said);

/* Says before the first of RUNS that there are others; IS_LOST: the first reads what is piped into
 * PROGRAM. */
void record_announce(const struct runs *runs, const char *program, bool is_lost);

/* Says so if run NUMBER of COUNT ended with another STATUS than the first. */
void record_report_status(size_t number, size_t count, int status, int first_status);

#endif
