/* SPDX-License-Identifier: MIT */
/* What the tables of the verbs say, as text for the terminal and as man pages. Main thread only. */
#ifndef WARPWISE_HELP_H
#define WARPWISE_HELP_H

#include <stdio.h>

#include "cli/cmd.h"

/* The help of CMD; NULL: of warpwise itself. As wide as the terminal behind STREAM. */
void help_print(FILE *stream, const struct cmd *cmd);

/* The man page of CMD, in roff with the man macros; NULL: warpwise(1). */
void help_print_man(FILE *stream, const struct cmd *cmd);

/* The one-line description of everything: "profiler for CUDA programs". */
extern const char help_summary[];

#endif
