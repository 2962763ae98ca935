/* SPDX-License-Identifier: MIT */
/*
 * Text of unknown origin made fit to print. Names in a trace are whatever the traced program chose:
 * they may hold escape sequences, bytes that are no UTF-8, and megabytes. Width means columns on a
 * terminal.
 */
#ifndef WARPWISE_TEXT_H
#define WARPWISE_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* Columns that TEXT takes when cleaned as text_clean() does. */
int text_width(const char *text);

/*
 * TEXT with each control character, and each byte or character that the locale cannot show,
 * replaced by '?', and at most COLUMNS wide (0: unlimited): its middle becomes an ellipsis. Returns
 * new memory for the caller to free; NULL without memory.
 */
char *text_clean(const char *text, int columns);

/*
 * TEXT cleaned as text_clean() does, with a line end in the place of a blank, or within a longer
 * word, wherever it would become wider than COLUMNS (0: unlimited); lines after the first are
 * indented where there is room. New memory for the caller to free; NULL without memory.
 */
char *text_fold(const char *text, int columns);

/* The ellipsis of the locale, and its width: "…" and 1, or "..." and 3. */
const char *text_ellipsis(void);
int text_ellipsis_width(void);

/*
 * Prints TEXT as paragraphs, wrapped to WIDTH columns of which the first INDENT are blank. A line
 * that begins with a space or a tab is printed as it is behind the indent; an empty line stays
 * empty.
 */
void text_wrap(FILE *stream, const char *text, int indent, int width);

/* The same where the first line has USED columns already. */
void text_wrap_from(FILE *stream, const char *text, int indent, int width, int used);

/* The same where the first line begins at the margin. */
void text_wrap_hanging(FILE *stream, const char *text, int indent, int width);

/* What of PATH, which may be NULL, is behind its last slash: "" where it ends with one. */
const char *text_file_name(const char *path);

/* Whether a program's file of that name is an interpreter of Python. */
bool text_is_python(const char *file_name);

/* Whether TEXT stands in LIST, which ends with NULL. */
bool text_is_one_of(const char *text, const char *const *list);

/* Whether PATTERN is all of TEXT; in it stands * for any text, and [0-9] for a digit. */
bool text_matches(const char *pattern, const char *text);

/* TEXT with U+FFFD for each byte that is no UTF-8; new memory for the caller to free, NULL without
 * memory. */
char *text_valid(const char *text);

/* TEXT as a JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void text_print_json(FILE *stream, const char *text);

#endif
