/* SPDX-License-Identifier: MIT */
/* How alike two names are, for "did you mean". */
#ifndef WARPWISE_NEAREST_H
#define WARPWISE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Edits that turn A into B: a letter put in, left out or replaced, or two neighbours exchanged.
 * Looks at the first 32 bytes of each.
 */
size_t edit_distance(const char *a, const char *b);

/* Whether somebody who typed A may have meant B: a third of it, at most, is another. */
bool is_near(const char *a, const char *b);

#endif
