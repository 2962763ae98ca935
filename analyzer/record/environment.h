/* SPDX-License-Identifier: MIT */
/*
 * What the environment of a recorded program needs besides the settings. In the child, before it
 * becomes the program. All return 0 or -errno.
 */
#ifndef WARPWISE_ENVIRONMENT_H
#define WARPWISE_ENVIRONMENT_H

#include <stdbool.h>

/* Sets VARIABLE to what NAME, of a file, means in the current folder. IS_PATTERN: of a trace. */
int environment_set_name(const char *variable, const char *name, bool is_pattern);

/*
 * Lets programs built with AddressSanitizer start: it wants to be loaded first, but need not be,
 * since the collector replaces no function of its own. That library is not preloaded: programs that
 * the program starts would all get it, and some fail with it.
 */
int environment_set_sanitizer(void);

#endif
