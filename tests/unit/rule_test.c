/* SPDX-License-Identifier: MIT */
/* The rules as data: their texts, their thresholds, and the order in which they run. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_library.h"
#include "rules/shared/rule_text.h"
#include "suite.h"

enum { NESTED_MAX = 4 }; /* sentences in sentences */

/* What holds for every rule, with the thresholds that its text names. */
static const struct rule every = { .id = "shared", .thresholds = { finding_thresholds } };

/* Whether the rule's text, or a sentence in it, has {NAME}. */
static bool mentions(const struct rule *rule, const char *name, int depth)
{
	const struct rule_text text = rule_text(rule);
	const struct rule_note *sentence = shared_text->lists[RULE_SENTENCES];
	char braced[64];

	snprintf(braced, sizeof braced, "{%s}", name);
	for (int i = 0; i < RULE_SECTIONS; i++)
		if (text.sections[i] && strstr(text.sections[i], braced))
			return true;
	for (; sentence->name && depth < NESTED_MAX; sentence++)
		if (strstr(sentence->text, braced) && mentions(rule, sentence->name, depth + 1))
			return true;
	return false;
}

static bool has_threshold(const struct rule *rule, const char *name)
{
	for (int i = 0; i < RULE_TABLES_MAX && rule->thresholds[i]; i++)
		for (const struct threshold *t = rule->thresholds[i]; t->name; t++)
			if (strcmp(t->name, name) == 0)
				return true;
	return false;
}

START_TEST(every_rule_has_a_text)
{
	for (size_t i = 0; rules[i]; i++)
		ck_assert_str_ne(rule_title(rules[i]), rules[i]->id);
}
END_TEST

START_TEST(every_text_has_a_rule)
{
	ck_assert_str_eq(shared_text->id, "shared");
	for (size_t i = 1; rule_texts[i].id; i++)
		ck_assert_msg(rule_find(rule_texts[i].id), "%s", rule_texts[i].id);
}
END_TEST

START_TEST(thresholds_have_reasons_and_are_said)
{
	for (size_t i = 0; rules[i]; i++)
		for (int j = 0; j < RULE_TABLES_MAX && rules[i]->thresholds[j]; j++)
			for (const struct threshold *t = rules[i]->thresholds[j]; t->name; t++) {
				const char *note = rule_note(rules[i], RULE_THRESHOLDS, t->name);

				ck_assert_msg(note && strlen(note) > 20, "%s: no reason for %s",
				              rules[i]->id, t->name);
				ck_assert_msg(mentions(rules[i], t->name, 0),
				              "%s does not say {%s}", rules[i]->id, t->name);
			}
	for (const struct threshold *t = finding_thresholds; t->name; t++)
		ck_assert_msg(mentions(&every, t->name, 0), "nobody says {%s}", t->name);
}
END_TEST

START_TEST(reasons_have_thresholds)
{
	for (size_t i = 0; rules[i]; i++) {
		const struct rule_note *note = rule_text(rules[i]).lists[RULE_THRESHOLDS];

		for (; note && note->name; note++)
			ck_assert_msg(has_threshold(rules[i], note->name), "%s has no threshold %s",
			              rules[i]->id, note->name);
	}
	for (const struct rule_note *n = shared_text->lists[RULE_THRESHOLDS]; n->name; n++) {
		bool is_used = false;

		for (size_t i = 0; rules[i]; i++)
			is_used |= has_threshold(rules[i], n->name) &&
			           rule_note(rules[i], RULE_THRESHOLDS, n->name) == n->text;
		ck_assert_msg(is_used, "no rule has the threshold %s", n->name);
	}
	for (const struct rule_note *n = shared_text->lists[RULE_SENTENCES]; n->name; n++) {
		bool is_used = false;

		for (size_t i = 0; rules[i]; i++)
			is_used |= mentions(rules[i], n->name, 0);
		ck_assert_msg(is_used, "no rule says {%s}", n->name);
	}
}
END_TEST

/* Whether KIND is a kind of library. */
static bool is_kind(const char *kind)
{
	for (int i = 0; i <= LIBRARY_COMMUNICATION; i++)
		if (strcmp(library_kind_name((enum library_kind)i), kind) == 0)
			return true;
	return false;
}

START_TEST(advice_for_libraries_is_for_a_kind)
{
	size_t count = 0;

	for (size_t i = 0; rules[i]; i++) {
		const struct rule_note *n = rule_text(rules[i]).lists[RULE_LIBRARIES];

		for (; n && n->name; n++, count++)
			ck_assert_msg(is_kind(n->name), "%s: %s", rules[i]->id, n->name);
	}
	ck_assert_uint_gt(count, 0);
}
END_TEST

