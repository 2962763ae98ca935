/* SPDX-License-Identifier: MIT */
/* The list of verbs, made from verbs.am. */
#include "cli/cmd.h"

#define VERB(verb) extern const struct cmd cmd_##verb;
#include "verbs.h"
#undef VERB

const struct cmd *const cmds[] = {
#define VERB(verb) &cmd_##verb,
#include "verbs.h"
#undef VERB
	NULL,
};
