/* SPDX-License-Identifier: MIT */
/* Finds libwarpwise.so. */
#include "record/library.h"

#include <dlfcn.h>
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

/* To the root, and no further, from wherever $LIB is: "lib64", "lib/x86_64-linux-gnu" ... */
#define THROUGH_LIB "/usr/$LIB/../../../../../../.."

/* Whether our own loader finds a file of the root by that: libc, which is loaded. */
static bool leads_to_root(void)
{
	char name[LIBRARY_PRELOAD_MAX];
	void *library;
	Dl_info libc;

	if (!dladdr(__extension__(void *) exit, &libc) || *libc.dli_fname != '/')
		return false;
	snprintf(name, sizeof name, THROUGH_LIB "%s", libc.dli_fname);
	library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
	if (library)
		dlclose(library);
	return library != NULL;
}

void library_preload_name(const char *path, char name[LIBRARY_PRELOAD_MAX])
{
	snprintf(name, LIBRARY_PRELOAD_MAX, "%s%s",
	         *path == '/' && leads_to_root() ? THROUGH_LIB : "", path);
}
