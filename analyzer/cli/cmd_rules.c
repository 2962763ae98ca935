/* SPDX-License-Identifier: MIT */
/*
 * warpwise rules: the rule reference: what each rule means, how it decides and why at these
 * thresholds, how to fix what it finds, and how the gain is predicted. From the rules' texts.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "graph/constants.h"
#include "kernel/constants.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "cli/rule_list.h"
#include "base/terminal.h"
#include "print/table.h"

enum { FORMAT_IS_TEXT, FORMAT_IS_MARKDOWN, FORMAT_IS_JSON };
static const char *const formats[] = { "text", "markdown", "json", NULL };

enum { BESIDE_WIDTH = 60 }; /* from this width on, the list has severities */

static int option_format;
static bool option_constants;

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
		text_wrap_from(stdout, rule_title(rules[i]), used, width, used);
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
			                        { .text = rule_title(rules[i]) },
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

/* A line in COLOR, wrapped behind INDENT. */
static void print_in(int indent, enum color color, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

static void print_in(int indent, enum color color, const char *format, ...)
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

/* An item: "tail: 20 %" and why, or "barrier" and what it is. VALUE may be "". */
static void print_item(const struct rule *rule, const char *name, const char *value,
                       const char *note)
{
	const char *colon = *value ? ": " : "";
	char *text = rule_fill(rule, note);

	if (option_format == FORMAT_IS_MARKDOWN) {
		printf("- **%s**: %s%s%s\n", name, value, *value ? ". " : "", text ? text : "");
	} else {
		print_in(2, COLOR_NAME, "%s%s%s", name, colon, value);
		text_wrap(stdout, text ? text : "", 6, terminal_text_width(stdout));
	}
	free(text);
}

static void print_thresholds(const struct rule *rule)
{
	for (int i = 0; i < RULE_TABLES_MAX && rule->thresholds[i]; i++)
		for (const struct threshold *t = rule->thresholds[i]; t->name; t++) {
			const char *note = rule_note(rule, RULE_THRESHOLDS, t->name);

			print_item(rule, t->name, threshold_format(FORMAT, t), note ? note : "");
		}
}

static void print_list(const struct rule *rule, enum rule_section section)
{
	const struct rule_text text = rule_text(rule);

	if (section == RULE_THRESHOLDS)
		print_thresholds(rule);
	else
		for (const struct rule_note *note = text.lists[section]; note->name; note++)
			print_item(rule, note->name, "", note->text);
	if (option_format == FORMAT_IS_MARKDOWN)
		putchar('\n');
}

/* Each line of TEXT behind PREFIX, never wrapped. */
static void print_lines(const char *text, const char *prefix)
{
	while (*text) {
		int length = (int)strcspn(text, "\n");

		printf("%s%.*s\n", length ? prefix : "", length, text);
		text += length + (text[length] == '\n');
	}
}

static void print_section_heading(const char *heading)
{
	if (option_format == FORMAT_IS_MARKDOWN)
		printf("### %s\n\n", heading);
	else
		printf("\n%s%s%s\n", color_begin(stdout, COLOR_HEADING), heading,
		       color_end(stdout));
}

static void print_text(const char *text, bool is_code)
{
	if (option_format == FORMAT_IS_MARKDOWN) {
		fputs(is_code ? "```cuda\n" : "", stdout);
		print_lines(text, "");
		fputs(is_code ? "```\n\n" : "\n", stdout);
	} else if (is_code) {
		print_lines(text, "    ");
	} else {
		text_wrap(stdout, text, 2, terminal_text_width(stdout));
	}
}

static bool has_list(const struct rule *rule, enum rule_section section)
{
	return section == RULE_THRESHOLDS ? rule->thresholds[0] != NULL
	                                  : rule_text(rule).lists[section] != NULL;
}

static void print_section(const struct rule *rule, enum rule_section section)
{
	char *text = rule_section(rule, section);

	if (rule_sections[section].kind == SECTION_LIST && has_list(rule, section)) {
		print_section_heading(rule_sections[section].heading);
		print_list(rule, section);
	} else if (text) {
		print_section_heading(rule_sections[section].heading);
		print_text(text, rule_sections[section].kind == SECTION_CODE);
	}
	free(text);
}

static void print_rule(const struct rule *rule)
{
	if (option_format == FORMAT_IS_MARKDOWN)
		printf("## %s\n\n%s. Severity: %s.\n\n", rule->id, rule_title(rule),
		       finding_severities[rule->severity]);
	else
		print_in(0, COLOR_NAME, "%s: %s (%s)", rule->id, rule_title(rule),
		         finding_severities[rule->severity]);
	for (int i = 0; i < RULE_SECTIONS; i++)
		print_section(rule, (enum rule_section)i);
}

/* The whole reference, with what holds for every rule. */
static int print_reference(void)
{
	static const struct rule every = { .id = "shared", .thresholds = { finding_thresholds } };
	char *preamble = rule_section(&every, RULE_PREAMBLE);

	if (!preamble) {
		cmd_error("out of memory");
		return STATUS_FAILED;
	}
	printf("# %s\n\n%s\n\n", rule_title(&every), preamble);
	free(preamble);
	printf("| rule | severity | finds |\n|---|---|---|\n");
	for (size_t i = 0; rules[i]; i++)
		printf("| [%s](#%s) | %s | %s |\n", rules[i]->id, rules[i]->id,
		       finding_severities[rules[i]->severity], rule_title(rules[i]));
	putchar('\n');
	for (size_t i = 0; rules[i]; i++)
		print_rule(rules[i]);
	return STATUS_OK;
}

/* ---- constants ---- */

typedef int constant_fn(void *data, const struct constant *constant);

/* A threshold of RULE as a constant: the rule's text is what it means. */
static int each_threshold(const struct rule *rule, const struct threshold *threshold,
                          constant_fn *visit, void *data)
{
	const char *note = rule_note(rule, RULE_THRESHOLDS, threshold->name);
	char *meaning = rule_fill(rule, note ? note : "");
	char name[NAME_MAX_BYTES];
	struct constant constant = {
		.name = name,
		.value = threshold->value,
		.unit = threshold->unit,
		.meaning = meaning && *meaning ? meaning : rule_title(rule),
		.source = "the rule's text",
		.gpu = "any",
		.samples = "",
	};
	int err;

	snprintf(name, sizeof name, "%s: %s", rule->id, threshold->name);
	for (const struct calibration *c = calibrations; c->rule; c++)
		if (strcmp(c->rule, rule->id) == 0 && strcmp(c->threshold, threshold->name) == 0) {
			constant.source = "recordings, see the rule's text";
			constant.gpu = c->gpu;
			constant.samples = c->samples;
		}
	err = meaning ? visit(data, &constant) : -ENOMEM;
	free(meaning);
	return err;
}

/* All numbers that decide: those of the model, of what is said of kernels and of the rules, then
 * the rules' thresholds. Stops at the first error. */
static int each_constant(constant_fn *visit, void *data)
{
	static const struct constant *const tables[] = { constants, kernel_constants,
		                                         rule_constants, NULL };
	int err = 0;

	for (size_t i = 0; tables[i]; i++)
		for (const struct constant *c = tables[i]; c->name && !err; c++)
			err = visit(data, c);
	for (size_t i = 0; rules[i]; i++)
		for (int k = 0; k < RULE_TABLES_MAX && rules[i]->thresholds[k]; k++)
			for (const struct threshold *t = rules[i]->thresholds[k]; t->name && !err;
			     t++)
				err = each_threshold(rules[i], t, visit, data);
	return err;
}

/* "2500 ns", "0.85 of the rate", "6.3e+10 bytes/s" */
static int print_constant(void *data, const struct constant *c)
{
	const char *samples = *c->samples ? c->samples : "none";

	(void)data;
	if (option_format == FORMAT_IS_MARKDOWN) {
		printf("- **%s**: %g %s. %s. From: %s. GPU: %s. Samples: %s\n", c->name, c->value,
		       c->unit, c->meaning, c->source, c->gpu, samples);
		return 0;
	}
	print_in(0, COLOR_NAME, "%s: %g %s", c->name, c->value, c->unit);
	print_in(2, COLOR_PLAIN, "%s", c->meaning);
	print_in(2, COLOR_DIM, "from: %s", c->source);
	print_in(2, COLOR_DIM, "GPU: %s; samples: %s", c->gpu, samples);
	return 0;
}

static int add_constant(void *table, const struct constant *c)
{
	return table_add(table, (struct table_cell[]){
	                                { .text = c->name },
	                                { .real = c->value },
	                                { .text = c->unit },
	                                { .text = c->meaning },
	                                { .text = c->source },
	                                { .text = c->gpu },
	                                { .text = *c->samples ? c->samples : NULL },
	                        });
}

static int print_constants(void)
{
	static const struct table_column columns[] = {
		{ "name", NULL, TABLE_NAME, 0 },    { "value", NULL, TABLE_REAL, 0 },
		{ "unit", NULL, TABLE_NAME, 0 },    { "meaning", NULL, TABLE_NAME, 0 },
		{ "source", NULL, TABLE_NAME, 0 },  { "gpu", NULL, TABLE_NAME, 0 },
		{ "samples", NULL, TABLE_NAME, 0 },
	};
	struct table *table = table_new(columns, sizeof columns / sizeof *columns);
	int err = table ? 0 : -ENOMEM;

	if (!err && option_format != FORMAT_IS_JSON)
		err = each_constant(print_constant, NULL);
	else if (!err)
		err = each_constant(add_constant, table);
	if (!err && option_format == FORMAT_IS_JSON)
		err = table_print(table, stdout, TABLE_JSON);
	table_free(table);
	if (err)
		cmd_error("cannot print: %s", strerror(-err));
	return err ? STATUS_FAILED : STATUS_OK;
}

static int run(int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (!rule_find(argv[i]))
			return rule_unknown(argv[i]);
	if (option_constants)
		return print_constants();
	if (argc == 0 && option_format == FORMAT_IS_MARKDOWN)
		return print_reference();
	if (option_format == FORMAT_IS_JSON)
		return print_json(argc, argv);
	if (argc == 0)
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
	{ .name = "constants",
	  .help = "The numbers that predictions rest on where a trace does not show its own: "
	          "value, "
	          "source, on which GPU it was found, and which samples it was taken from",
	  .flag = &option_constants },
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
	            "warpwise rules --constants\n"
	            "warpwise rules --format markdown >rules.md",
	.options = options,
	.max_arguments = -1,
	.argument_kind = KIND_RULE,
	.run = run,
};
