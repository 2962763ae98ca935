/* SPDX-License-Identifier: MIT */
/*
 * Stored reports compared as `warpwise compare` does it, by the same code. It has a header of its
 * own because the analyzer reads JSON with jansson, whose names and ours do not go together. One
 * thread at a time.
 */
#ifndef WARPWISE_SERVER_COMPARING_H
#define WARPWISE_SERVER_COMPARING_H

#include "server/base/buffer.h"

enum { COMPARING_ERROR_MAX = 256 };

struct comparing;

struct comparing *comparing_new(void); /* NULL without memory */
void comparing_free(struct comparing *comparing);

/* A report as it was sent. 0; -EINVAL with ERROR set; -ENOMEM. */
int comparing_add(struct comparing *comparing, bool is_new, const char *name, const char *bytes,
                  size_t size, char error[COMPARING_ERROR_MAX]);

/* Once each side has one: adds the JSON of schema/compare.schema.json. 0 or -ENOMEM. */
int comparing_print(struct comparing *comparing, struct buffer *out);

#endif