static void check_filled(const struct rule *rule, const char *text)
{
	char *filled = rule_fill(rule, text);

	ck_assert_ptr_nonnull(filled);
	ck_assert_msg(!strchr(filled, '{'), "%s: what does a name stand for in: %s", rule->id,
	              filled);
	free(filled);
}

START_TEST(no_name_stays)
{
	check_filled(&every, shared_text->sections[RULE_PREAMBLE]);
	for (size_t i = 0; rules[i]; i++) {
		const struct rule_text text = rule_text(rules[i]);

		for (int s = 0; s < RULE_SECTIONS; s++) {
			if (text.sections[s] && rule_sections[s].kind == SECTION_TEXT)
				check_filled(rules[i], text.sections[s]);
			for (const struct rule_note *n = text.lists[s]; n && n->name; n++)
				check_filled(rules[i], n->text);
		}
	}
}
END_TEST

START_TEST(names_are_filled)
{
	static const struct threshold table[] = { { "wait", 2500, "ns" },
		                                  { "part", 0.5, "%" },
		                                  { "row", 10, "launches" },
		                                  { .name = NULL } };
	static const struct rule rule = { .id = "no-text", .thresholds = { table } };
	static const struct {
		const char *text, *filled;
	} cases[] = {
		{ "", "" },
		{ "from {wait} on", "from 2.5 us on" },
		{ "{part}{row}", "0.5 %10 launches" },
		{ "{unknown} and {row", "{unknown} and {row" },
		{ "{}", "{}" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char *filled = rule_fill(&rule, cases[i].text);

		ck_assert_str_eq(filled, cases[i].filled);
		free(filled);
	}
	ck_assert_str_eq(rule_title(&rule), "no-text");
	ck_assert_ptr_null(rule_section(&rule, RULE_MEANING));
}
END_TEST

static bool is_among(const struct rule *const *list, size_t count, const struct rule *rule)
{
	for (size_t i = 0; i < count; i++)
		if (list[i] == rule)
			return true;
	return false;
}

enum { RULES_MAX = 256 };

/* LIST comes out with all its rules, each behind those that it yields to. */
static void check_order(const struct rule *const *list, size_t count)
{
	const struct rule *ordered[RULES_MAX];

	ck_assert(rules_order(list, ordered));
	ck_assert_ptr_null(ordered[count]);
	for (size_t i = 0; i < count; i++) {
		ck_assert(is_among(ordered, count, list[i]));
		for (int y = 0; y < RULE_YIELDS_MAX && ordered[i]->yields_to[y]; y++) {
			const struct rule *before = rule_find(ordered[i]->yields_to[y]);

			ck_assert_msg(before && is_among(ordered, i, before), "%s yields to %s",
			              ordered[i]->id, ordered[i]->yields_to[y]);
		}
	}
}

START_TEST(rules_run_behind_those_they_yield_to)
{
	const struct rule *reversed[RULES_MAX];
	size_t count = 0;

	while (rules[count])
		count++;
	ck_assert_uint_lt(count, RULES_MAX);
	for (size_t i = 0; i < count; i++)
		reversed[i] = rules[count - 1 - i];
	reversed[count] = NULL;
	check_order(rules, count);
	check_order(reversed, count);
}
END_TEST

START_TEST(circles_are_a_mistake)
{
	static const struct rule egg = { .id = "egg", .yields_to = { "hen" } };
	static const struct rule hen = { .id = "hen", .yields_to = { "egg" } };
	static const struct rule cock = { .id = "cock", .yields_to = { "dog" } };
	static const struct rule *const circle[] = { &egg, &hen, NULL };
	static const struct rule *const unknown[] = { &cock, NULL };
	const struct rule *ordered[3];

	ck_assert(!rules_order(circle, ordered));
	ck_assert(ordered[0] == &egg && ordered[1] == &hen && !ordered[2]);
	ck_assert(!rules_order(unknown, ordered));
	ck_assert(ordered[0] == &cock && !ordered[1]);
}
END_TEST

int main(void)
{
	TCase *tests = tcase_create("rules");
	Suite *suite = suite_create("rules");

	suite_add_tcase(suite, tests);
	tcase_add_test(tests, every_rule_has_a_text);
	tcase_add_test(tests, every_text_has_a_rule);
	tcase_add_test(tests, thresholds_have_reasons_and_are_said);
	tcase_add_test(tests, reasons_have_thresholds);
	tcase_add_test(tests, advice_for_libraries_is_for_a_kind);
	tcase_add_test(tests, no_name_stays);
	tcase_add_test(tests, names_are_filled);
	tcase_add_test(tests, rules_run_behind_those_they_yield_to);
	tcase_add_test(tests, circles_are_a_mistake);
	return run_suite(suite);
}
