/* SPDX-License-Identifier: MIT */
/* What the samples of a trace do not show, in words, for warpwise source. Main thread. */
#ifndef WARPWISE_SOURCE_MISSING_H
#define WARPWISE_SOURCE_MISSING_H

#include "base/terminal.h"
#include "trace/trace.h"

/* A paragraph on stdout, in COLOR, as wide as the terminal. */
void source_print_paragraph(enum color color, const char *text);

/* Why the trace has no samples, and what to do. */
void source_print_none(const struct trace *trace);

/* What the samples leave out, if they leave out any. Returns 0 or -ENOMEM. */
int source_print_lost(const struct trace *trace);

#endif
