/* SPDX-License-Identifier: MIT */
/* The report for people: what to do about a finding. What a finding above says in the same words is
 * not read twice: a few of the words lead there. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "print/out_text_parts.h"
#include "rules/shared/rule.h"

enum {
	REPEATED_BYTES = 160, /* fewer are as quickly read as a pointer to them */
	QUOTED_WORDS = 4,     /* of the beginning and of the end */
};

/* To its full stop, if another sentence or nothing follows. */
static size_t sentence_length(const char *text)
{
	const char *end = text;

	while (*end &&
	       !(end[0] == '.' && (!end[1] || (end[1] == ' ' && isupper((unsigned char)end[2])))))
		end++;
	return (size_t)(end - text) + (*end != '\0');
}

/* Whether FINDING's advice has these words, from the beginning of one. */
static bool has_words(const struct report_finding *finding, const char *words, size_t length)
{
	for (const char *at = finding->advice; (at = memmem(at, strlen(at), words, length)); at++)
		if (at == finding->advice || at[-1] == ' ')
			return true;
	return false;
}

/* The first of the COUNT findings that has these words, and so all of them; COUNT: none does. */
static size_t first_with(const struct report_finding *findings, size_t count, const char *words,
                         size_t length)
{
	size_t i = 0;

	while (i < count && !has_words(&findings[i], words, length))
		i++;
	return i;
}

/* How many bytes of TEXT, whole sentences, finding FIRST says in this order, and none before it. */
static size_t repeated_length(const struct report_finding *findings, size_t first, const char *text)
{
	size_t length = 0, next = 0, sentence;

	while ((sentence = sentence_length(text + next)) > 0 &&
	       has_words(&findings[first], text, next + sentence) &&
	       first_with(findings, first, text + next, sentence) == first) {
		length = next + sentence;
		next = length + (text[length] == ' ');
	}
	return length;
}

/* Writes the beginning and the end of these words. */
static void quote(FILE *stream, const char *words, size_t length)
{
	size_t begin = 0, end = length;

	for (int i = 0; i < QUOTED_WORDS; i++)
		begin += strcspn(words + begin, " ") + 1;
	for (int i = 0; i < QUOTED_WORDS; i++)
		while (end && words[--end] != ' ')
			;
	fprintf(stream, "\"%.*s...%.*s\"", (int)begin, words, (int)(length - end), words + end);
}

/* TEXT, of finding NUMBER, without what findings before it say. New text; NULL without memory. */
static char *say_once(const struct report *report, size_t number, const char *text)
{
	char *said = NULL;
	size_t size, length;
	FILE *stream = open_memstream(&said, &size);

	for (; stream && *text; text += length + (text[length] == ' ')) {
		size_t first, repeated = 0;

		length = sentence_length(text);
		first = first_with(report->findings, number - 1, text, length);
		if (first < number - 1)
			repeated = repeated_length(report->findings, first, text);
		if (repeated >= REPEATED_BYTES) {
			length = repeated;
			fprintf(stream, "As in finding %zu: ", first + 1);
			quote(stream, text, length);
		} else {
			fwrite(text, 1, length, stream);
		}
		if (text[length])
			fputc(' ', stream);
	}
	return stream && fclose(stream) == 0 ? said : NULL;
}

static void print_once(const struct page *page, size_t number, int before, int indent,
                       const char *label, const char *text)
{
	char *said = say_once(page->report, number, text);

	print_fact(page, before, indent, label, "%s", said ? said : text);
	free(said);
}

void print_advice(const struct page *page, size_t number)
{
	const struct report_finding *findings = page->report->findings, *f = &findings[number - 1];
	const int before = FINDING_MARGIN, indent = FINDING_LABEL;

	for (size_t i = 0; i < number - 1; i++)
		if (findings[i].rule == f->rule && strcmp(findings[i].advice, f->advice) == 0) {
			print_fact(page, before, indent, "do", "as finding %zu says", i + 1);
			return;
		}
	if (f->notes_count > 1) {
		print_once(page, number, before, indent, "do", f->general);
		print_fact(page, before, indent, "", "In %s:", f->framework);
		for (size_t i = 0; i < f->notes_count; i++)
			print_once(page, number, indent, indent + 2, "-", f->notes[i]);
	} else {
		print_once(page, number, before, indent, "do", f->advice);
	}
	print_fact(page, before, indent, "more", "warpwise rules %s", f->rule->id);
}
