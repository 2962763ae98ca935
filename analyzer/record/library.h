/* SPDX-License-Identifier: MIT */
/* Where the collector, libwarpwise.so, is. Main thread only. */
#ifndef WARPWISE_LIBRARY_H
#define WARPWISE_LIBRARY_H

#include <limits.h>
#include <stdbool.h>

#define LIBRARY_NAME     "libwarpwise.so"
#define LIBRARY_VARIABLE "WARPWISE_LIBRARY"

enum { LIBRARY_PRELOAD_MAX = PATH_MAX + 64 };

/*
 * Writes the absolute path of the collector into PATH: $WARPWISE_LIBRARY where set (whether or not
 * that file exists), else the first that exists of collector/.libs beside this program (the build
 * tree), the place it was configured for, and the same place seen from this program (an
 * installation that was moved). Returns false where there is none.
 */
bool library_find(char path[PATH_MAX]);

/* Whether PATH can stand in LD_PRELOAD, which parts names at blanks and colons. */
bool library_is_preloadable(const char *path);

/*
 * Writes the name of the file PATH for LD_PRELOAD into NAME: where it can, one that goes through
 * the loader's own folder, by a variable that only the GNU C library's loader knows. To musl's, in
 * a program of that library, it is a file that is not there, which does no harm; PATH itself would
 * be loaded, lack functions, and the program would not start.
 */
void library_preload_name(const char *path, char name[LIBRARY_PRELOAD_MAX]);

#endif
