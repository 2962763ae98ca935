/* SPDX-License-Identifier: MIT */
/* Looks for a checkout as git does: the folder, here or above, that has .git, a folder or a file.
 */
#include "cli/source_root.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"

static bool is_checkout(const char *folder)
{
	char *name;
	bool is_one;

	if (asprintf(&name, "%s/.git", folder) < 0)
		return false;
	is_one = access(name, F_OK) == 0;
	free(name);
	return is_one;
}

int source_root_check(const char *folder)
{
	struct stat st;

	if (!folder || (stat(folder, &st) == 0 && S_ISDIR(st.st_mode)))
		return 0;
	return cmd_usage_error("--source-dir must be a folder, not '%s'", folder);
}

char *source_root_find(const char *folder)
{
	char *here = realpath(folder ? folder : ".", NULL), *above;

	if (folder || !here)
		return here;
	above = strdup(here);
	while (above && !is_checkout(above) && strrchr(above, '/') > above)
		*strrchr(above, '/') = '\0';
	if (above && is_checkout(above)) {
		free(here);
		return above;
	}
	free(above);
	return here;
}
