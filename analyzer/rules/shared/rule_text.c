/* SPDX-License-Identifier: MIT */
/* The texts of rules, and the filling of their {names}. Any thread. */
#include "rules/shared/rule_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct section rule_sections[RULE_SECTIONS] = {
#define SECTION(name, heading, kind) { heading, SECTION_##kind },
#include "rules/shared/sections.def"
#undef SECTION
};

const struct rule_text rule_texts[] = {
#include "rule_texts.inc"
	{ .id = NULL },
};
const struct rule_text *const shared_text = &rule_texts[0]; /* embedded first: analyzer.am */

struct rule_text rule_text(const struct rule *rule)
{
	for (size_t i = 0; rule_texts[i].id; i++)
		if (strcmp(rule_texts[i].id, rule->id) == 0)
			return rule_texts[i];
	return (struct rule_text){ .id = rule->id, .title = rule->id };
}

const char *rule_title(const struct rule *rule)
{
	return rule_text(rule).title;
}

static const char *note_of(const struct rule_note *list, const char *name)
{
	for (; list && list->name; list++)
		if (strcmp(list->name, name) == 0)
			return list->text;
	return NULL;
}

const char *rule_note(const struct rule *rule, enum rule_section section, const char *name)
{
	const char *own = note_of(rule_text(rule).lists[section], name);

	return own ? own : note_of(shared_text->lists[section], name);
}

/* ---- {names} ---- */

const char *threshold_format(char text[FORMAT_MAX], const struct threshold *threshold)
{
	if (strcmp(threshold->unit, "ns") == 0)
		snprintf(text, FORMAT_MAX, "%.10g us", threshold->value / 1e3);
	else
		snprintf(text, FORMAT_MAX, "%.10g %s", threshold->value, threshold->unit);
	return text;
}

static const struct threshold *find_threshold(const struct rule *rule, const char *name)
{
	for (int i = 0; i < RULE_TABLES_MAX && rule->thresholds[i]; i++)
		for (const struct threshold *t = rule->thresholds[i]; t->name; t++)
			if (strcmp(t->name, name) == 0)
				return t;
	return NULL;
}

enum { NESTED_MAX = 4 }; /* sentences that stand for sentences: more is a circle */

static void fill(FILE *stream, const struct rule *rule, const char *text, int depth);

/* What {NAME} stands for; the name itself where it stands for nothing. */
static void fill_name(FILE *stream, const struct rule *rule, const char *name, int depth)
{
	const struct threshold *threshold = find_threshold(rule, name);
	const char *sentence = note_of(shared_text->lists[RULE_SENTENCES], name);

	if (threshold)
		fputs(threshold_format(FORMAT, threshold), stream);
	else if (sentence && depth < NESTED_MAX)
		fill(stream, rule, sentence, depth + 1);
	else
		fprintf(stream, "{%s}", name);
}

static void fill(FILE *stream, const struct rule *rule, const char *text, int depth)
{
	const char *begin, *end;
	char name[64];

	while ((begin = strchr(text, '{')) && (end = strchr(begin, '}')) &&
	       end - begin <= (int)sizeof name) {
		fwrite(text, 1, (size_t)(begin - text), stream);
		snprintf(name, sizeof name, "%.*s", (int)(end - begin - 1), begin + 1);
		fill_name(stream, rule, name, depth);
		text = end + 1;
	}
	fputs(text, stream);
}

char *rule_fill(const struct rule *rule, const char *text)
{
	char *filled = NULL;
	size_t length;
	FILE *stream = open_memstream(&filled, &length);

	if (!stream)
		return NULL;
	fill(stream, rule, text, 0);
	if (fclose(stream) == 0)
		return filled;
	free(filled);
	return NULL;
}

char *rule_section(const struct rule *rule, enum rule_section section)
{
	const char *text = rule_text(rule).sections[section];

	if (!text)
		return NULL;
	return rule_sections[section].kind == SECTION_CODE ? strdup(text) : rule_fill(rule, text);
}
