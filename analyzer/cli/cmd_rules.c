/* SPDX-License-Identifier: MIT */
/*
 * warpwise rules: the rule reference: what each rule means, how it decides and why at these
 * thresholds, how to fix what it finds, and how the gain is predicted. All of it from struct rule.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "rules/shared/rule.h"
#include "cli/rule_list.h"
#include "base/terminal.h"
#include "print/table.h"

enum { FORMAT_IS_TEXT, FORMAT_IS_MARKDOWN, FORMAT_IS_JSON };
static const char *const formats[] = { "text", "markdown", "json", NULL };

enum { BESIDE_WIDTH = 60 }; /* from this width on, the list has severities */

static int option_format;

/* ---- the list ---- */

/* For people: titles are wrapped, where a table would cut them. */
static void print_titles(void)
{
	int width = terminal_text_width(stdout), id_width = 0, used;

	for (size_t i = 0; rules[i]; i++)
		if ((int)strlen(rules[i]->id) > id_width)
			id_width = (int)strlen(rules[i]->id);
	for (size_t i = 0; rules[i]; i++) {
		printf("%s%-*s%s  ", color_begin(stdout, COLOR_NAME), id_width, rules[i]->id,
		       color_end(stdout));
		used = id_width + 2;
		if (width >= BESIDE_WIDTH)
			used += printf("%-7s  ", finding_severities[rules[i]->severity]);
		text_wrap_from(stdout, rules[i]->title, used, width, used);
	}
	printf("\n%sMore on one: warpwise rules ID%s\n", color_begin(stdout, COLOR_DIM),
	       color_end(stdout));
}

static bool is_wanted(const struct rule *rule, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (strcmp(argv[i], rule->id) == 0)
			return true;
	return argc == 0;
}

static int print_json(int argc, char **argv)
{
	static const struct table_column columns[] = {
		{ "id", NULL, TABLE_NAME, 0 },
		{ "severity", NULL, TABLE_NAME, 0 },
		{ "gain", NULL, TABLE_NAME, 0 },
		{ "title", NULL, TABLE_NAME, 0 },
	};
	struct table *table = table_new(columns, sizeof columns / sizeof *columns);
	int err = table ? 0 : -ENOMEM;

	for (size_t i = 0; rules[i] && !err; i++)
		if (is_wanted(rules[i], argc, argv))
			err = table_add(table,
			                (struct table_cell[]){
			                        { .text = rules[i]->id },
			                        { .text = finding_severities[rules[i]->severity] },
			                        { .text = rules[i]->fix ? "predicted" : NULL },
			                        { .text = rules[i]->title },
			                });
	if (!err)
		err = table_print(table, stdout, TABLE_JSON);
	table_free(table);
	if (err) {
		cmd_error("cannot print: %s", strerror(-err));
		return STATUS_FAILED;
	}
	return STATUS_OK;
}

/* ---- the sections of a rule ---- */

static const char *meaning_of(const struct rule *rule)
{
	return rule->meaning;
}

static const char *decision_of(const struct rule *rule)
{
	return rule->decision;
}

static const char *fix_of(const struct rule *rule)
{
	return rule->fix_text;
}

static const char *before_of(const struct rule *rule)
{
	return rule->before;
}

static const char *after_of(const struct rule *rule)
{
	return rule->after;
}

static const char *prediction_of(const struct rule *rule)
{
	return rule->prediction;
}

