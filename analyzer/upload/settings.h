/* SPDX-License-Identifier: MIT */
/*
 * What need not be typed each time: ~/.config/warpwise/config (below XDG_CONFIG_HOME where that is
 * set), lines "name = value", '#' begins a comment. There is no name for a token: settings files
 * end up in repositories. Main thread only.
 */
#ifndef WARPWISE_UPLOAD_SETTINGS_H
#define WARPWISE_UPLOAD_SETTINGS_H

#include <limits.h>

enum { UPLOAD_SETTINGS_ERROR_MAX = PATH_MAX + 256 };

/* All owned; NULL: not set. */
struct upload_settings {
	char *url, *project, *token_file, *ca_file, *spool;
};

/*
 * Reads the file; there need not be one. Relative paths in it are below its folder. Returns 0, or
 * -EINVAL with the file, the line and the reason in ERROR. Release it in any case.
 */
int upload_settings_read(struct upload_settings *settings, char error[UPLOAD_SETTINGS_ERROR_MAX]);
void upload_settings_release(struct upload_settings *settings);

#endif
