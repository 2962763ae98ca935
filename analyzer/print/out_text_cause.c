/* SPDX-License-Identifier: MIT */
/* What a finding is about, as the first lines say it behind its rule's name. Any thread. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "print/out_text_parts.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"

enum {
	HEADLINE_MAX = 200, /* bytes: a longer one is no line to begin with, */
	CLAUSE_MIN = 40,    /* ... and what of it stands before a colon must say enough */
	SUBJECTS_MAX = 3,   /* of findings that are one line */
};

/* Titles begin with a capital, which a name that is written in capitals keeps. */
static void name_title(char text[CAUSE_MAX], const struct rule *rule)
{
	const char *title = rule_title(rule);

	snprintf(text, CAUSE_MAX, "%c%s",
	         islower((unsigned char)title[1]) || title[1] == ' ' ? tolower(*title) : *title,
	         title + 1);
}

/* ", at heat.cu:173", unless the headline has a place. */
static void name_place(char *text, size_t size, const struct report_finding *finding)
{
	const char *name = text_file_name(finding->file);

	*text = '\0';
	if (name && *name && finding->line > 0 && !strstr(finding->headline, name))
		snprintf(text, size, ", at %.80s:%d", name, finding->line);
}

/* How much of HEADLINE, in bytes, is a line to begin with: all, or what stands before the places in
 * code. 0: nothing. */
static size_t beginning_of(const char *headline)
{
	const size_t length = strlen(headline);
	const char *colon = strstr(headline, ": ");
	const size_t clause = colon ? (size_t)(colon - headline) : 0;

	return length <= HEADLINE_MAX                           ? length
	       : clause >= CLAUSE_MIN && clause <= HEADLINE_MAX ? clause
	                                                        : 0;
}

const char *name_cause(char text[CAUSE_MAX], const struct report_finding *finding)
{
	const size_t said = beginning_of(finding->headline);
	char place[128];

	name_place(place, sizeof place, finding);
	if (!said) {
		name_title(text, finding->rule);
		strncat(text, place, CAUSE_MAX - strlen(text) - 1);
	} else {
		snprintf(text, CAUSE_MAX, "%.*s%s", (int)said, finding->headline, place);
	}
	return text;
}

const char *name_causes(char text[CAUSE_MAX], const struct report *report,
                        bool (*is_one)(const struct report *, const struct report_finding *))
{
	const char *subjects[SUBJECTS_MAX];
	size_t count = 0, used;

	name_title(text, report->findings->rule);
	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if (!is_one(report, f) || !*f->subject)
			continue;
		if (count == SUBJECTS_MAX)
			return text; /* the findings below name them all */
		subjects[count++] = f->subject;
	}
	used = strlen(text);
	for (size_t i = 0; i < count && used < CAUSE_MAX; i++)
		used += (size_t)snprintf(text + used, CAUSE_MAX - used, "%s%.120s%s",
		                         i == 0           ? " ("
		                         : i + 1 == count ? " and "
		                                          : ", ",
		                         subjects[i], i + 1 == count ? ")" : "");
	return text;
}

const char *name_condition(char text[CONDITION_MAX], const struct report_finding *finding)
{
	*text = '\0';
	if (finding->condition)
		snprintf(text, CONDITION_MAX, ", if %s", finding->condition);
	return text;
}
