/* SPDX-License-Identifier: MIT */
/*
 * A rule: one file in rules/, its text, one line in rules.am. Its id names everything that belongs
 * to it: rules/false_dependency.c, rules/false_dependency.md, tests/rules/false-dependency/,
 * samples/false_dependency.cu. This struct has what decides. What it means, how it is decided, what
 * to do about it stands in the text: rule_text.h.
 */
#ifndef WARPWISE_RULE_H
#define WARPWISE_RULE_H

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

enum { RULE_TABLES_MAX = 13, RULE_YIELDS_MAX = 16 };

struct rule {
	const char *id;                 /* "false-dependency" */
	enum finding_severity severity; /* default; a finding may change its own */
	/* Its own thresholds and those that it shares with others. */
	const struct threshold *thresholds[RULE_TABLES_MAX];
	/*
	 * The rules whose findings it looks at, by id: they run first. This is all the order that
	 * there is among rules. What it does about their findings is its own: most leave to them
	 * what they have explained, see check_finding_of().
	 */
	const char *yields_to[RULE_YIELDS_MAX];

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
	/* The share of the budget that the wait it is about counts as; SHARE_KERNEL: none. */
	enum share wait;
	/* What its findings cost is all that there is to win: a replay that wins more has the host
	 * run ahead in a way that the fix does not. */
	bool cost_limits_gain;
	/* What its findings cost is a count of what goes, and its fix may win more besides: where
	 * others' hints cost so much "at most", these do "about". */
	bool estimates_cost;
	/* Its waits are also other causes': what a finding cost is what the run would not have
	 * taken without this one, as replayed. */
	bool gain_limits_cost;
	/* Its findings say what a kernel waits for or does, and not what is wrong with it. */
	bool is_symptom;
	/* It judges what a kernel's code does, not its launch: a library's kernel that is made with
	 * a functor of the program's, and mostly in it, is the program's own. */
	bool is_about_code;
	/* A finding without prediction is said in that rule's about the same function, if there is
	 * one: it is another side of it. NULL: none. */
	const char *joins;
};

/* All rules, in the order of rules.am; then NULL. */
extern const struct rule *const rules[];

/* The rule with this id, or NULL. */
const struct rule *rule_find(const char *id);

/*
 * LIST, which ends with NULL, into ORDERED, which has room for as much: each rule behind those that
 * it yields to, otherwise in the order of LIST. Rules that yield to one another in a circle, or to
 * an id that is not in the list, are a mistake: false then, and they come anyhow.
 */
bool rules_order(const struct rule *const *list, const struct rule **ordered);

#endif
