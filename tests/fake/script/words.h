/* SPDX-License-Identifier: MIT */
/* A line of a script as words, and what a verb may ask of them. Any thread. */
#ifndef WARPWISE_FAKE_WORDS_H
#define WARPWISE_FAKE_WORDS_H

#include <stddef.h>
#include <stdint.h>

#include "expression.h"

enum { WORDS_MAX = 48 };

struct field;

struct words {
	char *word[WORDS_MAX];
	int count;
	const char *where; /* file:line, for messages */
};

/* Takes LINE apart in place, into the words that point into it. Quotes keep blanks together; #
 * begins a comment. */
void words_split(char *line, struct words *words);

/* Says what is wrong with WORD, and where, and ends the process. */
void words_mistake(const struct words *words, const char *what, const char *word);

/* Word I; 0 is the verb. A mistake if it is not there. */
const char *words_argument(const struct words *words, int i);

/* The value of KEY in "key=value" words, NULL if it is not there. */
const char *words_value(const struct words *words, const char *key);

/* A mistake if there is a word that is none of FIELDS with a value. */
void words_check_keys(const struct words *words, const struct field *fields);

/* TEXT, a part of a word, as a number, and as one that is the same whenever it is played; a mistake
 * if it is none. */
struct expression words_number(const struct words *words, const char *text);
int64_t words_constant(const struct words *words, const char *text);

/* SIZE bytes, all 0, that the caller frees; never NULL. */
void *allocate_zeroed(size_t size);

#endif
