/* SPDX-License-Identifier: MIT */
/* What the tables of the verbs say, as text for the terminal and as man pages. Main thread only. */
#ifndef WARPWISE_HELP_H
#define WARPWISE_HELP_H

#include <stdio.h>

#include "cli/cmd.h"

/* The help of CMD; NULL: of the program itself. As wide as the terminal behind STREAM. */
void help_print(FILE *stream, const struct cmd *cmd);

/* The man page of CMD, in roff with the man macros; NULL: that of the program. */
void help_print_man(FILE *stream, const struct cmd *cmd);

#endif
