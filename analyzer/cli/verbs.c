/* SPDX-License-Identifier: MIT */
/* warpwise itself, and the list of its verbs, made from verbs.am. */
#include "cli/cmd.h"

#define VERB(verb) extern const struct cmd cmd_##verb;
#include "verbs.h"
#undef VERB

static const struct cmd_file files[] = {
	{ PKGLIBDIR "/libwarpwise.so",
	  "The collector: for LD_PRELOAD where nothing wraps the program" },
	{ DOCDIR "/RECORDING.md",
	  "Which programs can be recorded, and long runs, services, kernels, the host's time" },
	{ DOCDIR "/schema/README.md",
	  "The tables of a trace, with queries; schema.sql has every column" },
	{ DOCDIR "/schema/report.schema.json",
	  "What 'warpwise analyze --format json' prints; compare.schema.json the same of compare" },
	{ 0 },
};

static const struct cmd_hint hints[] = {
	{ "dashboard", "that is a program of its own: warpwise-dashboard" },
	{ "diff", "to compare runs: warpwise compare" },
	{ "profile", "to record a program: warpwise record" },
	{ "report", "it is warpwise analyze" },
	{ "ui", "to see a trace in a browser: warpwise analyze --open" },
	{ "view", "to see a trace in a browser: warpwise analyze --open" },
	{ .word = NULL },
};

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
	.files = files,
	.path_hint = "record",
	.hints = hints,
};

const struct cmd *const cmds[] = {
#define VERB(verb) &cmd_##verb,
#include "verbs.h"
#undef VERB
	NULL,
};
