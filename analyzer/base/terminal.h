/* SPDX-License-Identifier: MIT */
/*
 * The terminal: its width, colours by meaning. With format.h and text.h, which this header
 * includes, and print/table.h it is all that output needs. Main thread only.
 *
 * A stream that is no terminal gets plain text: no colour, no shortening, nothing that moves.
 */
#ifndef WARPWISE_TERMINAL_H
#define WARPWISE_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

#include "base/format.h"
#include "base/text.h"

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* Colours by what they mean. */
enum color {
	COLOR_PLAIN,
	COLOR_HEADING,
	COLOR_GOOD,
	COLOR_WARNING,
	COLOR_BAD,
	COLOR_NAME, /* verbs, options, kernels */
	COLOR_DIM,  /* what may be skipped: notes, defaults */
	COLORS,
};

/*
 * Sets the locale and says when to colour. COLOR_AUTO: on a terminal, unless NO_COLOR is set to
 * anything but the empty text or TERM is unset or "dumb". main() calls it.
 */
void terminal_init(enum color_when when);

/*
 * The columns of the terminal behind STREAM; 0, which is unlimited, where it is none. COLUMNS, when
 * set to a number, wins over both.
 */
int terminal_width(FILE *stream);

/* The width for running text, which nobody reads at full width: 40..100, and 80 where there is no
 * terminal. */
int terminal_text_width(FILE *stream);

bool terminal_is_utf8(void);

/* The sequence that starts COLOR, "" where STREAM gets none; color_end() ends any. Static texts. */
const char *color_begin(FILE *stream, enum color color);
const char *color_end(FILE *stream);

#endif
