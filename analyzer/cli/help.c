/* SPDX-License-Identifier: MIT */
/* Prints the help of a verb, or of the program, from its table: wrapped for a terminal, or in
 * roff. */
#include "cli/help.h"

#include <config.h>
#include <ctype.h>
#include <string.h>

#include "cli/options.h"
#include "base/terminal.h"

#define EXIT_STATUS_WITHOUT_TRACE "0: fine. 1: the output could not be written. 2: wrong usage."

enum {
	INDENT = 2,
	OPTION_INDENT = 6,  /* of an option's help that stands below it */
	OPTION_COLUMN = 26, /* of an option's help that stands beside it */
	BESIDE_WIDTH = 70,  /* from this width on it does */
	LABEL_MAX = 96,
	HELP_MAX = 1024,
};

static const char *exit_status_of(const struct cmd *cmd)
{
	if (cmd ? cmd->exit_status : cmd_program.exit_status)
		return cmd ? cmd->exit_status : cmd_program.exit_status;
	if (cmd && cmd->argument_kind != KIND_TRACE)
		return EXIT_STATUS_WITHOUT_TRACE;
	return EXIT_STATUS_WITHOUT_TRACE " 3: an input cannot be used: missing, empty, not a "
	                                 "trace, damaged, or made by a newer warpwise.";
}

/* "-o, --output=PATTERN" into TEXT. */
static const char *label_of(const struct cmd_option *option, char text[LABEL_MAX])
{
	char letter[5] = "    ", name[OPTION_NAME_MAX];

	if (option->letter)
		snprintf(letter, sizeof letter, "-%c, ", option->letter);
	snprintf(text, LABEL_MAX, "%s--%s%s%s%s", letter, option_name(option, name),
	         option->alone      ? "[="
	         : option->argument ? "="
	                            : "",
	         option->argument ? option->argument : "", option->alone ? "]" : "");
	return text;
}

/* The whole help of an option: its text, then choices, default and variable in parentheses. */
static const char *help_of(const struct cmd_option *option, char text[HELP_MAX])
{
	char choices[256];
	const char *before = " (";
	int used = snprintf(text, HELP_MAX, "%s", option->help);

	text[0] = (char)toupper((unsigned char)text[0]);
	if (option->choices) {
		used += snprintf(text + used, (size_t)(HELP_MAX - used), "%s%s", before,
		                 option_choices(option->choices, choices, sizeof choices));
		before = "; ";
	}
	if (option->initial && *option->initial) {
		used += snprintf(text + used, (size_t)(HELP_MAX - used), "%sdefault: %s", before,
		                 option->initial);
		before = "; ";
	}
	if (option->alone) {
		used += snprintf(text + used, (size_t)(HELP_MAX - used), "%swithout %s: %s", before,
		                 option->argument, option->alone);
		before = "; ";
	}
	if (option->variable) {
		used += snprintf(text + used, (size_t)(HELP_MAX - used), "%senvironment: %s",
		                 before, option->variable);
		before = "; ";
	}
	if (*before == ';')
		snprintf(text + used, (size_t)(HELP_MAX - used), ")");
	return text;
}

/* ---- options in groups ---- */

struct group_visit {
	int group;
	void (*visit)(const struct cmd_option *option, void *data);
	void *data;
};

static void visit_of_group(const struct cmd_option *option, void *data)
{
	const struct group_visit *v = data;

	if (option->group == v->group)
		v->visit(option, v->data);
}

/* The options of CMD under their headings: HEAD(heading, DATA), then VISIT for each. */
static void each_group(const struct cmd *cmd, void (*head)(const char *heading, void *data),
                       void (*visit)(const struct cmd_option *option, void *data), void *data)
{
	struct group_visit v = { .group = 1, .visit = visit, .data = data };

	for (; cmd && cmd->groups && cmd->groups[v.group]; v.group++) {
		head(cmd->groups[v.group], data);
		options_each(cmd, visit_of_group, &v);
	}
	v.group = 0;
	head(cmd && cmd->groups ? cmd->groups[0] : "Options", data);
	options_each(cmd, visit_of_group, &v);
}

/* ---- for the terminal ---- */

struct help_page {
	FILE *stream;
	int width;
};

static void print_section(const struct help_page *page, const char *heading)
{
	fprintf(page->stream, "\n%s%s:%s\n", color_begin(page->stream, COLOR_HEADING), heading,
	        color_end(page->stream));
}

/* LABEL, and TEXT beside it from COLUMN on, or below it where the page is narrow or the label
 * long. */
