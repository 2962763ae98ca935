/* SPDX-License-Identifier: MIT */
/* Texts in scripts. Playing threads share what was made of them. */
#include "text.h"

#include <pthread.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"
#include "words.h"

struct text *text_parse(const struct words *words, const char *word)
{
	struct text *text = allocate_zeroed(sizeof *text);
	const char *open = strchr(word, '{'), *close = open ? strchr(open, '}') : NULL;
	char *expression;

	text->prefix = strdup(word);
	text->suffix = strdup(close ? close + 1 : "");
	text->number = words_number(words, "0");
	if (close) {
		text->prefix[open - word] = '\0';
		expression = strndup(open + 1, (size_t)(close - open - 1));
		text->number = words_number(words, expression);
		free(expression);
	}
	return text;
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* One address for equal texts; TEXT is copied if it is new. */
static const char *interned(const char *text)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static void *tree;
	const char *found;
	void *node;

	pthread_mutex_lock(&lock);
	node = tfind(text, &tree, compare);
	if (!node)
		node = tsearch(strdup(text), &tree, compare);
	found = *(const char *const *)node;
	pthread_mutex_unlock(&lock);
	return found;
}

const char *text_value(struct text *text, const struct variables *variables)
{
	int64_t value = expression_value(&text->number, variables);
	bool is_cached = value >= 0 && value < NAME_CACHE && !script.has_private_names;
	const char *found = is_cached ? text->cache[value] : NULL;
	char *whole = NULL;
	int length;

	if (found)
		return found;
	if (text->number.is_constant)
		length = asprintf(&whole, "%s%s", text->prefix, text->suffix);
	else
		length = asprintf(&whole, "%s%lld%s", text->prefix, (long long)value, text->suffix);
	if (length < 0)
		abort();
	if (script.has_private_names)
		return whole;
	found = interned(whole);
	free(whole);
	if (is_cached)
		text->cache[value] = found;
	return found;
}
