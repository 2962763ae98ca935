/* SPDX-License-Identifier: MIT */
/* The labels that go with one report, as the query of its upload. Main thread only. */
#ifndef WARPWISE_UPLOAD_QUERY_H
#define WARPWISE_UPLOAD_QUERY_H

#include <stdint.h>

#include "upload/labels.h"
#include "upload/upload.h"

/* When the first process of the report of SIZE bytes at JSON started; INT64_MAX: not known. */
int64_t query_recorded_unix_s(const char *json, size_t size);

/*
 * "?project=P&commit=..." by what OPTIONS say, else by what was FOUND; new memory, NULL without it.
 * What git knows of the current folder is left out where its commit was made after RECORDED_UNIX_S:
 * that is not what ran.
 */
char *query_make(const struct upload_options *options, const struct labels *found,
                 const char *project, int64_t recorded_unix_s);

/* Says what query_make() took from git for the report NAME, and what it left out. *IS_SAID: the
 * first was said, once is enough. */
void query_say(const struct upload_options *options, const struct labels *found, const char *name,
               int64_t recorded_unix_s, bool *is_said);

#endif
