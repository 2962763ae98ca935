/* SPDX-License-Identifier: MIT */
/*
 * A rule: one file in rules/, one line in rules.am. Its id names everything that belongs to it:
 *   false-dependency  rules/false_dependency.c  tests/rules/false-dependency/
 * samples/false_dependency.cu The rule reference (`warpwise rules ID`) is printed from this struct.
 */
#ifndef WARPWISE_RULE_H
#define WARPWISE_RULE_H

#include "rules/shared/finding.h"

/* A number that decides, published with its reason. */
struct rule_threshold {
	const char *name; /* "wait" */
	double value;
	const char *unit;   /* "ns", "%", "launches" ... */
	const char *reason; /* why this value; where another tool publishes one, its name */
};

struct rule {
	const char *id;                 /* "false-dependency" */
	const char *title;              /* "False dependency between streams" */
	enum finding_severity severity; /* default; a finding may change its own */
	/* Texts for the reference: paragraphs, wrapped when printed. */
	const char *meaning;        /* what it means, for somebody who never heard of it */
	const char *decision;       /* how it is decided, thresholds by name */
	const char *fix_text;       /* how to fix it */
	const char *before, *after; /* code, as short as possible */
	const char *prediction;     /* how the gain is predicted, and the limits of that */
	const struct rule_threshold *thresholds; /* ends with a NULL name; NULL: none */

	/*
	 * Looks for the anti-pattern and adds findings: one for equal causes. MUST be silent when
	 * there is nothing to gain. MUST abstain with a reason when the trace lacks what it needs.
	 * Runs in time linear in the trace.
	 */
	void (*check)(struct check *check);
	/*
	 * Writes what fixing FINDING would change into SCENARIO, which may hold other fixes
	 * already. NULL: no honest prediction is possible (the finding says why).
	 */
	void (*fix)(const struct check *check, const struct finding *finding,
	            struct scenario *scenario);
};

/* All rules, in the order of rules.am; then NULL. */
extern const struct rule *const rules[];

/* The rule with this id, or NULL. */
const struct rule *rule_find(const char *id);

#endif
