/* SPDX-License-Identifier: MIT */
/* The program: finds the verb, parses its options, runs it, and makes sure that what it printed
 * arrived. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/help.h"
#include "base/inherited.h"
#include "base/nearest.h"
#include "cli/options.h"
#include "base/error.h"
#include "base/terminal.h"

static const struct cmd *find_verb(const char *name)
{
	for (size_t i = 0; cmds[i]; i++)
		if (strcmp(cmds[i]->name, name) == 0)
			return cmds[i];
	return NULL;
}

static int unknown_verb(const char *name)
{
	const struct cmd *nearest = cmds[0]; /* not hidden */

	for (const struct cmd_hint *it = cmd_program.hints; it && it->word; it++)
		if (strcmp(it->word, name) == 0)
			return cmd_usage_error("no such verb: '%s'; %s", name, it->hint);

	if (cmd_program.path_hint && strchr(name, '/') && access(name, X_OK) == 0)
		return cmd_usage_error("no such verb: '%s'; to %s it: %s %s %s", name,
		                       cmd_program.path_hint, cmd_program.name,
		                       cmd_program.path_hint, name);
	for (size_t i = 1; cmds[i]; i++)
		if (!cmds[i]->is_hidden &&
		    edit_distance(name, cmds[i]->name) < edit_distance(name, nearest->name))
			nearest = cmds[i];
	if (!is_near(name, nearest->name))
		return cmd_usage_error("no such verb: '%s'", name);
	return cmd_usage_error("no such verb: '%s'; did you mean '%s'?", name, nearest->name);
}

/* The argument that "[--] PROGRAM [ARGUMENT]..." wants behind the GIVEN ones. */
static int missing_argument(int given)
{
	static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *name = cmd_current->arguments + strcspn(cmd_current->arguments, capitals);

	for (; given; given--) {
		name += strspn(name, capitals);
		name += strcspn(name, capitals);
	}
	return cmd_usage_error("%.*s is missing", (int)strspn(name, capitals), name);
}

/*
 * Parses both sides of "--" as if each were all, since getopt forgets where it stood. argv[0] is
 * the name. As options_parse(), but the arguments that follow *FIRST have "--" between them.
 */
static int parse_sides(int argc, char **argv, int *first)
{
	static char separator[] = "--";
	int middle = 1, behind, status;

	while (middle < argc && strcmp(argv[middle], separator) != 0)
		middle++;
	status = options_parse(cmd_current, middle, argv, first);
	if (status || middle == argc)
		return status;
	argv[middle] = argv[0];
	status = options_parse(cmd_current, argc - middle, argv + middle, &behind);
	/* What stands between "--" and the arguments behind it are options: arguments move
	 * there. */
	for (int i = middle; !status && i > *first; i--)
		argv[i + behind - 2] = argv[i - 1];
	argv[middle + behind - 1] = separator;
	*first += behind - 1;
	return status;
}

/* argv[0] is the verb. */
static int run_verb(int argc, char **argv)
{
	char name[CMD_NAME_MAX];
	int first, status;

	argv[0] = (char *)cmd_name(name); /* getopt's errors begin with it */
	error_speaker(name);
	status = cmd_current->has_sides ? parse_sides(argc, argv, &first)
	                                : options_parse(cmd_current, argc, argv, &first);
	if (status)
		return status;
	terminal_init((enum color_when)options_color);
	if (options_want_help) {
		help_print(stdout, cmd_current);
		return STATUS_OK;
	}
	status = options_check_uses(cmd_current);
	if (status)
		return status;
	argc -= first;
	argv += first;
	if (argc < cmd_current->min_arguments)
		return missing_argument(argc);
	if (cmd_current->max_arguments >= 0 && argc > cmd_current->max_arguments)
		return cmd_usage_error("unexpected argument: '%s'",
		                       argv[cmd_current->max_arguments]);
	return cmd_current->run(argc, argv);
}

/* "help VERB" is "VERB --help". */
static int help_verb(int argc, char **argv)
{
	const struct cmd *cmd = argc > 1 ? find_verb(argv[1]) : NULL;

	if (argc > 1 && !cmd)
		return unknown_verb(argv[1]);
	help_print(stdout, cmd);
	return STATUS_OK;
}

static int run(int argc, char **argv)
{
	int first, status;

	error_speaker(cmd_program.name);
	if (argc)
		argv[0] = (char *)cmd_program.name;
	status = options_parse(NULL, argc, argv, &first);
	if (status)
		return status;
	terminal_init((enum color_when)options_color);
	if (options_want_help) {
		help_print(stdout, NULL);
		return STATUS_OK;
	}
	if (options_want_version) {
		printf("%s %s\n", cmd_program.name, PACKAGE_VERSION);
		return STATUS_OK;
	}
	if (first >= argc) {
		help_print(stderr, NULL);
		return STATUS_USAGE;
	}
	if (strcmp(argv[first], "help") == 0)
		return help_verb(argc - first, argv + first);
	cmd_current = find_verb(argv[first]);
	return cmd_current ? run_verb(argc - first, argv + first) : unknown_verb(argv[first]);
}

/* Whether all that was printed on stdout arrived. A reader that went away (head) is no error to
 * speak of. */
static int finish_output(int status)
{
	bool has_failed = ferror(stdout);

	if (fflush(stdout) == 0 && !has_failed)
		return status;
	if (errno != EPIPE)
		cmd_error("cannot write the output: %s", strerror(errno));
	return status ? status : STATUS_FAILED;
}

int main(int argc, char **argv)
{
	inherited_mend();
	terminal_init(COLOR_AUTO);
	return finish_output(run(argc, argv));
}
