/* SPDX-License-Identifier: MIT */
/*
 * Turns the option table of a verb into argp's and stores what argp finds. Only parsing is left to
 * argp: its help knows neither the terminal's width nor our man pages, so help.c prints that.
 */
#include "cli/options.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/nearest.h"
#include "base/terminal.h"

static const char *const color_choices[] = { "auto", "always", "never", NULL };

bool options_want_help, options_want_version;
int options_color = COLOR_AUTO;

#define COLOR                                                                                 \
	{                                                                                     \
		.name = "color", .argument = "WHEN", .choices = color_choices,                \
		.choice = &options_color, .initial = "auto",                                  \
		.help = "Colour what is printed; auto: on a terminal, unless NO_COLOR is set" \
	}
#define HELP                                                               \
	{                                                                  \
		.name = "help", .letter = 'h', .flag = &options_want_help, \
		.help = "Print this help and exit"                         \
	}

const struct cmd_option options_common[] = { COLOR, HELP, { 0 } };

const struct cmd_option options_global[] = {
	COLOR,
	HELP,
	{ .name = "version",
	  .letter = 'V',
	  .flag = &options_want_version,
	  .help = "Print the version and exit" },
	{ 0 },
};

enum {
	KEY_FIRST = 256
}; /* keys above all letters: argp takes a key that is a character as a short option */

/* Those that were given, on either side of "--". They live until the program ends. */
static struct given {
	const struct cmd_option *option;
} * given;
static size_t given_count;

struct row {
	const struct cmd_option *option;
	char name[OPTION_NAME_MAX];
};

struct parse {
	struct row *rows; /* by position in argp's table */
	int count;
	int first;           /* position of the first argument */
	const char *refused; /* what getopt stopped at */
};

const char *option_name(const struct cmd_option *option, char text[OPTION_NAME_MAX])
{
	size_t i;

	for (i = 0; option->name[i] && i + 1 < OPTION_NAME_MAX; i++)
		text[i] = option->name[i] == '_' ? '-' : option->name[i];
	text[i] = '\0';
	return text;
}

const char *option_choices(const char *const *choices, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; choices[i] && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s",
		                         i == 0           ? ""
		                         : choices[i + 1] ? ", "
		                                          : " or ",
		                         choices[i]);
	return text;
}

int option_percent(const char *name, const char *text, double maximum, double *percent)
{
	char *end;

	*percent = strtod(text, &end);
	if (end != text) {
		end += strspn(end, " ");
		end += *end == '%';
		if (!*end && isfinite(*percent) && *percent >= 0 && *percent <= maximum)
			return 0;
	}
	if (isfinite(maximum))
		return cmd_usage_error("--%s must be a percentage from 0 to %g, as 5%%, not '%s'",
		                       name, maximum, text);
	return cmd_usage_error("--%s must be a percentage, as 5%%, not '%s'", name, text);
}

void options_each(const struct cmd *cmd, void (*visit)(const struct cmd_option *option, void *data),
                  void *data)
{
	const struct cmd_option *option;

	for (option = cmd ? cmd->options : NULL; option && option->name; option++)
		visit(option, data);
	for (option = cmd ? options_common : options_global; option->name; option++)
		visit(option, data);
}

static int store_choice(const struct cmd_option *option, const char *value)
{
	char text[512], name[OPTION_NAME_MAX];

	for (int i = 0; option->choices[i]; i++)
		if (strcmp(option->choices[i], value) == 0) {
			*option->choice = i;
			return 0;
		}
	cmd_usage_error("--%s must be %s, not '%s'", option_name(option, name),
	                option_choices(option->choices, text, sizeof text), value);
	return ECANCELED;
}

static int store_number(const struct cmd_option *option, const char *value)
{
	char name[OPTION_NAME_MAX], *end;
	long long number;

	errno = 0;
	number = strtoll(value, &end, 10);
	if (errno || end == value || *end || number < option->minimum || number > option->maximum) {
		if (option->maximum == INT64_MAX)
			cmd_usage_error("--%s must be a number from %lld on, not '%s'",
			                option_name(option, name), (long long)option->minimum,
			                value);
		else
			cmd_usage_error("--%s must be a number from %lld to %lld, not '%s'",
			                option_name(option, name), (long long)option->minimum,
			                (long long)option->maximum, value);
		return ECANCELED;
	}
	*option->number = number;
	return 0;
}

/* The items live until the program ends, as argv does. */
static int store_item(const struct cmd_option *option, const char *value)
{
	struct cmd_list *list = option->list;
	const char **item = ARRAY_ADD(&list->items, &list->count);

	if (!item) {
		cmd_error("out of memory");
		return ECANCELED;
	}
	*item = value;
	return 0;
}

static int store(const struct cmd_option *option, const char *value)
{
	struct given *place = ARRAY_ADD(&given, &given_count);

	if (!place) {
		cmd_error("out of memory");
		return ECANCELED;
	}
	place->option = option;
	if (option->choice)
		return store_choice(option, value);
	if (option->number)
		return store_number(option, value);
	if (option->list)
		return store_item(option, value);
	if (option->text)
		*option->text = value;
	else
		*option->flag = true;
	return 0;
}

/* What argp calls option I. */
static int key_of(const struct parse *parse, int i)
{
	return parse->rows[i].option->letter ? parse->rows[i].option->letter : KEY_FIRST + i;
}

static error_t parse_one(int key, char *arg, struct argp_state *state)
{
	struct parse *parse = state->input;

	if (key == ARGP_KEY_INIT) {
		state->err_stream = NULL; /* else argp adds its own "Try ..." to getopt's error */
		return 0;
	}
	if (key == ARGP_KEY_ERROR) {
		parse->refused = state->argv[state->next - 1];
		return 0;
	}
	if (key == ARGP_KEY_ARGS) {
		parse->first = state->next;
		return 0;
	}
	for (int i = 0; i < parse->count; i++)
		if (key == key_of(parse, i))
			return store(parse->rows[i].option,
			             arg ? arg : parse->rows[i].option->alone);
	return ARGP_ERR_UNKNOWN;
}