static void print_entry(const struct help_page *page, const char *label, const char *text,
                        int column)
{
	int used = INDENT + (int)strlen(label);

	fprintf(page->stream, "%*s%s%s%s", INDENT, "", color_begin(page->stream, COLOR_NAME), label,
	        color_end(page->stream));
	if (page->width < BESIDE_WIDTH) {
		fputc('\n', page->stream);
		text_wrap(page->stream, text, OPTION_INDENT, page->width);
		return;
	}
	if (used + 2 > column) {
		fputc('\n', page->stream);
		used = 0;
	}
	text_wrap_from(page->stream, text, column, page->width, used);
}

static void print_options_heading(const char *heading, void *data)
{
	print_section(data, heading);
}

static void print_option(const struct cmd_option *option, void *data)
{
	print_entry(data, label_of(option, (char[LABEL_MAX]){ 0 }),
	            help_of(option, (char[HELP_MAX]){ 0 }), OPTION_COLUMN);
}

static void print_verbs(const struct help_page *page)
{
	int column = 0;

	for (size_t i = 0; cmds[i]; i++)
		if (!cmds[i]->is_hidden && (int)strlen(cmds[i]->name) > column)
			column = (int)strlen(cmds[i]->name);
	for (size_t i = 0; cmds[i]; i++)
		if (!cmds[i]->is_hidden)
			print_entry(page, cmds[i]->name, cmds[i]->summary, INDENT + column + 2);
}

/* Lines that are commands, to be copied: never wrapped. */
static void print_commands(const struct help_page *page, const char *commands)
{
	for (const char *line = commands; *line; line += strcspn(line, "\n"), line += *line == '\n')
		fprintf(page->stream, "%*s%.*s\n", INDENT, "", (int)strcspn(line, "\n"), line);
}

static void print_usage(const struct help_page *page, const struct cmd *cmd)
{
	char usage[256];

	snprintf(usage, sizeof usage, "Usage: %s %s%s[OPTION]... %s", cmd_program.name,
	         cmd ? cmd->name : "", cmd ? " " : "", cmd ? cmd->arguments : "VERB ...");
	text_wrap(page->stream, usage, 0, page->width);
}

void help_print(FILE *stream, const struct cmd *cmd)
{
	struct help_page page = { stream, terminal_text_width(stream) };

	print_usage(&page, cmd);
	fputc('\n', stream);
	text_wrap(stream, cmd ? cmd->description : cmd_program.description, 0, page.width);
	if (!cmd) {
		print_section(&page, "Verbs");
		print_verbs(&page);
	}
	each_group(cmd, print_options_heading, print_option, &page);
	if (!cmd || cmd->examples) {
		print_section(&page, cmd && !strchr(cmd->examples, '\n') ? "Example" : "Examples");
		print_commands(&page, cmd ? cmd->examples : cmd_program.examples);
	}
	print_section(&page, "Exit status");
	text_wrap(stream, exit_status_of(cmd), INDENT, page.width);
	if (!cmd) {
		char more[128];

		fputc('\n', stream);
		snprintf(more, sizeof more, "'%s VERB --help' says more about a verb.",
		         cmd_program.name);
		text_wrap(stream, more, 0, page.width);
	}
}

/* ---- man pages ---- */

/* LENGTH bytes of TEXT, nothing of which roff takes for a request. */
static void print_roff(FILE *stream, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if ((i == 0 || text[i - 1] == '\n') && (text[i] == '.' || text[i] == '\''))
			fputs("\\&", stream);
		if (text[i] == '\\')
			fputs("\\e", stream);
		else if (text[i] == '-')
			fputs("\\-", stream);
		else
			fputc(text[i], stream);
	}
}

/* Paragraphs as text_wrap() takes them: an empty line parts two, a line that begins with a blank
 * stays as it is. */
static void print_paragraphs(FILE *stream, const char *text)
{
	bool is_fixed = false;

	while (*text) {
		size_t length = strcspn(text, "\n");
		bool want_fixed = *text == ' ' || *text == '\t';

		if (length && want_fixed != is_fixed)
			fputs(want_fixed ? ".RS 2\n.nf\n" : ".fi\n.RE\n", stream);
		if (length)
			is_fixed = want_fixed;
		if (!length)
			fputs(is_fixed ? "" : ".PP", stream);
		else
			print_roff(stream, text + (is_fixed ? strspn(text, " \t") : 0),
			           length - (is_fixed ? strspn(text, " \t") : 0));
		fputc('\n', stream);
		text += length;
		if (*text)
			text++;
	}
	if (is_fixed)
		fputs(".fi\n.RE\n", stream);
}