/* A line in COLOR, wrapped behind INDENT. */
static void print_line(int indent, enum color color, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

static void print_line(int indent, enum color color, const char *format, ...)
{
	va_list arguments;
	char *text;

	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		text = NULL;
	va_end(arguments);
	fputs(color_begin(stdout, color), stdout);
	text_wrap(stdout, text ? text : "", indent, terminal_text_width(stdout));
	fputs(color_end(stdout), stdout);
	free(text);
}

/* "2000 ns: because ...", each as a paragraph or an item. */
static void print_thresholds(const struct rule *rule)
{
	bool is_markdown = option_format == FORMAT_IS_MARKDOWN;

	for (const struct rule_threshold *t = rule->thresholds; t && t->name; t++) {
		if (is_markdown) {
			printf("- **%s**: %.10g %s. %s\n", t->name, t->value, t->unit, t->reason);
			continue;
		}
		print_line(2, COLOR_NAME, "%s: %.10g %s", t->name, t->value, t->unit);
		text_wrap(stdout, t->reason, 6, terminal_text_width(stdout));
	}
	if (is_markdown && rule->thresholds && rule->thresholds->name)
		putchar('\n');
}

static const struct section {
	const char *heading;
	const char *(*text_of)(const struct rule *rule);
	void (*print_more)(const struct rule *rule);
	bool is_code;
} sections[] = {
	{ "What it means", meaning_of, NULL, false },
	{ "How it is decided", decision_of, print_thresholds, false },
	{ "How to fix it", fix_of, NULL, false },
	{ "Before", before_of, NULL, true },
	{ "After", after_of, NULL, true },
	{ "How the gain is predicted", prediction_of, NULL, false },
};

/* Each line of TEXT behind PREFIX, never wrapped. */
static void print_lines(const char *text, const char *prefix)
{
	while (*text) {
		int length = (int)strcspn(text, "\n");

		printf("%s%.*s\n", length ? prefix : "", length, text);
		text += length + (text[length] == '\n');
	}
}

static void print_section(const struct rule *rule, const struct section *section)
{
	const char *text = section->text_of(rule);

	if (!text || !*text)
		return;
	if (option_format == FORMAT_IS_MARKDOWN) {
		printf("### %s\n\n", section->heading);
		if (section->is_code)
			fputs("```cuda\n", stdout);
		print_lines(text, "");
		fputs(section->is_code ? "```\n\n" : "\n", stdout);
	} else {
		printf("\n%s%s%s\n", color_begin(stdout, COLOR_HEADING), section->heading,
		       color_end(stdout));
		if (section->is_code)
			print_lines(text, "    ");
		else
			text_wrap(stdout, text, 2, terminal_text_width(stdout));
	}
	if (section->print_more)
		section->print_more(rule);
}

static void print_rule(const struct rule *rule)
{
	if (option_format == FORMAT_IS_MARKDOWN)
		printf("## %s\n\n%s. Severity: %s.\n\n", rule->id, rule->title,
		       finding_severities[rule->severity]);
	else
		print_line(0, COLOR_NAME, "%s: %s (%s)", rule->id, rule->title,
		           finding_severities[rule->severity]);
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		print_section(rule, &sections[i]);
}

/* The whole reference, with what holds for every rule. */
static void print_reference(void)
{
	printf("# The rules of warpwise\n\n"
	       "Made by `warpwise rules --format markdown`. A finding is ranked by the gain that "
	       "its fix is\n"
	       "predicted to have: the recorded run is replayed with the fix, and compared with "
	       "the replay of\n"
	       "the run as it was, so that the model's own error cancels. That this one comes out "
	       "as recorded shows\n"
	       "that the run was understood, not that the prediction is right: it assumes that "
	       "what a fix does not\n"
	       "change takes as long as it did. Kernels that come to share the GPU are no slower "
	       "in it, though they\n"
	       "may want the same caches and memory, and the host keeps its pace. What a rule "
	       "assumes on top is told\n"
	       "with it. Findings of one rule about the same subject are one. For every rule:\n\n"
	       "- A finding that is predicted to win, or else cost, less than %g %% of the run or "
	       "%d ns is left\n"
	       "  out: no series of runs would show it. The times of one program differ by about 1 "
	       "%% from\n"
	       "  run to run, and a single launch takes about 2 us to start and varies by as "
	       "much.\n"
	       "- One below %g %% of the run is a note at most. Only errors stay whatever they "
	       "cost.\n"
	       "- In a long trace with many findings, only the costliest are replayed, as many as "
	       "fit into\n"
	       "  %d million calls and operations, and at least %d; the others say so.\n\n",
	       100 * FINDING_NOISE_SHARE, FINDING_NOISE_NS, 100 * FINDING_NOTE_SHARE,
	       FINDING_REPLAY_STEPS / 1000000, FINDING_REPLAYS_MIN);
	printf("| rule | severity | finds |\n|---|---|---|\n");
	for (size_t i = 0; rules[i]; i++)
		printf("| [%s](#%s) | %s | %s |\n", rules[i]->id, rules[i]->id,
		       finding_severities[rules[i]->severity], rules[i]->title);
	putchar('\n');
	for (size_t i = 0; rules[i]; i++)
		print_rule(rules[i]);
}

static int run(int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (!rule_find(argv[i]))
			return rule_unknown(argv[i]);
	if (argc == 0 && option_format == FORMAT_IS_MARKDOWN)
		print_reference();
	else if (option_format == FORMAT_IS_JSON)
		return print_json(argc, argv);
	else if (argc == 0)
		print_titles();
	for (int i = 0; i < argc; i++) {
		if (i && option_format == FORMAT_IS_TEXT)
			fputs("\n\n", stdout);
		print_rule(rule_find(argv[i]));
	}
	return STATUS_OK;
}

static const struct cmd_option options[] = {
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "How to print; markdown without ID prints the whole reference, json is a list "
	          "of titles",
	  .initial = "text",
	  .choices = formats,
	  .choice = &option_format },
	{ .name = NULL },
};

const struct cmd cmd_rules = {
	.name = "rules",
	.summary = "list the rules, or explain one",
	.arguments = "[ID]...",
	.description = "Lists the rules that warpwise analyze checks. With an ID: what the rule "
	               "means, how it is decided and why its thresholds are what they are, how to "
	               "fix what it finds, and how the gain is predicted.",
	.examples = "warpwise rules\n"
	            "warpwise rules false-dependency\n"
	            "warpwise rules --format markdown >rules.md",
	.options = options,
	.max_arguments = -1,
	.argument_kind = KIND_RULE,
	.run = run,
};
