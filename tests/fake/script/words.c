/* SPDX-License-Identifier: MIT */
/* Takes a line of a script apart. */
#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cupti/record.h"
#include "script.h"

void words_mistake(const struct words *words, const char *what, const char *word)
{
	dprintf(STDERR_FILENO, "fake libcupti: %s: %s: %s\n", words->where, what, word);
	abort();
}

void *allocate_zeroed(size_t size)
{
	void *memory = calloc(1, size);

	if (!memory)
		abort();
	return memory;
}

void words_split(char *line, struct words *words)
{
	char *to = line;

	words->count = 0;
	while (*line) {
		bool is_quoted = false;

		line += strspn(line, " \t\r\n");
		if (!*line || *line == '#')
			return;
		if (words->count == WORDS_MAX)
			words_mistake(words, "too many words", line);
		words->word[words->count++] = to;
		for (; *line && (is_quoted || !strchr(" \t\r\n", *line)); line++) {
			if (*line == '"')
				is_quoted = !is_quoted;
			else
				*to++ = *line;
		}
		if (*line)
			line++;
		*to++ = '\0';
	}
}

const char *words_argument(const struct words *words, int i)
{
	if (i >= words->count)
		words_mistake(words, "an argument is missing", words->word[0]);
	return words->word[i];
}

const char *words_value(const struct words *words, const char *key)
{
	size_t length = strlen(key);

	for (int i = 1; i < words->count; i++)
		if (strncmp(words->word[i], key, length) == 0 && words->word[i][length] == '=')
			return words->word[i] + length + 1;
	return NULL;
}

void words_check_keys(const struct words *words, const struct field *fields)
{
	for (int i = 1; i < words->count; i++) {
		bool is_known = false;

		for (const struct field *field = fields; field->name; field++) {
			size_t length = strlen(field->name);

			if (strncmp(words->word[i], field->name, length) == 0 &&
			    words->word[i][length] == '=')
				is_known = true;
		}
		if (!is_known)
			words_mistake(words, "no such field", words->word[i]);
	}
}

struct expression words_number(const struct words *words, const char *text)
{
	struct expression number;

	if (expression_parse(&number, text, script.epoch))
		words_mistake(words, "not an expression", text);
	return number;
}

int64_t words_constant(const struct words *words, const char *text)
{
	struct expression number = words_number(words, text);
	struct variables none = { { 0 } };

	if (!number.is_constant)
		words_mistake(words, "must be constant", text);
	return expression_value(&number, &none);
}
