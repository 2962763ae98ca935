/* SPDX-License-Identifier: MIT */
/* warpwise manual: prints a man page. The build calls it; people have man(1). */
#include <string.h>

#include "cli/cmd.h"
#include "cli/help.h"

static int run(int argc, char **argv)
{
	if (!argc)
		help_print_man(stdout, NULL);
	for (size_t i = 0; argc && cmds[i]; i++)
		if (strcmp(cmds[i]->name, argv[0]) == 0) {
			help_print_man(stdout, cmds[i]);
			return STATUS_OK;
		}
	return argc ? cmd_usage_error("no such verb: '%s'", argv[0]) : STATUS_OK;
}

const struct cmd cmd_manual = {
	.name = "manual",
	.summary = "print a man page",
	.arguments = "[VERB]",
	.description = "Prints the man page of VERB, or warpwise(1), in roff.",
	.examples = "warpwise manual record | man -l -",
	.max_arguments = 1,
	.is_hidden = true,
	.run = run,
};
