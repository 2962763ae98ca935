/* SPDX-License-Identifier: MIT */
/*
 * A verb of the command line, as a table: main.c finds it, parses its options (with argp), and
 * prints its help, its man page and its shell completions from the same rows. A new verb is one
 * file, cmd_<verb>.c, that defines `const struct cmd cmd_<verb>`, and one line in verbs.am.
 * Everything here runs on the main thread.
 */
#ifndef WARPWISE_CMD_H
#define WARPWISE_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cmd_status {
	STATUS_OK = 0,
	STATUS_FAILED =
	        1, /* ours to fail: output could not be written; doctor: recording would not work */
	STATUS_USAGE = 2, /* unknown verb or option, bad value, too few arguments */
	STATUS_UNUSABLE =
	        3, /* an input that cannot be used: missing, empty, damaged, not a trace, newer */
};

/* What an argument or an option's value is, for the shell completions. */
enum cmd_kind {
	KIND_OTHER,
	KIND_FILE,
	KIND_TRACE,
	KIND_PROGRAM,
	KIND_DIRECTORY,
	KIND_RULE, /* its id */
	KIND_DEVICE,
	KIND_METRIC_SET,
	KINDS
};

/* The values of an option that was given several times, in that order. Begins as { 0 }. */
struct cmd_list {
	const char **items;
	size_t count;
};

/*
 * One option. Exactly one of flag, text, list, number and choice says where the value goes; the
 * variable holds the default before. A table of options ends with a row without name.
 */
struct cmd_option {
	const char *name;     /* "output" is --output; "_" is shown and typed as "-" */
	char letter;          /* 'o' is -o; 0: none */
	const char *argument; /* what the value is called in the help: "PATTERN"; NULL for flags */
	const char *alone;    /* the value where none is given; NULL: it must be given */
	const char *help;     /* a phrase without full stop; may be long, it is wrapped */
	const char *initial;  /* the default as printed in the help; NULL: nothing to say */
	const char *variable; /* the environment variable that says the same; NULL: none */
	const char *const *choices; /* the values allowed, ends with NULL; only with choice */
	int group;                  /* position in the verb's groups; without, 0 */
	enum cmd_kind kind;
	bool *flag;               /* set to true */
	const char **text;        /* points into argv */
	struct cmd_list *list;    /* may be given several times; the items point into argv */
	int64_t *number;          /* decimal, from minimum to maximum */
	int *choice;              /* position in choices */
	int64_t minimum, maximum; /* of number */
};

/*
 * An option that does nothing unless another one says so: given all the same, it is wrong usage. A
 * table of them ends with a row without option. Options by their names, as in their own rows.
 */
struct cmd_use {
	const char *option;
	const char *beside; /* the option that decides */
	/* Those of its choices with which OPTION does something, with a blank between; NULL: it
	 * must be given, or where is_without, not be given. */
	const char *choices;
	bool is_without;
	const char *or_beside; /* with this one OPTION does something in any case; NULL: none */
};

struct cmd {
	const char *name;
	const char *summary;     /* a phrase, lower case, no full stop: "record a CUDA program" */
	const char *arguments;   /* after the options: "TRACE..."; "" for none */
	const char *description; /* paragraphs with an empty line between, unwrapped; lines that
	                          * begin with a space are kept as they are */
	const char *examples;    /* one command a line */
	const char *exit_status; /* a paragraph; NULL: the usual 0, 1, 2, with a trace 3 */
	const struct cmd_option
	        *options;           /* NULL: none but those that every verb has (--help, --color) */
	const struct cmd_use *uses; /* NULL: each of its options can be given with all others */
	/* Headings of its options in the help, ends with NULL; NULL: one is enough. The first one
	 * is of those that belong to none of the others, as --help: it is printed last. */
	const char *const *groups;
	int min_arguments, max_arguments; /* max_arguments -1: any number */
	bool is_prefix; /* the first argument ends the options, as with sudo or env */
	/* BASE... -- NEW...: options may stand on both sides of "--", which stays in argv, between
	 * the arguments */
	bool has_sides;
	bool is_hidden; /* for the build: in no help and no completion */
	enum cmd_kind argument_kind;
	const char *const
	        *argument_choices; /* the values the argument may have, ends with NULL; NULL: any */
	const char *const
	        *first_choices; /* the same of the first argument alone, where others follow it */
	/* argv holds the arguments without the options and ends with NULL. Returns the exit
	 * status. */
	int (*run)(int argc, char **argv);
};

/* A file that is installed, as the man page names it. */
struct cmd_file {
	const char *path, *what;
};

/* What the verbs belong to: warpwise (verbs.c), or warpwise-dashboard, which has a table of its
 * own. */
struct cmd_program {
	const char *name;
	const char *summary;     /* "profiler for CUDA programs" */
	const char *description; /* as that of a verb */
	const char *examples;
	const char *exit_status;      /* NULL: that of verbs that read traces */
	const struct cmd_file *files; /* ends with a row without path; NULL: none is worth a word */
	const char *
	        path_hint; /* the verb that a path without a verb is likely meant for; NULL: none */
	/* What others call it, and what to do here; ends with a row without word. NULL: nothing. */
	const struct cmd_hint {
		const char *word, *hint;
	} * hints;
};

extern const struct cmd_program cmd_program;

/* All verbs of it, in the order of verbs.am; then NULL. */
extern const struct cmd *const cmds[];

/* The verb that runs; NULL before one was found. */
extern const struct cmd *cmd_current;

enum { CMD_NAME_MAX = 128 };

/* "warpwise VERB", or "warpwise" before a verb was found. Writes into TEXT and returns it. */
const char *cmd_name(char text[CMD_NAME_MAX]);

/* Prints "warpwise VERB: MESSAGE" on stderr. MESSAGE without full stop and newline. */
void cmd_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* cmd_error(), then "Try 'warpwise VERB --help'". Returns STATUS_USAGE: return
 * cmd_usage_error(...). */
int cmd_usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The line for an input that cannot be used: cmd_unusable("x.db", "is empty"). Returns
 * STATUS_UNUSABLE. */
int cmd_unusable(const char *path, const char *reason);

#endif
