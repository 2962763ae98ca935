/* SPDX-License-Identifier: MIT */
/* warpwise completion: prints the completions of a shell. */
#include <stdio.h>

#include "cmd.h"

static const char *const shells[] = { "bash", "zsh", "fish", NULL };

static int run(int argc, char **argv)
{
	(void)argc;
	puts(argv[0]);
	return STATUS_OK;
}

const struct cmd cmd_completion = {
	.name = "completion",
	.summary = "print the completions of a shell",
	.arguments = "SHELL",
	.description = "Prints the completions of all verbs and options.",
	.min_arguments = 1,
	.max_arguments = 1,
	.argument_choices = shells,
	.run = run,
};
