/* SPDX-License-Identifier: MIT */
/*
 * What a rule says of itself: rules/NAME.md, which scripts/embed-rules has split into the sections
 * of sections.def. Static texts, except for those with their {names} filled in, which are the
 * caller's to free. Any thread.
 */
#ifndef WARPWISE_RULE_TEXT_H
#define WARPWISE_RULE_TEXT_H

#include <stdbool.h>

#include "base/format.h"
#include "rules/shared/rule.h"

enum rule_section {
#define SECTION(name, heading, kind) RULE_##name,
#include "rules/shared/sections.def"
#undef SECTION
	RULE_SECTIONS
};

enum section_kind { SECTION_TEXT, SECTION_CODE, SECTION_LIST };

extern const struct section {
	const char *heading;
	enum section_kind kind;
} rule_sections[RULE_SECTIONS];

/* An item of a list: "long_scoreboard" "Have more loads under way ...". Lists end with NULL. */
struct rule_note {
	const char *name, *text;
};

struct rule_text {
	const char *id, *title;
	const char *sections[RULE_SECTIONS];          /* TEXT and CODE; NULL: it has none */
	const struct rule_note *lists[RULE_SECTIONS]; /* LIST; NULL: it has none */
};

extern const struct rule_text rule_texts[];       /* ends with a NULL id */
extern const struct rule_text *const shared_text; /* what holds for every rule */

/* The text of RULE; of a rule without one (in tests), a text of its id alone. */
struct rule_text rule_text(const struct rule *rule);
const char *rule_title(const struct rule *rule);

/* What the rule's list says of NAME, or else the shared one; NULL: neither does. As it is
 * written. */
const char *rule_note(const struct rule *rule, enum rule_section section, const char *name);

/* With its unit: "20 %", "2 us", "10 launches". Writes into TEXT and returns it. */
const char *threshold_format(char text[FORMAT_MAX], const struct threshold *threshold);

/*
 * TEXT with the thresholds of RULE and shared sentences in place of their {names}. A name that is
 * neither stays as it is (a test looks for that). NULL without memory.
 */
char *rule_fill(const struct rule *rule, const char *text);

/* The section of RULE, filled; NULL: it has none, or no memory. */
char *rule_section(const struct rule *rule, enum rule_section section);

#endif
