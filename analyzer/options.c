/* SPDX-License-Identifier: MIT */
/*
 * Turns the option table of a verb into argp's and stores what argp finds. Only parsing is left to argp: its help
 * knows neither the terminal's width nor our man pages, so help.c prints that.
 */
#include "options.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "terminal.h"

static const char *const color_choices[] = { "auto", "always", "never", NULL };

bool options_want_help;
int options_color = COLOR_AUTO;

const struct cmd_option options_common[] = {
	{ .name = "color", .argument = "WHEN", .choices = color_choices, .choice = &options_color, .initial = "auto",
	  .help = "colour the output; auto: on a terminal, unless NO_COLOR is set" },
	{ .name = "help", .letter = 'h', .flag = &options_want_help, .help = "print this help and exit" },
	{ 0 },
};

enum { KEY_FIRST = 256 }; /* keys above all letters: argp takes a key that is a character as a short option */

struct parse {
	const struct cmd_option **options; /* by position in argp's table */
	int count;
	int first; /* position of the first argument */
};

/* Joins CHOICES as "a, b or c" into TEXT. */
static const char *join(char *text, size_t size, const char *const *choices)
{
	size_t used = 0;

	for (size_t i = 0; choices[i] && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s",
					 i == 0 ? "" : choices[i + 1] ? ", " : " or ", choices[i]);
	return text;
}

static int store_choice(const struct cmd_option *option, const char *value)
{
	char text[512] = "";

	for (int i = 0; option->choices[i]; i++)
		if (strcmp(option->choices[i], value) == 0) {
			*option->choice = i;
			return 0;
		}
	cmd_usage_error("--%s must be %s, not '%s'", option->name,
			join(text, sizeof text, option->choices), value);
	return EINVAL;
}

static int store_number(const struct cmd_option *option, const char *value)
{
	char *end;
	long long number;

	errno = 0;
	number = strtoll(value, &end, 10);
	if (errno || end == value || *end || number < option->minimum || number > option->maximum) {
		cmd_usage_error("--%s must be a number from %lld to %lld, not '%s'", option->name,
				(long long)option->minimum, (long long)option->maximum, value);
		return EINVAL;
	}
	*option->number = number;
	return 0;
}

static int store(const struct cmd_option *option, const char *value)
{
	if (option->choice)
		return store_choice(option, value);
	if (option->number)
		return store_number(option, value);
	if (option->text)
		*option->text = value;
	else
		*option->flag = true;
	return 0;
}

static error_t parse_one(int key, char *arg, struct argp_state *state)
{
	struct parse *parse = state->input;

	if (key == ARGP_KEY_INIT) {
		state->err_stream = NULL; /* else argp adds its own "Try ..." to getopt's error */
		return 0;
	}
	if (key == ARGP_KEY_ARGS) {
		parse->first = state->next;
		return 0;
	}
	for (int i = 0; i < parse->count; i++)
		if (key == (parse->options[i]->letter ? parse->options[i]->letter : KEY_FIRST + i))
			return store(parse->options[i], arg);
	return ARGP_ERR_UNKNOWN;
}

static int count_options(const struct cmd_option *options)
{
	int count = 0;

	while (options && options[count].name)
		count++;
	return count;
}

int options_parse(const struct cmd *cmd, int argc, char **argv, int *first)
{
	int own = count_options(cmd->options), all = own + count_options(options_common);
	const struct cmd_option **options = calloc((size_t)all, sizeof *options);
	struct argp_option *table = calloc((size_t)all + 1, sizeof *table);
	struct argp argp = { .options = table, .parser = parse_one };
	struct parse parse = { .options = options, .count = all, .first = argc };
	unsigned int flags = ARGP_NO_HELP | ARGP_NO_EXIT | (cmd->is_prefix ? ARGP_IN_ORDER : 0);
	int err = ENOMEM;

	if (!options || !table) {
		cmd_error("out of memory");
		goto out;
	}
	for (int i = 0; i < all; i++) {
		options[i] = i < own ? &cmd->options[i] : &options_common[i - own];
		table[i].name = options[i]->name;
		table[i].key = options[i]->letter ? options[i]->letter : KEY_FIRST + i;
		table[i].arg = options[i]->argument;
	}
	err = argp_parse(&argp, argc, argv, flags, NULL, &parse);
	if (err && err != EINVAL) /* EINVAL: store() has said it; else getopt has */
		cmd_usage_error(NULL);
	*first = parse.first;
out:
	free(options);
	free(table);
	return err ? STATUS_USAGE : 0;
}
