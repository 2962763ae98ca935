/* SPDX-License-Identifier: MIT */
/* warpwise itself, and the list of its verbs, made from verbs.am. */
#include "cli/cmd.h"

#define VERB(verb) extern const struct cmd cmd_##verb;
#include "verbs.h"
#undef VERB

const struct cmd_program cmd_program = {
	.name = "warpwise",
	.summary = "profiler for CUDA programs",
	.description = "warpwise records what a CUDA program did on the GPU into a trace, an "
	               "SQLite file, and "
	               "tells from it where the time "
	               "went and what to change. Recording needs a GPU; everything else works on "
	               "any machine.",
	.examples = "warpwise record ./app\n"
	            "warpwise analyze warpwise-4711.db",
	.path_hint = "record",
};

const struct cmd *const cmds[] = {
#define VERB(verb) &cmd_##verb,
#include "verbs.h"
#undef VERB
	NULL,
};
