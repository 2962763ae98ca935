/* SPDX-License-Identifier: MIT */
/* Finds libwarpwise.so. */
#include "record/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder that this program is in. */
static bool program_folder(char folder[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", folder, PATH_MAX - 1);
	char *slash;

	if (length < 0)
		return false;
	folder[length] = '\0';
	slash = strrchr(folder, '/');
	if (slash)
		*slash = '\0';
	return slash != NULL;
}

/* Relative to the program's folder, but for the configured place. */
static const char *const places[] = { "collector/.libs", PKGLIBDIR, "../lib/warpwise" };

bool library_find(char path[PATH_MAX])
{
	const char *chosen = getenv(LIBRARY_VARIABLE);
	char folder[PATH_MAX], file[2 * PATH_MAX + 64];

	if (chosen && *chosen) {
		if (!realpath(chosen, path))
			snprintf(path, PATH_MAX, "%s", chosen);
		return true;
	}
	if (!program_folder(folder))
		folder[0] = '\0';
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		if (places[i][0] == '/')
			snprintf(file, sizeof file, "%s/" LIBRARY_NAME, places[i]);
		else
			snprintf(file, sizeof file, "%s/%s/" LIBRARY_NAME, folder, places[i]);
		if (realpath(file, path))
			return true;
	}
	return false;
}

bool library_is_preloadable(const char *path)
{
	return !path[strcspn(path, " :\t\n")];
}