static void print_roff_entry(FILE *stream, const char *label, const char *text)
{
	fputs(".TP\n.B ", stream);
	print_roff(stream, label, strlen(label));
	fputc('\n', stream);
	print_roff(stream, text, strlen(text));
	fputc('\n', stream);
}

/* The headings of groups; a verb without any has that of the section. */
static void print_roff_heading(const char *heading, void *data)
{
	if (strcmp(heading, "Options") != 0)
		fprintf(data, ".SS %s\n", heading);
}

static void print_roff_option(const struct cmd_option *option, void *data)
{
	const char *label = label_of(option, (char[LABEL_MAX]){ 0 });

	print_roff_entry(data, label + strspn(label, " "), help_of(option, (char[HELP_MAX]){ 0 }));
}

/* The man page of CMD, or of the program, as pages refer to each other. */
static void print_page_name(FILE *stream, const struct cmd *cmd)
{
	fputs("\\fB", stream);
	print_roff(stream, cmd_program.name, strlen(cmd_program.name));
	fprintf(stream, "%s%s\\fP(1)", cmd ? "\\-" : "", cmd ? cmd->name : "");
}

/* TEXT in capitals, as a page's title is written. */
static void print_title(FILE *stream, const char *text)
{
	for (; *text; text++)
		if (*text == '-')
			fputs("\\-", stream);
		else
			fputc(*text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text, stream);
}

static void print_see_also(FILE *stream, const struct cmd *cmd)
{
	const char *before = "";

	fputs(".SH SEE ALSO\n", stream);
	if (cmd) {
		print_page_name(stream, NULL);
		before = ", ";
	}
	for (size_t i = 0; cmds[i]; i++)
		if (cmds[i] != cmd && !cmds[i]->is_hidden) {
			fputs(before, stream);
			print_page_name(stream, cmds[i]);
			before = ",\n";
		}
	fputc('\n', stream);
}

static void print_roff_files(FILE *stream)
{
	fputs(".SH FILES\n", stream);
	for (const struct cmd_file *file = cmd_program.files; file->path; file++)
		print_roff_entry(stream, file->path, file->what);
}

void help_print_man(FILE *stream, const struct cmd *cmd)
{
	fprintf(stream, ".\\\" Generated by %s manual\n.TH ", cmd_program.name);
	print_title(stream, cmd_program.name);
	if (cmd) {
		fputs("\\-", stream);
		print_title(stream, cmd->name);
	}
	fprintf(stream, " 1 \"\" \"warpwise %s\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n",
	        PACKAGE_VERSION);
	print_roff(stream, cmd_program.name, strlen(cmd_program.name));
	fprintf(stream, "%s%s \\- ", cmd ? "\\-" : "", cmd ? cmd->name : "");
	print_roff(stream, cmd ? cmd->summary : cmd_program.summary,
	           strlen(cmd ? cmd->summary : cmd_program.summary));
	fputs("\n.SH SYNOPSIS\n.B ", stream);
	print_roff(stream, cmd_program.name, strlen(cmd_program.name));
	fprintf(stream, "%s%s\n[\\fIOPTION\\fP]...\n", cmd ? " " : "", cmd ? cmd->name : "");
	print_roff(stream, cmd ? cmd->arguments : "VERB ...",
	           strlen(cmd ? cmd->arguments : "VERB ..."));
	fputs("\n.SH DESCRIPTION\n", stream);
	print_paragraphs(stream, cmd ? cmd->description : cmd_program.description);
	if (!cmd) {
		fputs(".SH VERBS\n", stream);
		for (size_t i = 0; cmds[i]; i++)
			if (!cmds[i]->is_hidden)
				print_roff_entry(stream, cmds[i]->name, cmds[i]->summary);
	}
	fputs(".SH OPTIONS\n", stream);
	each_group(cmd, print_roff_heading, print_roff_option, stream);
	if (!cmd || cmd->examples) {
		fputs(".SH EXAMPLES\n.nf\n", stream);
		print_roff(stream, cmd ? cmd->examples : cmd_program.examples,
		           strlen(cmd ? cmd->examples : cmd_program.examples));
		fputs("\n.fi\n", stream);
	}
	fputs(".SH EXIT STATUS\n", stream);
	print_paragraphs(stream, exit_status_of(cmd));
	fputs(".SH ENVIRONMENT\n", stream);
	print_roff_entry(stream, "NO_COLOR",
	                 "No colours, when set to anything but the empty text.");
	print_roff_entry(stream, "COLUMNS", "The width to print in, instead of the terminal's.");
	if (!cmd && cmd_program.files)
		print_roff_files(stream);
	print_see_also(stream, cmd);
}