static void count_one(const struct cmd_option *option, void *data)
{
	(void)option;
	++*(int *)data;
}

static void add_one(const struct cmd_option *option, void *data)
{
	struct parse *parse = data;
	struct row *row = &parse->rows[parse->count++];

	row->option = option;
	option_name(option, row->name);
}

/* getopt has said what is wrong; here follows what may have been meant. */
static void say_refused(const struct parse *parse)
{
	const char *nearest = parse->rows[0].name;
	char name[OPTION_NAME_MAX];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(parse->refused, "="), parse->refused);
	if (strncmp(name, "--", 2) != 0) {
		cmd_usage_error(NULL);
		return;
	}
	for (int i = 1; i < parse->count; i++)
		if (edit_distance(name + 2, parse->rows[i].name) < edit_distance(name + 2, nearest))
			nearest = parse->rows[i].name;
	if (is_near(name + 2, nearest) && strcmp(name + 2, nearest) != 0)
		cmd_usage_error("did you mean '--%s'?", nearest);
	else
		cmd_usage_error(NULL);
}

int options_parse(const struct cmd *cmd, int argc, char **argv, int *first)
{
	struct parse parse = { .first = argc };
	struct argp_option *table = NULL;
	struct argp argp = { .parser = parse_one };
	unsigned int flags =
	        ARGP_NO_HELP | ARGP_NO_EXIT | (!cmd || cmd->is_prefix ? ARGP_IN_ORDER : 0);
	int count = 0, err = ENOMEM;

	options_each(cmd, count_one, &count);
	parse.rows = calloc((size_t)count, sizeof *parse.rows);
	table = calloc((size_t)count + 1, sizeof *table);
	if (!parse.rows || !table) {
		cmd_error("out of memory");
		goto out;
	}
	options_each(cmd, add_one, &parse);
	for (int i = 0; i < count; i++) {
		table[i].name = parse.rows[i].name;
		table[i].key = key_of(&parse, i);
		table[i].arg = parse.rows[i].option->argument;
		table[i].flags = parse.rows[i].option->alone ? OPTION_ARG_OPTIONAL : 0;
	}
	argp.options = table;
	err = argp_parse(&argp, argc, argv, flags, NULL, &parse);
	if (err && err != ECANCELED) /* that was store(), which has said it; else it was getopt */
		say_refused(&parse);
	*first = parse.first;
out:
	free(parse.rows);
	free(table);
	return err ? STATUS_USAGE : 0;
}

/* ---- options that do nothing ---- */

static bool is_given(const struct cmd_option *option)
{
	for (size_t i = 0; i < given_count; i++)
		if (given[i].option == option)
			return true;
	return false;
}

/* The option of CMD that a row of its table names, which there is. */
static const struct cmd_option *find_option(const struct cmd *cmd, const char *name)
{
	const struct cmd_option *option = cmd->options;

	while (option->name && strcmp(option->name, name) != 0)
		option++;
	return option;
}

/* Whether WORD is one of WORDS, which have blanks between. */
static bool is_among(const char *word, const char *words)
{
	const size_t length = strlen(word);

	for (const char *at = words; *at; at += strcspn(at, " "), at += *at == ' ')
		if (strncmp(at, word, length) == 0 && (at[length] == ' ' || !at[length]))
			return true;
	return false;
}

/* What the option does nothing without, of which BESIDE is the name: "--format html, --format sarif
 * or --open". */
static const char *needed(const struct cmd_use *use, const char *beside, char *text, size_t size)
{
	const char *at = use->choices ? use->choices : "";
	size_t used = (size_t)snprintf(text, size, "--%s", beside);

	for (bool is_first = true; *at && used < size; is_first = false) {
		const int length = (int)strcspn(at, " ");
		const char *between = !at[length] && !use->or_beside ? " or --" : ", --";

		used += (size_t)snprintf(text + used, size - used, "%s%s %.*s",
		                         is_first ? "" : between, is_first ? "" : beside, length,
		                         at);
		at += length + (at[length] == ' ');
	}
	if (use->or_beside && used < size)
		snprintf(text + used, size - used, " or --%s", use->or_beside);
	return text;
}

/* Says that OPTION does nothing, and why. */
static int say_unused(const struct cmd_use *use, const struct cmd_option *option,
                      const struct cmd_option *beside)
{
	char name[OPTION_NAME_MAX], other[OPTION_NAME_MAX], text[256];

	option_name(option, name);
	option_name(beside, other);
	if (use->is_without)
		return cmd_usage_error("--%s does nothing with --%s", name, other);
	if (use->choices && is_given(beside))
		return cmd_usage_error("--%s does nothing with --%s %s", name, other,
		                       beside->choices[*beside->choice]);
	return cmd_usage_error("--%s does nothing without %s", name,
	                       needed(use, other, text, sizeof text));
}

int options_check_uses(const struct cmd *cmd)
{
	for (const struct cmd_use *use = cmd->uses; use && use->option; use++) {
		const struct cmd_option *option = find_option(cmd, use->option);
		const struct cmd_option *beside = find_option(cmd, use->beside);
		bool is_used = is_given(beside) != use->is_without;

		if (use->choices)
			is_used = is_among(beside->choices[*beside->choice], use->choices);
		if (use->or_beside && is_given(find_option(cmd, use->or_beside)))
			is_used = true;
		if (is_given(option) && !is_used)
			return say_unused(use, option, beside);
	}
	return 0;
}
