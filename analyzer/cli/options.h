/* SPDX-License-Identifier: MIT */
/* The options of a verb: parsed (with argp), and the ones that every verb has. Main thread only. */
#ifndef WARPWISE_OPTIONS_H
#define WARPWISE_OPTIONS_H

#include <stdbool.h>

#include "cli/cmd.h"

/* --help and --color: every verb has them, and so has warpwise itself. Ends with a row without
 * name. */
extern const struct cmd_option options_common[];

/* What the common options said. */
extern bool options_want_help;
extern int options_color; /* enum color_when */

/* --version, and the common ones again: what warpwise takes before the verb. */
extern const struct cmd_option options_global[];
extern bool options_want_version;

enum { OPTION_NAME_MAX = 64 };

/* The name as it is typed: '_' becomes '-'. Writes into TEXT and returns it. */
const char *option_name(const struct cmd_option *option, char text[OPTION_NAME_MAX]);

/* Joins CHOICES as "a, b or c" into TEXT and returns it. */
const char *option_choices(const char *const *choices, char *text, size_t size);

/* The value TEXT of the option NAME, "5" or "5%", from 0 to MAXIMUM (INFINITY: no end) into
 * *PERCENT. Returns 0, or STATUS_USAGE after the error was printed. */
int option_percent(const char *name, const char *text, double maximum, double *percent);

/* Calls VISIT for each option of CMD (NULL: of warpwise itself), the common ones last. */
void options_each(const struct cmd *cmd, void (*visit)(const struct cmd_option *option, void *data),
                  void *data);

/*
 * Parses argv[1] and what follows, argv[0] being what errors begin with, into the variables of
 * CMD's options (NULL: those of warpwise itself, up to the first argument). Returns 0 with the
 * position of the first argument in *FIRST (argv is permuted so that only arguments follow), or
 * STATUS_USAGE after the error was printed.
 */
int options_parse(const struct cmd *cmd, int argc, char **argv, int *first);

/* Whether each option of CMD that was given does something: 0, or STATUS_USAGE after it was said
 * which one does not. */
int options_check_uses(const struct cmd *cmd);

#endif
