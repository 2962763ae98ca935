/* SPDX-License-Identifier: MIT */
/* Makes URI references of paths that come from traces, and may be anything. */
#include "print/source_uri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/source_text.h"

/* Takes empty parts, "." and ".." out of PATH, in place. Above where it begins there is nothing. */
static void normalize(char *path)
{
	const bool is_absolute = *path == '/';
	char *begin = path + is_absolute, *to = begin;

	for (const char *from = begin; *from;) {
		const size_t length = strcspn(from, "/");

		if (length == 2 && memcmp(from, "..", 2) == 0) {
			while (to > begin && *--to != '/')
				;
		} else if (length && !(length == 1 && *from == '.')) {
			if (to > begin)
				*to++ = '/';
			memmove(to, from, length);
			to += length;
		}
		from += length + (from[length] == '/');
	}
	*to = '\0';
}

/* FOLDER/PATH where PATH is relative and FOLDER known, else PATH: normalized, in new memory. */
static char *whole_path(const char *path, const char *folder)
{
	char *whole;

	if (*path == '/' || *folder != '/')
		whole = strdup(path);
	else if (asprintf(&whole, "%s/%s", folder, path) < 0)
		whole = NULL;
	if (whole)
		normalize(whole);
	return whole;
}

/* What of PATH is below FOLDER; NULL: it is elsewhere, or FOLDER is "/" and says nothing. */
static const char *below(const char *path, const char *folder)
{
	size_t length = strlen(folder);

	while (length && folder[length - 1] == '/')
		length--;
	if (!length || strncmp(path, folder, length) != 0 || path[length] != '/' ||
	    !path[length + 1])
		return NULL;
	return path + length + 1;
}

/* What a checkout calls the absolute PATH; NULL: nothing. */
static const char *relative_part(const char *path, const char *root, const char *folder)
{
	const char *part = below(path, root);

	if (!part && *root)
		part = source_text_part(path, root);
	return part ? part : below(path, folder);
}

static char *encode(const char *path)
{
	static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                           "0123456789-._~/+@,";
	char *uri = malloc(3 * strlen(path) + sizeof "file://"), *end = uri;

	if (!uri)
		return NULL;
	if (*path == '/')
		end = stpcpy(end, "file://");
	for (; *path; path++)
		if (strchr(safe, *path))
			*end++ = *path;
		else
			end += sprintf(end, "%%%02X", (unsigned char)*path);
	*end = '\0';
	return uri;
}

char *source_uri(const char *path, const char *root, const char *folder)
{
	char *whole = whole_path(path, folder), *uri;
	const char *part = whole && *whole == '/' ? relative_part(whole, root, folder) : NULL;

	if (!whole)
		return NULL;
	uri = encode(part ? part : whole);
	free(whole);
	return uri;
}

bool source_uri_is_relative(const char *uri)
{
	return *uri && strncmp(uri, "file:", 5) != 0;
}
