/* SPDX-License-Identifier: MIT */
/* A page in the user's browser. Main thread only. */
#ifndef WARPWISE_BROWSER_H
#define WARPWISE_BROWSER_H

/*
 * Makes an empty file for a page, in TMPDIR or /tmp, and returns its path, which lives as long as
 * the program. NULL: it was said why not.
 */
const char *browser_new_file(void);

/* Shows the file PATH by xdg-open. Returns 0, or STATUS_FAILED after it was said. */
int browser_open(const char *path);

#endif
