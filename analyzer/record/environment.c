/* SPDX-License-Identifier: MIT */
/* The environment of the program that is recorded. In the child, before it becomes the program. */
#include "record/environment.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * What a relative name of the settings means here and now: the program may go to another folder
 * before it uses CUDA. IS_PATTERN: of a trace. The caller frees it; NULL: NAME will do.
 */
static char *whole_name(const char *name, bool is_pattern)
{
	char folder[PATH_MAX], *whole = NULL, *end;

	/* A variable can be a folder: only the program knows. */
	if (!*name || *name == '/' || (is_pattern && strncmp(name, "%q", 2) == 0) ||
	    !getcwd(folder, sizeof folder))
		return NULL;
	whole = end = malloc(2 * strlen(folder) + strlen(name) + 2);
	for (const char *p = folder; whole && *p; p++) {
		if (is_pattern && *p == '%')
			*end++ = '%';
		*end++ = *p;
	}
	if (whole)
		sprintf(end, "/%s", name);
	return whole;
}

int environment_set_name(const char *variable, const char *name, bool is_pattern)
{
	char *whole = whole_name(name, is_pattern);
	int err = setenv(variable, whole ? whole : name, 1) ? -errno : 0;

	free(whole);
	return err;
}

int environment_set_sanitizer(void)
{
	static const char name[] = "ASAN_OPTIONS", order[] = "verify_asan_link_order";
	const char *options = getenv(name);
	char *text;
	int err;

	if (options && strstr(options, order))
		return 0;
	if (asprintf(&text, "%s%s%s=0", options ? options : "", options && *options ? ":" : "",
	             order) < 0)
		return -ENOMEM;
	err = setenv(name, text, 1) ? -errno : 0;
	free(text);
	return err;
}
