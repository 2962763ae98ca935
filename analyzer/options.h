/* SPDX-License-Identifier: MIT */
/* The options of a verb: parsed (with argp), and the ones that every verb has. Main thread only. */
#ifndef WARPWISE_OPTIONS_H
#define WARPWISE_OPTIONS_H

#include <stdbool.h>

#include "cmd.h"

/* --help and --color: every verb has them, and so has warpwise itself. Ends with a row without name. */
extern const struct cmd_option options_common[];

/* What the common options said. */
extern bool options_want_help;
extern int options_color; /* enum color_when */

/*
 * Parses argv[1] and what follows, argv[0] being what errors are prefixed with, into the variables of CMD's
 * options. Returns 0 with the position of the first argument in *FIRST (argv is permuted so that only
 * arguments follow), or STATUS_USAGE after the error was printed.
 */
int options_parse(const struct cmd *cmd, int argc, char **argv, int *first);

#endif
