/* SPDX-License-Identifier: MIT */
/* warpwise: finds the verb, parses its options, runs it, and makes sure that what it printed arrived. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "options.h"
#include "terminal.h"

#define VERB(verb) extern const struct cmd cmd_##verb;
#include "verbs.h"
#undef VERB

const struct cmd *const cmds[] = {
#define VERB(verb) &cmd_##verb,
#include "verbs.h"
#undef VERB
	NULL,
};

const struct cmd *cmd_current;

static const char *program_name(char text[128])
{
	snprintf(text, 128, "warpwise%s%s", cmd_current ? " " : "", cmd_current ? cmd_current->name : "");
	return text;
}

static void print_error(const char *format, va_list arguments)
{
	fprintf(stderr, "%s: ", program_name((char[128]){ 0 }));
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
}

void cmd_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	print_error(format, arguments);
	va_end(arguments);
}

int cmd_usage_error(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	if (format)
		print_error(format, arguments);
	va_end(arguments);
	fprintf(stderr, "Try '%s --help'\n", program_name((char[128]){ 0 }));
	return STATUS_USAGE;
}

int cmd_unusable(const char *path, const char *reason)
{
	cmd_error("cannot use trace: path=\"%s\": %s", path, reason);
	return STATUS_UNUSABLE;
}

static int run_verb(int argc, char **argv)
{
	char name[128];
	int first, status;

	argv[0] = (char *)program_name(name); /* getopt's errors begin with it */
	status = options_parse(cmd_current, argc, argv, &first);
	if (status)
		return status;
	terminal_init((enum color_when)options_color);
	argc -= first;
	argv += first;
	if (argc < cmd_current->min_arguments)
		return cmd_usage_error("%s is missing", cmd_current->arguments);
	if (cmd_current->max_arguments >= 0 && argc > cmd_current->max_arguments)
		return cmd_usage_error("unexpected argument '%s'", argv[cmd_current->max_arguments]);
	return cmd_current->run(argc, argv);
}

int main(int argc, char **argv)
{
	terminal_init(COLOR_AUTO);
	for (size_t i = 0; argc > 1 && cmds[i]; i++)
		if (strcmp(cmds[i]->name, argv[1]) == 0)
			cmd_current = cmds[i];
	if (cmd_current)
		return run_verb(argc - 1, argv + 1);
	return cmd_usage_error("no such verb: '%s'", argc > 1 ? argv[1] : "");
}
