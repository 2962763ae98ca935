/* SPDX-License-Identifier: MIT */
/* warpwise-dashboard itself, and the list of its verbs, made from verbs.am. */
#include "cli/cmd.h"

#define VERB(verb) extern const struct cmd cmd_##verb;
#include "web/server/verbs.h"
#undef VERB
extern const struct cmd cmd_manual, cmd_timeline;

const struct cmd_program cmd_program = {
	.name = "warpwise-dashboard",
	.summary = "a team's reports of CUDA programs, in the browser",
	.description = "warpwise-dashboard keeps the reports that `warpwise upload` sends where a "
	               "team sees "
	               "them: which run, of which commit, whether it got slower, and why. It keeps "
	               "them in "
	               "a folder (an embedded SQLite) or in PostgreSQL.",
	.examples = "warpwise-dashboard demo\n"
	            "warpwise-dashboard token create --data /srv/warpwise --role upload --project "
	            "app\n"
	            "warpwise-dashboard serve --data /srv/warpwise",
	.exit_status = "0: fine. 1: it failed, and stderr says why. 2: wrong usage.",
};

const struct cmd *const cmds[] = {
#define VERB(verb) &cmd_##verb,
#include "web/server/verbs.h"
#undef VERB
	&cmd_manual,
	&cmd_timeline,
	NULL,
};
