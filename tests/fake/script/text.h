/* SPDX-License-Identifier: MIT */
/* A text of a script, in which one number may change with each record. Any thread. */
#ifndef WARPWISE_FAKE_TEXT_H
#define WARPWISE_FAKE_TEXT_H

#include <stdatomic.h>

#include "expression.h"

struct words;

enum { NAME_CACHE = 1024 };

/* A text with at most one {expression} in it. */
struct text {
	char *prefix, *suffix;
	struct expression number;
	const char *_Atomic cache[NAME_CACHE]; /* interned, by the expression's value */
};

/* Of WORD, which is one of WORDS. */
struct text *text_parse(const struct words *words, const char *word);

/* One address for equal texts, unless the script wants private names. Lives as long as the process.
 */
const char *text_value(struct text *text, const struct variables *variables);

#endif
